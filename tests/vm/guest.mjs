// The booted machine, from outside: its commands, its files below `root`, what it says.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { request } from "../e2e/lib/http.mjs";

export const k_shop = "https://shop.example";
export const k_configuration = "/etc/assay/assay.toml";
const k_path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const k_most_bytes = 64 * 1024 * 1024;

// `leader`: the process that is PID 1 inside.
export function guest_of(leader, root) {
    // Runs a line of bash inside: {code, text}, where text is all that it said.
    const run = (line, { timeout_s = 60 } = {}) =>
        new Promise((done) => {
            const environment = [`PATH=${k_path}`, "HOME=/root", "LANG=C.UTF-8"];
            const words = ["-t", leader, "-a", "-r", "-w", "env", "-i", ...environment,
                "DEBIAN_FRONTEND=noninteractive", "timeout", "-k", "5", String(timeout_s),
                "bash", "-c", `exec 2>&1; ${line}`];
            const options = { maxBuffer: k_most_bytes };
            execFile("nsenter", words, options, (error, stdout, stderr) =>
                done({ code: error ? (error.code ?? 1) : 0, text: stdout + stderr }));
        });
    const must = async (line, options) => {
        const { code, text } = await run(line, options);
        if (code !== 0) throw new Error(`${line}: exit ${code}: ${last_lines(text)}`);
        return text;
    };
    const file = (path) => join(root, path);
    const read = (path) => readFileSync(file(path), "utf8");
    const write = (path, text) => writeFileSync(file(path), text);
    return {
        run,
        must,
        // What systemd says of the machine once it is up.
        booted: async () => {
            const { text } = await run("systemctl is-system-running --wait");
            if (!/^(running|degraded)/.test(text)) throw new Error(last_lines(text));
            return text.trim();
        },
        file,
        read,
        write,
        // Sets keys of the configuration, {"section.key": value}; null takes the key out.
        configure: (changes) => {
            let text = read(k_configuration);
            for (const [key, value] of Object.entries(changes)) text = with_key(text, key, value);
            write(k_configuration, text);
        },
        // A moment of the journal, and what was logged from there on.
        now: async () => (await must("date +'%F %T'")).trim(),
        journal: (since, unit = "") =>
            must(`journalctl --no-pager -o cat --since '${since}' ${unit && `-u '${unit}'`}`),
        health: async () => (await request("GET", `${k_shop}/health`)).json,
        check: (options = "") => run(`assay config check ${options}`),
    };
}

export const last_lines = (text, count = 6) => text.trim().split("\n").slice(-count).join(" | ");

// What `assay setup` writes has each key in a comment below its section.
function with_key(text, name, value) {
    const [section, key] = name.split(".");
    const lines = text.split("\n");
    const begin = lines.indexOf(`[${section}]`);
    if (begin < 0) throw new Error(`${k_configuration} has no [${section}]`);
    const end = lines.findIndex((line, i) => i > begin && line.startsWith("["));
    const is_key = (line, i) =>
        i > begin && (end < 0 || i < end) && line.replace(/\s/g, "").startsWith(`${key}=`);
    const others = lines.filter((line, i) => !is_key(line, i));
    if (value !== null) others.splice(begin + 1, 0, `${key} = ${JSON.stringify(value)}`);
    return others.join("\n");
}
