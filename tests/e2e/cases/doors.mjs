// What payments of rail v2 must withstand, when each request comes by the product's route or as a call of
// its tool at /mcp, at random: the cases are those of the files named here. DOOR=both of run.mjs has more.
import { randomInt } from "node:crypto";
import { buy_among_attacks } from "../lib/attacks.mjs";
import { run_case } from "../lib/cases.mjs";
import { with_world } from "../lib/world.mjs";
import lost_answers from "./lost_answers.mjs";
import replay_and_races from "./replay_and_races.mjs";
import same_request from "./same_request.mjs";
import tampering from "./tampering.mjs";

const k_timeout_ms = 300_000;
const k_files = { lost_answers, replay_and_races, same_request, tampering };

export default function (test) {
    const by_both_doors = (name, run) =>
        test(`${name}, by both doors`, async () => {
            const seed = Number(process.env.SEED ?? randomInt(2 ** 32));
            console.log(`      ${name}: SEED=${seed}`);
            await run({ door: { by: "both", seed } });
        }, { timeout_ms: k_timeout_ms });

    for (const [file, declare] of Object.entries(k_files))
        by_both_doors(file, (stacks) => with_world((world) => all_of(declare, world), { stacks }));

    by_both_doors("beside a stranger who copies, floods and pays for nothing", async (stacks) => {
        const page = (n) => `http://nowhere${n}.netlab/`;
        await buy_among_attacks({ purchases: 12, seed: 1, page, stacks });
    });
}

// One after the other; says of all that fail.
async function all_of(declare, world) {
    const cases = [];
    declare((name, run, { timeout_ms = k_timeout_ms } = {}) => cases.push({ name, run, timeout_ms }));
    const failed = [];
    for (const each of cases) {
        const { problem } = await run_case(each, world);
        if (problem) failed.push(`${each.name}: ${problem}`);
    }
    if (failed.length > 0) throw new Error(failed.join("\n"));
}
