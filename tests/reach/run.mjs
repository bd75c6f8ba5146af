#!/usr/bin/env node
// Which lines of src only our own cases reach: what no text by others ever runs was fitted to them, or
// guards against what is rare. Prints each room and the worst files; judges nothing, and exits 0.
//   node run.mjs PROGRAM      tests/reach/run_texts.cpp, built by `make MODE=reach`
// Settings by environment: SEED=1, which documents of this machine; BESIDE=../shared, where texts by
// others may lie.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { by_room, compare, counts_of, table } from "./lines.mjs";
import { own, untuned } from "./texts.mjs";

const k_worst = 40;
const k_profiles = "build/reach/profiles";

const program = process.argv[2];
const seed = process.env.SEED || "1";
const beside = process.env.BESIDE || "../shared";
const at_once = availableParallelism?.() ?? cpus().length;

// Processes of one kind add their counts up in the same few files (%4m).
function read_all(kind, requests) {
    return new Promise((resolve, reject) => {
        const child = spawn(program, {
            stdio: ["pipe", "ignore", "inherit"],
            env: { ...process.env, LLVM_PROFILE_FILE: `${k_profiles}/${kind}-%4m.profraw` },
        });
        child.stdin.on("error", () => {}); // ended before it had read all; its status tells
        child.on("error", reject);
        child.on("close", (status, signal) => resolve(signal ?? status));
        child.stdin.end(requests.map((each) => `${JSON.stringify(each)}\n`).join(""));
    });
}

async function run(kind, lists) {
    const begun = performance.now();
    const requests = lists.flatMap((each) => each.requests);
    const shares = Array.from({ length: at_once }, (_, part) =>
        requests.filter((_each, index) => index % at_once === part));
    const ends = await Promise.all(shares.map((share) => read_all(kind, share)));
    const told = lists.map((each) => `${each.requests.length} ${each.name}`).join(", ");
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    console.log(`${kind}: ${told}; ${seconds} s`);
    for (const end of ends.filter((each) => each !== 0))
        console.log(`${kind}: a process ended with ${end}; its requests are named above`);
    const profiles = readdirSync(k_profiles).filter((name) => name.startsWith(`${kind}-`));
    return counts_of(program, profiles.map((name) => `${k_profiles}/${name}`),
        `${k_profiles}/${kind}.profdata`);
}

rmSync(k_profiles, { recursive: true, force: true });
mkdirSync(k_profiles, { recursive: true });
const by_untuned = await run("untuned", untuned(seed, beside));
const files = compare(by_untuned, await run("own", own(seed)));

const rooms = by_room(files);
const is_run = ({ lines, never, only_own }) => never - only_own < lines;
console.log(`\n${table("room", rooms.filter(is_run))}`);
const idle = rooms.filter((each) => !is_run(each)).map((each) => each.name);
if (idle.length > 0) console.log(`in the program, and not run: ${idle.join(", ")}`);
const worst = files.sort((a, b) => b.only_own - a.only_own || b.never - a.never).slice(0, k_worst);
console.log(`\n${table(`the ${k_worst} files with the most`, worst)}`);
