// The servers we are measured against: programs of their own, bound to the life of this one.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { start_process } from "../../e2e/lib/process.mjs";
import { repository } from "../../e2e/lib/paths.mjs";
import { start_nginx } from "./nginx.mjs";

// The peers' packages are those of the end-to-end tests.
export const packages = createRequire(new URL("../../e2e/package.json", import.meta.url));
// Those of the SDK of MCP have a folder of their own, and may not be installed.
export const sdk = createRequire(new URL("../../clients/mcp/sdk/package.json", import.meta.url));
const k_mcp_peer = fileURLToPath(new URL("../mcp_peer.mjs", import.meta.url));
const k_peer = fileURLToPath(new URL("../x402_peer.mjs", import.meta.url));

// @x402/express or @x402/hono, selling `path` at `price` behind `facilitator`: {roots, url, stop}.
// With `extensions` (express only) it declares them, and reads the request as JSON.
export async function start_node_peer(framework, { facilitator, path, price, description, extensions }) {
    const words = [k_peer, framework, facilitator, path, price, description];
    if (extensions) words.push(JSON.stringify(extensions));
    const env = { ...process.env, NODE_ENV: "production" };
    const peer = start_process(process.execPath, words, { env });
    const [, port] = await peer.until_logged(/^READY (\d+)$/m, 30_000);
    return { ...handle(peer), url: `http://127.0.0.1:${port}${path}` };
}

// The SDK's server, with the tools and the result of a call that `file` has: {roots, url, stop}.
export async function start_mcp_peer(file) {
    const env = { ...process.env, NODE_ENV: "production" };
    const peer = start_process(process.execPath, [k_mcp_peer, file], { env });
    const [, port] = await peer.until_logged(/^READY (\d+)$/m, 30_000);
    return { ...handle(peer), url: `http://127.0.0.1:${port}/mcp` };
}

// nginx with the site's settings before a libfcgi program that answers `answers` ({path: bytes in
// CGI form}) and files of `root`: {url, pids, stop}. As many processes and threads as the fast pool.
export async function start_hello({ program, directory, root, answers, processes, threads }) {
    mkdirSync(directory, { recursive: true });
    const files = Object.entries(answers).map(([path, bytes], index) => {
        const file = join(directory, `answer-${index}`);
        writeFileSync(file, bytes);
        return `${path}=${file}`;
    });
    const socket = join(directory, "hello.sock");
    const hello = start_process(program, [socket, String(processes), String(threads), ...files]);
    const nginx = await start_nginx({
        directory,
        template: "nginx.conf",
        words: { ROOT: root, SOCKET: socket, FASTCGI: join(repository, "nginx/fastcgi.conf") },
    });
    return {
        url: nginx.url,
        roots: [hello.pid, nginx.pid],
        stop: async () => {
            await nginx.stop();
            // Threads of libfcgi that wait for a request do not hear SIGTERM.
            await hello.stop(0);
        },
    };
}

function handle(peer) {
    return { roots: [peer.pid], stop: () => peer.stop(2_000) };
}
