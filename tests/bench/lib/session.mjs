// One run of a bench: its settings, its folder, its report, and what it opened, which is stopped as it
// ends.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../e2e/lib/paths.mjs";
import { Report } from "./report.mjs";

export const setting = (name, fallback) => Number(process.env[name] || fallback);
export const directory = join(repository, "build/bench", String(process.pid));
export const report = new Report();
const opened = [];

// `starting`, once it has started: something with stop().
export async function open(starting) {
    const started = await starting;
    opened.unshift(started);
    return started;
}

// A folder of the run's own.
export function made(name) {
    const path = join(directory, name);
    mkdirSync(path, { recursive: true });
    return path;
}

// `measure()`, and what the report says of its gates. A missed one is told by the exit code only with
// STRICT=1, because a machine with other work misses gates that nothing of ours has moved.
export async function run(measure) {
    mkdirSync(directory, { recursive: true });
    try {
        await measure();
    } finally {
        for (const each of opened) await each.stop();
        rmSync(directory, { recursive: true, force: true });
    }
    process.exitCode = report.finish() || !process.env.STRICT ? 0 : 1;
}
