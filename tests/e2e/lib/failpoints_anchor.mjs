// The anchorer killed at each of its failpoints, `times` at each, while buyers buy; then each hash
// is in the chain once, by nonces without a gap.
import assert from "node:assert/strict";
import {
    anchored,
    anchored_stack,
    is_stamped,
    make_final,
    nonces_are_whole,
    sent_by,
    times_held,
} from "./anchor.mjs";
import { armed_stack, killed_at, points } from "./armed.mjs";
import { assay, books_agree } from "./books.mjs";
import { eas } from "./eas.mjs";
import { eventually } from "./process.mjs";
import { await_job, payer } from "./purchase.mjs";
import { open_world } from "./world.mjs";

// How each step is reached.
const k_steps = {
    sign_anchor: { by: purchase },
    begin_anchor: { by: purchase },
    send_anchor: { by: purchase },
    anchor_mined: { by: purchase },
    set_anchor_aside: { by: stranger },
    take_wish: { by: flush },
    anchor_lost: { by: reorganisation },
    anchor_final: { by: finality },
};
// Where a kill needs a chain that mines nothing, or somebody else with the key:
// tests/unit/work/anchorer* have what comes of them, and each is one transaction.
const k_walked_apart = ["attempt_anchor_again", "anchor_failed", "accept_foreign", "wish_anchor"];
export const k_anchor_steps = [...Object.keys(k_steps), ...k_walked_apart];

// Returns how many processes died.
export async function walk_anchor({ times, tell = () => undefined }) {
    const world = await open_world();
    try {
        return await walk(world, times, tell);
    } finally {
        await world.close();
    }
}

async function walk(world, times, tell) {
    const wishes = { anchor: { batch_interval: "2s" } };
    const stack = await anchored_stack(world, wishes, (options) => armed_stack(world, options));
    const bought = [];
    let kills = 0;
    for (const [step, { by }] of Object.entries(k_steps)) {
        for (const point of points(step, times)) {
            const sale = by(world, stack, killed_at(stack, point));
            bought.push(await sale);
            ++kills;
        }
        tell(`anchor ${step}`);
    }
    for (const { job_id } of bought)
        await anchored(stack, job_id, ["mined", "final"], { timeout_ms: 60_000 });
    const { anchor_account: account } = stack;
    const sent = await sent_by(world.chain, account);
    for (const { job_id, result_hash } of bought)
        assert.equal(await times_held(world.chain, account, result_hash, sent), 1, job_id);
    assert.ok(await nonces_are_whole(world.chain, stack.anchor_account));
    await books_agree(stack);
    return kills;
}

// Each resolves with the job when the process has died.

async function purchase(world, stack, killed) {
    const { json } = await (await payer(world, stack)).send();
    const { json: job } = await await_job(stack.base_url, json.job_id);
    await killed;
    return job;
}

async function stranger(world, stack, killed) {
    const { json } = await (await payer(world, stack)).send();
    const { json: job } = await await_job(stack.base_url, json.job_id);
    await eas(world.chain).stamp([job.result_hash]);
    await killed;
    return job;
}

async function flush(world, stack, killed) {
    const job = purchase(world, stack, killed);
    await assay(stack, ["anchor", "flush"]);
    return job;
}

async function reorganisation(world, stack, killed) {
    const { json } = await (await payer(world, stack)).send();
    const { json: job } = await await_job(stack.base_url, json.job_id);
    await anchored(stack, job.job_id, ["mined"]);
    await world.chain.client.request({ method: "anvil_rollback", params: [1] });
    await killed;
    await eventually("it is back", () => is_stamped(world.chain, job.result_hash), {
        timeout_ms: 60_000,
    });
    return job;
}

async function finality(world, stack, killed) {
    const { json } = await (await payer(world, stack)).send();
    const { json: job } = await await_job(stack.base_url, json.job_id);
    await anchored(stack, job.job_id, ["mined"]);
    await make_final(world.chain);
    await killed;
    await anchored(stack, job.job_id, ["final"]);
    return job;
}
