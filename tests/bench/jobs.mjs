#!/usr/bin/env node
// What a job costs once it is sold, and how many results a second come of it: jobs of a small text wait
// while the worker stands still, then it goes on. With another revision's tree, beside that one:
// interleaved rounds, of which each side begins every second one.
//   node jobs.mjs [TREE]      the other revision's tree, built
// Settings by environment: ROUNDS=6 JOBS=300 STRICT=, as run.mjs has them.
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { repository } from "../e2e/lib/paths.mjs";
import { start_yes_facilitator } from "./lib/facilitator.mjs";
import { parts_of, sell_and_work } from "./lib/jobs.mjs";
import { median, paired_ratio } from "./lib/rounds.mjs";
import { made, open, report, run, setting } from "./lib/session.mjs";

const rounds = setting("ROUNDS", 6);
const jobs = setting("JOBS", 300);
const k_child_ms = 10; // of processor time at most
const k_worker_ms = 6;
const k_least = 0.95; // of the other revision's results a second

const [, , tree] = process.argv;
await run(measure);

async function measure() {
    const facilitator = await open(start_yes_facilitator(made("facilitator")));
    const sides = { now: await open_side(facilitator, repository) };
    if (tree) sides.before = await open_side(facilitator, resolve(tree));
    const names = Object.keys(sides);
    const samples = Object.fromEntries(names.map((name) => [name, []]));
    for (const name of names) await sell_and_work(sides[name], jobs); // warms up, and is not counted
    for (let round = 0; round < rounds; ++round) {
        for (const name of round % 2 ? [...names].reverse() : names)
            samples[name].push(await sell_and_work(sides[name], jobs));
    }
    for (const name of names) tell(name, samples[name]);
    const of = (part) => median(samples.now.map((each) => parts_of(each)[part]));
    report.gate("processor time of a child", of("child"), "<=", k_child_ms, "ms");
    report.gate("processor time of the worker for a job", of("worker"), "<=", k_worker_ms, "ms");
    if (!tree) return;
    const all = { now: { all: samples.now }, before: { all: samples.before } };
    report.gate("results/s, now / before", paired_ratio(all.now, all.before), ">=", k_least, "x");
}

function tell(name, samples) {
    const of = (key) => median(samples.map((each) => each[key]));
    const parts = ["worker_user", "worker_system", "child_user", "child_system"];
    const each = parts.map((part) => `${part.replace("_", " ")} ${of(part).toFixed(2)}`);
    report.note(`${name}: ${of("rate").toFixed(0)} results/s; ms a job: ${each.join(", ")}`);
}

// The stack as its own revision starts it: another one knows other keys of the configuration.
async function open_side(facilitator, root) {
    const { start_stack } = await import(pathToFileURL(join(root, "tests/e2e/lib/stack.mjs")));
    const overrides = { sla: { verify_basic: "86400s" } };
    const chain = { chain_id: 8453, url: "http://127.0.0.1:9" };
    return open(start_stack({ chain, facilitator, overrides }));
}
