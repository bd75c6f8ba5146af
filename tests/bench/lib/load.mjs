// Load by wrk, and what it costs the servers.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { descendants } from "../../e2e/lib/stack.mjs";

const run = promisify(execFile);
const k_ticks_per_second = 100; // USER_HZ of every Linux
const k_connections = 32;

// A request as wrk wants it: `headers` is an object, `body` a text.
export function write_script(directory, name, { method = "GET", headers = {}, body } = {}) {
    const lines = [`wrk.method = ${JSON.stringify(method)}`];
    for (const [key, value] of Object.entries(headers)) {
        lines.push(`wrk.headers[${JSON.stringify(key)}] = ${JSON.stringify(value)}`);
    }
    if (body !== undefined) lines.push(`wrk.body = ${JSON.stringify(body)}`);
    const file = join(directory, `${name}.lua`);
    writeFileSync(file, lines.join("\n") + "\n");
    return file;
}

// `roots`: processes of the server, whose descendants count too. Returns {rate, p50, p99, cpu_us,
// wrong}: requests per second, milliseconds, processor time of the server per request, and how many
// answers did not come.
export async function load({ url, script, roots }, seconds) {
    const before = processor_ticks(roots);
    const args = ["-t1", `-c${k_connections}`, `-d${seconds}s`, "--latency", "-s", script, url];
    const { stdout } = await run("wrk", args);
    const ticks = processor_ticks(roots) - before;
    const percentile = (share) => milliseconds(stdout.match(new RegExp(`^ +${share}% +(\\S+)`, "m"))[1]);
    const requests = Number(stdout.match(/(\d+) requests in/)[1]);
    const errors = stdout.match(/Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/);
    return {
        rate: Number(stdout.match(/Requests\/sec:\s+(\S+)/)[1]),
        p50: percentile(50),
        p99: percentile(99),
        cpu_us: requests === 0 ? NaN : (ticks / k_ticks_per_second / requests) * 1e6,
        wrong: errors ? errors.slice(1).reduce((sum, each) => sum + Number(each), 0) : 0,
    };
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

export function median(numbers) {
    const sorted = [...numbers].sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function all_of(roots) {
    return roots.flatMap((pid) => [pid, ...descendants(pid).map((each) => each.pid)]);
}

function processor_ticks(roots) {
    return all_of(roots).reduce((sum, pid) => {
        const fields = read(`/proc/${pid}/stat`)?.replace(/^.*\) /s, "").split(" ");
        return fields ? sum + Number(fields[11]) + Number(fields[12]) : sum;
    }, 0);
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
