// An nginx of one's own, in the foreground and bound to the life of this process.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../e2e/lib/paths.mjs";
import { start_process } from "../../e2e/lib/process.mjs";
import { free_port } from "../../e2e/lib/stack.mjs";

// `template`: a file of tests/bench whose words between @ signs are filled in: DIR, LISTEN, USER,
// and those of `words`. Returns {url, pid, stop}.
export async function start_nginx({ directory, template, words = {} }) {
    mkdirSync(join(directory, "tmp"), { recursive: true });
    const port = await free_port();
    const all = {
        USER: process.getuid() === 0 ? "user root;" : "",
        DIR: directory,
        LISTEN: `127.0.0.1:${port}`,
        ...words,
    };
    const text = readFileSync(join(repository, "tests/bench", template), "utf8");
    const config = join(directory, "nginx.conf");
    writeFileSync(
        config,
        text.replace(/@([A-Z]+)@/g, (_, word) => all[word]),
    );
    const nginx = start_process("nginx", ["-e", join(directory, "error.log"), "-p", directory, "-c", config], {
        bound_signal: "TERM",
        env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    });
    return { url: `http://127.0.0.1:${port}`, pid: nginx.pid, stop: () => nginx.stop() };
}
