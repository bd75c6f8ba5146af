// A network of this process alone, with floods/internet.mjs as the internet behind it: pages that
// are really fetched, names that are really looked up, and not one packet that leaves this host.
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { request } from "./http.mjs";
import { e2e_dir, scratch } from "./paths.mjs";
import { start_process } from "./process.mjs";

const run = promisify(execFile);
const k_sign = "ASSAY_OWN_INTERNET";
const k_resolver = "12.5.5.53";
const k_counts = "http://12.5.5.80/";

export const silent_page = (n) => `http://12.1.${1 + (n >> 8)}.${n & 255}/${n}`;
export const odd_page = (name) => `http://12.3.0.1/${name}`;
export const open_page = (n) => `http://12.2.0.${1 + (n % 250)}/${n}`;

// Runs the program that calls it again, in namespaces of its own, and ends with its status. Returns
// {counts, stop} in there. Without root: undefined, and the network is the host's.
export async function own_internet() {
    if (process.getuid() !== 0) return undefined;
    if (!process.env[k_sign]) process.exit(again());
    process.env.PATH += ":/usr/sbin:/sbin";
    const ip = (...words) => run("ip", words);
    await ip("link", "set", "lo", "up");
    // setpriv, unshare and node are one process after the other.
    const there = start_process("unshare", ["--net", process.execPath, "-e", k_wait_for_net]);
    await there.until_logged(/ready/, 20_000);
    const cable = ["here", "type", "veth", "peer", "name", "there", "netns", String(there.pid)];
    await ip("link", "add", ...cable);
    await ip("addr", "add", "11.0.1.1/24", "dev", "here");
    await ip("link", "set", "here", "up");
    await ip("route", "add", "default", "via", "11.0.1.254");
    await there.until_logged(/listening/, 20_000);
    return {
        counts: async () => JSON.parse((await request("GET", k_counts)).text),
        stop: () => there.stop(),
    };
}

// Waits for its end of the cable, and is the internet then.
const k_wait_for_net = `
const { execFileSync } = require("node:child_process");
const ip = (...words) => execFileSync("ip", words, { stdio: ["ignore", "ignore", "pipe"] });
console.log("ready");
const wait = () => {
    try {
        ip("addr", "add", "11.0.1.254/24", "dev", "there");
    } catch {
        return setTimeout(wait, 50);
    }
    ip("link", "set", "lo", "up");
    ip("link", "set", "there", "up");
    ip("route", "add", "local", "12.0.0.0/8", "dev", "lo");
    import(${JSON.stringify(join(e2e_dir, "floods/internet.mjs"))});
};
wait();
`;

function again() {
    mkdirSync(scratch, { recursive: true });
    const names = join(scratch, `resolv-${process.pid}.conf`);
    writeFileSync(names, `nameserver ${k_resolver}\n`);
    const { status } = spawnSync(
        "unshare",
        [
            ...["--net", "--mount", "setpriv", "--pdeathsig", "TERM", "sh", "-c"],
            'mount --bind "$0" /etc/resolv.conf && rm "$0" && exec "$@"',
            ...[names, process.execPath, ...process.argv.slice(1)],
        ],
        { stdio: "inherit", env: { ...process.env, [k_sign]: "1" } },
    );
    return status ?? 1;
}
