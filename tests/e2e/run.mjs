#!/usr/bin/env node
// Runs the end-to-end cases against a chain, a facilitator and a stack of its own.
//   node run.mjs [WORD...]      only cases whose name or file has all of the words
// Last line: "N passed, N failed"; exit 1 when any failed or none ran.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { e2e_dir } from "./lib/paths.mjs";
import { open_world } from "./lib/world.mjs";

const k_case_timeout_ms = 120_000;
const words = process.argv.slice(2);
const cases = [];
for (const file of readdirSync(join(e2e_dir, "cases")).sort()) {
    const { default: declare } = await import(join(e2e_dir, "cases", file));
    const theme = file.replace(".mjs", "");
    declare((name, run, { timeout_ms = k_case_timeout_ms } = {}) => {
        cases.push({ name: `${theme}: ${name}`, run, timeout_ms });
    });
}

let passed = 0;
let failed = 0;
try {
    await run_all();
} catch (error) {
    ++failed;
    console.log(`FAIL  the world the cases need\n${indented(error?.stack ?? String(error))}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

async function run_all() {
    const world = await open_world();
    try {
        for (const { name, run, timeout_ms } of cases) {
            if (!words.every((word) => name.includes(word))) continue;
            const begin = Date.now();
            const told = () => `${name} (${Date.now() - begin} ms)`;
            try {
                world.facilitator.reset();
                await bounded(run(world), timeout_ms);
                ++passed;
                console.log(`ok    ${told()}`);
            } catch (error) {
                ++failed;
                console.log(`FAIL  ${told()}\n${indented(error?.stack ?? String(error))}`);
            }
        }
        if (failed > 0) console.log(`--- logs of the stack\n${world.stack.log()}`);
    } finally {
        await world.close();
    }
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

function indented(text) {
    return text
        .split("\n")
        .map((line) => `      ${line}`)
        .join("\n");
}
