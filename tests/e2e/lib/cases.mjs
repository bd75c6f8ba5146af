// The end-to-end cases: what the files of cases/ declare, and how one is run.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { request } from "./http.mjs";
import { e2e_dir } from "./paths.mjs";
import { eventually } from "./process.mjs";

const k_case_timeout_ms = 120_000;

// Every case as {name, run(world), timeout_ms, takes_s, uses}, in the order of the files. A file
// that exports `uses` names what only few cases may use at once: a browser, or most of a small
// machine's processors. `takes_s`: what a case that takes long takes, so that it begins early.
export async function all_cases() {
    const cases = [];
    for (const file of readdirSync(join(e2e_dir, "cases")).sort()) {
        const { default: declare, uses } = await import(join(e2e_dir, "cases", file));
        const theme = file.replace(".mjs", "");
        declare((name, run, { timeout_ms = k_case_timeout_ms, takes_s = 0 } = {}) => {
            cases.push({ name: `${theme}: ${name}`, run, timeout_ms, takes_s, uses });
        });
    }
    return cases;
}

// Runs a case in a world, and stops the stacks that it has opened there. Returns {ms, problem};
// `problem` is the text of what went wrong, and the logs of all its stacks.
export async function run_case({ run, timeout_ms }, world) {
    const begin = performance.now();
    let problem;
    try {
        world.facilitator.reset();
        await sells(world.stack);
        await bounded(run(world), timeout_ms);
    } catch (error) {
        problem = `${error?.stack ?? error}\n--- logs of the stacks\n${world.logs()}`;
    }
    const ms = Math.round(performance.now() - begin);
    await world.close_more();
    return { ms, problem };
}

// What a case before left, or a machine that was too busy to make blocks, may have closed the shop.
async function sells({ base_url }) {
    await eventually("the chain is seen", async () => {
        const { json } = await request("GET", new URL("/health", base_url));
        return !json.alarms.some(({ code }) => code.startsWith("rpc_"));
    });
}

async function bounded(promise, timeout_ms) {
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`not finished in ${timeout_ms} ms`)), timeout_ms);
    });
    try {
        return await Promise.race([promise, late]);
    } finally {
        clearTimeout(timer);
    }
}
