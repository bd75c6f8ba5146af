// The anchorer killed at each of its failpoints, `times` at each, while buyers buy; then each hash
// is in the chain once, by nonces without a gap.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import {
    alarmed,
    anchored,
    anchored_stack,
    bought,
    is_stamped,
    make_final,
    nonces_are_whole,
    nothing_waits,
    overtaken,
    sent_by,
    times_held,
    use_key,
    without_blocks,
} from "./anchor.mjs";
import { armed_stack, dies, killed_at, walk } from "./armed.mjs";
import { assay, books_agree } from "./books.mjs";
import { eas } from "./eas.mjs";
import { twin_programs } from "./paths.mjs";
import { eventually } from "./process.mjs";
import { with_world } from "./world.mjs";
import { hastened, open_wrong_clock } from "./wrong_clock.mjs";

const k_batch_ms = 2_000;
const k_look_s = 11;

// How each step is reached.
const k_steps = {
    sign_anchor: purchase,
    begin_anchor: purchase,
    send_anchor: purchase,
    anchor_mined: purchase,
    set_anchor_aside: stranger,
    wish_anchor: operator,
    take_wish: flush,
    attempt_anchor_again: no_block,
    anchor_failed: race,
    accept_foreign: foreign_use,
    anchor_lost: reorganisation,
    anchor_final: finality,
};
export const k_anchor_steps = Object.keys(k_steps);

// Returns how many processes died. `plan`: times and tell of walk().
export const walk_anchor = (plan) =>
    with_world(async (world) => {
        const wishes = { anchor: { batch_interval: `${k_batch_ms / 1_000}s`, bump_after: "5s", max_fee_gwei: "50" } };
        const clock = open_wrong_clock();
        const open = (options) => armed_stack(world, { ...options, env: clock?.env });
        const stack = Object.assign(await anchored_stack(world, wishes, open), { clock });
        const jobs = [];
        const kills = await walk("anchor", k_anchor_steps, plan, async (step, point) => {
            jobs.push(await k_steps[step](world, stack, killed_at(stack, point)));
        });
        for (const { job_id } of jobs)
            await anchored(stack, job_id, ["mined", "final"], { timeout_ms: 60_000 });
        const { anchor_account: account } = stack;
        const sent = await sent_by(world.chain, account);
        for (const { job_id, result_hash } of jobs)
            assert.equal(await times_held(world.chain, account, result_hash, sent), 1, job_id);
        assert.ok(await nonces_are_whole(world.chain, account));
        await books_agree(stack);
        await stack.stop();
        clock?.close(stack.pid);
        return kills;
    });

// Each resolves with the job when the process has died.

async function purchase(world, stack, killed) {
    const job = await bought(world, stack);
    await killed;
    return job;
}

// Buys until `act(job)` comes before the anchorer's next batch: on a busy machine it may not.
async function in_time(world, stack, act) {
    for (;;) {
        const job = await bought(world, stack);
        if (await act(job)) return job;
        await nothing_waits(stack);
    }
}

async function stranger(world, stack, killed) {
    const died = killed.then(() => true);
    return in_time(world, stack, async ({ result_hash }) => {
        const { status } = await eas(world.chain).stamp([result_hash]);
        return status === "success" && Promise.race([died, sleep(k_batch_ms * 10, false)]);
    });
}

// It is the operator's program that dies.
async function operator(world, stack, killed) {
    const job = await bought(world, stack);
    const env = { ASSAY_FAILPOINT: stack.failpoints };
    await dies(assay(stack, ["anchor", "flush"], { program_dir: twin_programs, env }));
    await killed;
    return job;
}

async function flush(world, stack, killed) {
    const job = purchase(world, stack, killed);
    await assay(stack, ["anchor", "flush"]);
    return job;
}

async function no_block(world, stack, killed) {
    await nothing_waits(stack);
    return in_time(world, stack, ({ result_hash }) =>
        without_blocks(world.chain, async () => {
            if (await is_stamped(world.chain, result_hash)) return false;
            await killed;
            return true;
        }),
    );
}

async function race(world, stack, killed) {
    await nothing_waits(stack);
    const job = await in_time(world, stack, (sold) => overtaken(world.chain, stack, sold));
    await killed;
    return job;
}

async function foreign_use(world, stack, killed) {
    await nothing_waits(stack);
    await use_key(world.chain, stack.anchor_account);
    const job = await bought(world, stack);
    await alarmed(stack, "anchor_key_used");
    await assay(stack, ["anchor", "retry"]);
    await killed;
    return job;
}

async function reorganisation(world, stack, killed) {
    await nothing_waits(stack);
    const job = await bought(world, stack);
    const { anchor } = await anchored(stack, job.job_id, ["mined"]);
    await world.chain.take_back(anchor.block_number);
    await looked_at(stack, killed);
    const is_back = eventually("it is back", () => is_stamped(world.chain, job.result_hash), {
        timeout_ms: 60_000,
    });
    await looked_at(stack, is_back);
    return job;
}

async function finality(world, stack, killed) {
    const job = await bought(world, stack);
    await anchored(stack, job.job_id, ["mined"]);
    await make_final(world.chain);
    await looked_at(stack, killed);
    await looked_at(stack, anchored(stack, job.job_id, ["final"]));
    return job;
}

// The anchorer looks at what is mined every ten seconds.
const looked_at = (stack, waited) => hastened(stack.clock, stack, waited, { step_s: k_look_s });
