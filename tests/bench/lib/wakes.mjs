// Wake-ups on a running stack, measured by a program of its own (wake_bench.cpp).
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { programs } from "../../e2e/lib/paths.mjs";

const run = promisify(execFile);
const k_names = { store: "waiting process", request: "answer of a waiting request" };

// {name: {p50, p99, max}} in milliseconds.
export async function measure_wakes(stack, rounds) {
    const { stdout } = await run(join(programs, "wake-bench"), [
        join(stack.run_dir, "assay.db"),
        join(stack.run_dir, "run/wake"),
        new URL(stack.base_url).port,
        String(rounds),
    ]);
    return Object.fromEntries(
        stdout
            .trim()
            .split("\n")
            .map((line) => line.split(" "))
            .map(([name, ...numbers]) => {
                const [p50, p99, max] = numbers.map(Number);
                return [k_names[name], { p50, p99, max }];
            }),
    );
}
