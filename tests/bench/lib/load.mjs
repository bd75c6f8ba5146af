// Load by wrk, and what it costs the servers.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { descendants } from "../../e2e/lib/process.mjs";

const run = promisify(execFile);
const k_ticks_per_second = 100; // USER_HZ of every Linux
const k_refused_share = 0.01;
// As many as the slow pool has threads.
export const k_connections = 32;

// A request as wrk wants it: `headers` is an object, `body` a text, `lua` what else wrk shall run.
export function write_script(directory, name, { method = "GET", headers = {}, body, lua } = {}) {
    const lines = [`wrk.method = ${JSON.stringify(method)}`];
    for (const [key, value] of Object.entries(headers)) {
        lines.push(`wrk.headers[${JSON.stringify(key)}] = ${JSON.stringify(value)}`);
    }
    if (body !== undefined) lines.push(`wrk.body = ${JSON.stringify(body)}`);
    if (lua) lines.push(lua);
    const file = join(directory, `${name}.lua`);
    writeFileSync(file, lines.join("\n") + "\n");
    return file;
}

// `roots`: processes of the server, whose descendants count too; `programs`: only those of them that
// run one of these. Returns {rate, p50, p99, cpu_us, requests, refused, wrong}: requests per second,
// milliseconds, processor time of the server per request, how many answers were none of 2xx or 3xx,
// and how many did not come.
export async function load({ url, script, roots = [], programs, connections = k_connections }, seconds) {
    const before = processor_us(roots, programs);
    const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "-s", script, url];
    const { stdout } = await run("wrk", args);
    const spent = processor_us(roots, programs) - before;
    const percentile = (share) => milliseconds(stdout.match(new RegExp(`^ +${share}% +(\\S+)`, "m"))[1]);
    const requests = Number(stdout.match(/(\d+) requests in/)[1]);
    const errors = stdout.match(/Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/);
    return {
        rate: Number(stdout.match(/Requests\/sec:\s+(\S+)/)[1]),
        p50: percentile(50),
        p99: percentile(99),
        cpu_us: requests === 0 ? NaN : spent / requests,
        requests,
        refused: Number(stdout.match(/Non-2xx or 3xx responses: (\d+)/)?.[1] ?? 0),
        wrong: errors ? errors.slice(1).reduce((sum, each) => sum + Number(each), 0) : 0,
    };
}

// Likewise, of a target that grants every request: refusals count among what did not come, and more
// than a few mean that something else was measured.
export async function load_granted(target, seconds) {
    const found = await load(target, seconds);
    if (found.refused > k_refused_share * found.requests) {
        throw new Error(`${target.url} refused ${found.refused} of ${found.requests} requests`);
    }
    return { ...found, wrong: found.wrong + found.refused };
}

// Processor time of every process of `roots` and below, those included that have ended below them.
export function processor_us(roots, programs) {
    const ticks = processes_of(roots)
        .filter(({ name }) => !programs || programs.includes(name))
        .reduce((sum, { pid }) => {
            const fields = read(`/proc/${pid}/stat`)?.replace(/^.*\) /s, "").split(" ");
            return fields ? sum + fields.slice(11, 15).reduce((all, each) => all + Number(each), 0) : sum;
        }, 0);
    return (ticks / k_ticks_per_second) * 1e6;
}

// Every process of `roots` with all below it: [{pid, name, rss_mb}].
export function processes_of(roots) {
    return all_of(roots)
        .map((pid) => {
            const status = read(`/proc/${pid}/status`);
            const rss = status?.match(/^VmRSS:\s+(\d+) kB/m);
            return rss && { pid, name: status.match(/^Name:\s+(.*)/)[1], rss_mb: rss[1] / 1024 };
        })
        .filter(Boolean);
}

function all_of(roots) {
    return roots.flatMap((pid) => [pid, ...descendants(pid).map((each) => each.pid)]);
}

function read(file) {
    try {
        return readFileSync(file, "utf8");
    } catch {
        return undefined; // gone in between
    }
}

function milliseconds(text) {
    const [, number, unit] = text.match(/^([\d.]+)(us|ms|s)$/);
    return Number(number) * { us: 0.001, ms: 1, s: 1000 }[unit];
}
