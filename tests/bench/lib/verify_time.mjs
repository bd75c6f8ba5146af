// How long assay-run takes for a text of 100 KB, as the worker starts it: a process for each job.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { programs } from "../../e2e/lib/paths.mjs";
import { median } from "./rounds.mjs";
import { report_of } from "./text.mjs";

const k_bytes = 100_000;
const k_runs = 9;

// Median of the whole process, in milliseconds.
export async function time_verify(directory) {
    const input = join(directory, "text.json");
    writeFileSync(input, JSON.stringify({ payload: report_of(k_bytes) }));
    const times = [];
    for (let i = 0; i < k_runs; ++i) {
        // The shell's own clock: starting a process from here takes longer than many a program.
        const script = `TIMEFORMAT=%R; time "${join(programs, "assay-run")}" verify_basic <"${input}" >/dev/null 2>&1`;
        const printed = execFileSync("bash", ["-c", `{ ${script}; } 2>&1`], { encoding: "utf8" });
        times.push(Number(printed.trim()) * 1000);
    }
    return median(times);
}
