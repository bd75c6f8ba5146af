// Stacks whose processes die at failpoints (src/base/failpoint.hpp) when a test says so.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch, twin_programs } from "./paths.mjs";
import { eventually } from "./process.mjs";
import { free_clock_of_dead } from "./wrong_clock.mjs";

export const k_sides = ["before", "after"];
// The lease of a reservation, and what a busy machine may add.
const k_reach_ms = 300_000;
let stacks = 0;

// `failpoint` arms every process from the start ("name:n"); without it arm() does, one at a time.
export async function armed_stack(world, options = {}, failpoint = undefined) {
    const failpoints = join(scratch, "failpoints", `${process.pid}-${++stacks}`);
    mkdirSync(failpoints, { recursive: true });
    const { env, ...more } = options;
    const stack = await world.open_stack({
        program_dir: twin_programs,
        env: { ...env, ASSAY_FAILPOINT: failpoint ?? failpoints },
        ...more,
    });
    if (env?.FAKETIME_TIMESTAMP_FILE) free_clock_of_dead(stack.pid);
    return Object.assign(stack, { failpoints });
}

// The next process that comes there dies.
export function arm(stack, point) {
    const file = join(stack.failpoints, point);
    writeFileSync(file, "");
    return file;
}

// Arms it; resolves when a process has died there.
export async function killed_at(stack, point) {
    const armed = arm(stack, point);
    await eventually(`${point} is reached`, () => !existsSync(armed), {
        timeout_ms: k_reach_ms,
        interval_ms: 5,
    });
}

// The next process that comes to `point` waits there until release(); reached() resolves when it does.
export function hold(stack, point) {
    const file = join(stack.failpoints, point);
    writeFileSync(`${file}.hold`, "");
    return {
        reached: () =>
            eventually(`a process waits at ${point}`, () => existsSync(`${file}.held`), {
                timeout_ms: k_reach_ms,
                interval_ms: 5,
            }),
        release: () => rmSync(`${file}.held`),
    };
}

// An operator's program (`dying`, started with that failpoint) is killed there.
export const dies = (dying) => assert.rejects(dying, ({ signal }) => signal === "SIGKILL");

// Goes to both sides of every step of `steps`, `times` to each: `kill(step, point)` resolves when a
// process has died there. Returns how many did; `tell(line)` hears of each step.
export async function walk(name, steps, { times, tell = () => undefined }, kill) {
    let kills = 0;
    for (const step of steps) {
        for (const point of points(step, times)) {
            await kill(step, point);
            ++kills;
        }
        tell(`${name} ${step}`);
    }
    return kills;
}

// Both sides of a step, each `times` times.
export const points = (step, times) =>
    k_sides.flatMap((side) => Array.from({ length: times }, () => `${step}.${side}`));
