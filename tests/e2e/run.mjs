#!/usr/bin/env node
// Runs the end-to-end cases against a chain, a facilitator and a stack; several processes at once,
// each with its own, since most cases wait most of the time.
//   node run.mjs [WORD...]      only cases whose name or file has all of the words
//   JOBS=4                      so many processes (three for each processor)
//   TIMES=50                    each of them so many times (1), in one run
//   DOOR=mcp, DOOR=both         attacks on payments of rail v2, by tools at /mcp, or by this door and
//                               the routes at random (SEED)
// Last line: "N passed, N failed"; exit 1 when any failed or none ran.
import { fork } from "node:child_process";
import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { all_cases } from "./lib/cases.mjs";
import { by_any_door } from "./lib/doors.mjs";
import { e2e_dir } from "./lib/paths.mjs";

// Most cases wait most of the time; more of them keep each other from being answered in time.
const k_jobs = 3 * availableParallelism();
// How many cases may use at once what a file's `uses` names.
const k_at_once = { browser: 2, processors: 1 };

// What the stacks leave in build/e2e/runs stays as long as this process lives.
process.env.E2E_RUN = String(process.pid);
const words = process.argv.slice(2);
const times = Number(process.env.TIMES || 1);
if (!Number.isInteger(times) || times < 1) {
    console.error(`TIMES=${process.env.TIMES} is no number of times`);
    process.exit(2);
}
const with_words = (await all_cases()).filter(({ name }) => words.every((word) => name.includes(word)));
const named = process.env.DOOR ? by_chosen_door() : with_words;
// `shown` tells the repeats of a case from each other; its `name` is what runs it. The first turn of
// all comes before the second of any, so that a run that is stopped has had some of each.
const wanted = Array.from({ length: times }, (_, turn) =>
    named.map((each) => ({
        ...each,
        shown: times > 1 ? `${each.name} [${turn + 1} of ${times}]` : each.name,
    })),
).flat();
// Those that take long begin first, so that the end waits for none of them alone; before them those
// that share something scarce, since only a few of them run at once.
const queue = wanted.sort(
    (a, b) =>
        Boolean(b.uses) - Boolean(a.uses) ||
        b.takes_s - a.takes_s ||
        b.timeout_ms - a.timeout_ms,
);
const in_use = new Map(Object.keys(k_at_once).map((what) => [what, 0])); // by running cases
const runners = new Set();
let is_interrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.once(signal, () => {
        is_interrupted = true;
        queue.length = 0;
        for (const each of runners) if (each.connected) each.disconnect(); // ends what they started
    });

let passed = 0;
let failed = 0;
const failures = new Map(); // by the name of a case: how many of its repeats failed
const jobs = Math.min(Number(process.env.JOBS || k_jobs), queue.length);
await Promise.all(Array.from({ length: jobs }, run_from_queue));
if (!is_interrupted)
    for (const each of queue) count(each, { ms: 0, problem: "no process was left for it", said: [] });
if (times > 1) {
    for (const [name, many] of failures) console.log(`failed ${many} of ${times} times: ${name}`);
    console.log(`${named.length} ${named.length === 1 ? "case" : "cases"}, ${times} times each`);
}
// As it is, other programs read it (.ci/suites).
console.log(`${passed} passed, ${failed} failed`);
process.exit(is_interrupted ? 130 : failed > 0 || passed === 0 ? 1 : 0);

function by_chosen_door() {
    process.env.SEED ??= String(randomInt(2 ** 32));
    console.log(`DOOR=${process.env.DOOR} SEED=${process.env.SEED}`);
    return by_any_door(with_words, console.log);
}

// The next one that may run now; undefined: none, for now.
function take_next() {
    const at = queue.findIndex(may_run);
    if (at < 0) return undefined;
    const [next] = queue.splice(at, 1);
    if (next.uses) in_use.set(next.uses, in_use.get(next.uses) + 1);
    return next;
}

function may_run({ uses }) {
    return !uses || in_use.get(uses) < k_at_once[uses];
}

function give_back(ended) {
    if (ended?.uses) in_use.set(ended.uses, in_use.get(ended.uses) - 1);
}

async function run_from_queue() {
    while (queue.some(may_run)) {
        const runner = fork(join(e2e_dir, "lib/case_runner.mjs"));
        runners.add(runner);
        let current;
        let has_failed = false;
        runner.on("message", (outcome) => {
            if (outcome.name) count(current, outcome);
            give_back(current);
            // What a failed case has begun may still go on: those after it get a process of their own.
            has_failed = Boolean(outcome.problem);
            current = has_failed ? undefined : take_next();
            runner.send({ name: current?.name });
        });
        runner.on("error", () => runner.kill("SIGKILL")); // it hears nothing any more
        const [code, signal] = await new Promise((ended) => {
            runner.once("exit", (...how) => ended(how));
        });
        runners.delete(runner);
        give_back(current);
        if (is_interrupted) return;
        if (code === 0 && has_failed) continue;
        if (code === 0 && current === undefined) return;
        const problem =
            `the process of the case ended: ${signal ?? code}; its stacks left ` +
            `build/e2e/runs/${process.pid}-${runner.pid}-*`;
        const what = current ?? { name: "what runs cases", shown: "what runs cases" };
        count(what, { ms: 0, problem, said: [] });
        if (current === undefined) return; // it did not come so far as to ask for one
    }
}

function count({ name, shown }, { ms, problem, said }) {
    if (problem) {
        ++failed;
        failures.set(name, (failures.get(name) ?? 0) + 1);
    } else ++passed;
    console.log(`${problem ? "FAIL" : "ok  "}  ${shown} (${ms} ms)`);
    for (const text of said) console.log(text);
    if (problem) console.log(indented(problem));
}

function indented(text) {
    return text
        .split("\n")
        .map((line) => `      ${line}`)
        .join("\n");
}
