// Rail v1 killed at each of its failpoints, `times` at each, while buyers order, pay, tell the
// webhook and ask again; then each has their job, paid once, and the books agree.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { armed_stack, dies, killed_at, walk } from "./armed.mjs";
import { assay, books_agree } from "./books.mjs";
import { ascii, v1_buyer } from "./orders.mjs";
import { twin_programs } from "./paths.mjs";
import { with_world } from "./world.mjs";
import { open_wrong_clock } from "./wrong_clock.mjs";

const k_patience_ms = 120_000;
const k_pause_ms = 200;
const k_two_hours_s = 7_200;
const k_until_lost_s = 60;
const k_faster_s = 2; // in each pause

// How each step is reached.
const k_steps = {
    order: { by: whole_purchase },
    claim: { by: each_claim },
    judge: { by: each_judgement },
    resubmit: { by: whole_purchase },
    claim_look_again: { by: claim_of_nothing },
    claim_look_now: { by: recheck },
    close_credit: { by: pay_back },
    move_cursor: { by: nothing },
};
// Those change what the chain holds, or its time, or hold back the clocks.
const k_last_steps = {
    relocate: { by: another_block },
    lose: { by: reorganisation },
    remember_undecided: { by: large_transfer },
};
// After those, on a stack of its own whose clock goes along with the chain's. Where there is one,
// `lose` is walked only here.
const k_later_steps = {
    lose: { by: reorganisation },
    credit_orphans: { by: two_hours },
    claim_refuse: { by: two_hours },
};
const k_by_the_operator = [recheck, pay_back];
const k_steps_now = [...Object.keys(k_steps), ...Object.keys(k_last_steps)];
const k_steps_later = Object.keys(k_later_steps);
export const k_v1_steps = [...new Set([...k_steps_now, ...k_steps_later])];

// Returns how many processes died. `plan`: times and tell of walk().
export const walk_v1 = (plan) =>
    with_world(async (world) => {
        const stack = await armed_stack(world);
        const ways = { ...k_steps, ...k_last_steps };
        const clock = open_wrong_clock();
        const now = clock ? k_steps_now.filter((step) => step !== "lose") : k_steps_now;
        let kills = await walk("v1", now, plan, async (step, point) => {
            const { by } = ways[step];
            if (k_by_the_operator.includes(by)) await by(world, stack, point);
            else await Promise.all([killed_at(stack, point), by(world, stack)]);
        });
        await books_agree(stack);
        if (!clock) return kills;
        const later = await armed_stack(world, { env: clock.env });
        let passed_s = 0;
        // Their seconds, and then how many the chain's clock is ahead of ours.
        const pass = (seconds) => {
            clock.set((passed_s += seconds));
            return passed_s;
        };
        kills += await walk("v1", k_steps_later, plan, async (step, point) => {
            const { by } = k_later_steps[step];
            await Promise.all([killed_at(later, point), by(world, later, pass)]);
        });
        await books_agree(later);
        await later.stop();
        clock.close(later.pid);
        return kills;
    });

// From the order to the result, whatever dies on the way.
async function whole_purchase(world, stack) {
    const buyer = await v1_buyer(world, stack);
    const order = await until(() => buyer.order());
    const { transactionHash } = await buyer.pay(order);
    await until(async () => (await buyer.notify(order, transactionHash)).status === 200);
    await until(async () => (await buyer.resubmit(order)).status === 202);
    const job = await until(async () => {
        const { json } = await buyer.poll(order);
        return ["complete", "failed"].includes(json?.status) && json;
    });
    assert.equal(job.payment.tx_hash, transactionHash);
    assert.equal((await world.chain.transfers({ from: buyer.address })).length, 1);
    const owed = job.credits.map(({ reason }) => reason);
    assert.deepEqual(owed, job.status === "complete" ? [] : ["job_failed"]);
}

// A transfer that pays, one that says for nothing what it pays for, and one of a wrong amount.
async function each_judgement(world, stack) {
    await Promise.all([whole_purchase, plain_transfer, wrong_amount].map((by) => by(world, stack)));
}

// One whose transfer is there: it may be credited before the buyer tells of it, and then none is
// recorded. And one of nothing, which always is.
async function each_claim(world, stack) {
    await Promise.all([whole_purchase, claim_of_nothing].map((by) => by(world, stack)));
}

async function claim_of_nothing(world, stack) {
    const buyer = await v1_buyer(world, stack);
    const order = await until(() => buyer.order());
    const tx_hash = `0x${"77".repeat(32)}`;
    await until(async () => (await buyer.notify(order, tx_hash)).status === 202);
}

async function plain_transfer(world, stack) {
    const buyer = await v1_buyer(world, stack);
    const order = await until(() => buyer.order());
    const { transactionHash } = await buyer.transfer(order);
    const refused = async () => {
        const answer = await buyer.notify(order, transactionHash);
        return answer.json?.code === "memo_missing";
    };
    await until(refused);
}

async function wrong_amount(world, stack) {
    const buyer = await v1_buyer(world, stack);
    const order = await until(() => buyer.order());
    const { transactionHash } = await buyer.transfer(order, { memo: ascii(order), value: 7n });
    const owed = await until(async () => {
        const answer = await buyer.notify(order, transactionHash);
        return answer.json?.code === "amount_mismatch" && answer.json.credits;
    });
    assert.deepEqual(owed.map(({ amount }) => amount), ["7"]);
}

async function nothing() {}

// The operator's program dies.
async function recheck(world, stack, point) {
    const buyer = await v1_buyer(world, stack);
    const order = await until(() => buyer.order());
    await until(async () => (await buyer.notify(order, `0x${"78".repeat(32)}`)).status === 202);
    const dying = assay(stack, ["payments", "recheck", order.job_id], {
        program_dir: twin_programs,
        env: { ASSAY_FAILPOINT: `${point}:1` },
    });
    await dies(dying);
}

// The same: what they say again is said once.
async function pay_back(world, stack, point) {
    await wrong_amount(world, stack);
    const { stdout } = await assay(stack, ["credits", "plan"]);
    const { credit } = JSON.parse(stdout.trim().split("\n").at(-1));
    const words = ["credits", "refunded", `${credit}`, "--tx", `0x${"79".repeat(32)}`];
    const env = { ASSAY_FAILPOINT: `${point}:1` };
    await dies(assay(stack, words, { program_dir: twin_programs, env }));
    await assay(stack, words);
}

// A payment that the chain takes back and that is sent again. The loss is noticed when the service
// has looked after half a minute and once more; so much passes faster, the rest as it does.
async function reorganisation(world, stack, pass = () => 0) {
    const buyer = await v1_buyer(world, stack);
    const order = await until(() => buyer.order());
    const before = await world.chain.client.snapshot();
    const { transactionHash } = await buyer.pay(order);
    await until(async () => (await buyer.notify(order, transactionHash)).status === 200);
    await world.chain.revert(before);
    let left_s = k_until_lost_s;
    await until(async () => {
        const seconds = Math.min(left_s, k_faster_s);
        left_s -= seconds;
        await world.chain.go_on({ ahead_s: pass(seconds) });
        return (await buyer.poll(order)).json?.reason === "payment_lost";
    });
    const again = await buyer.pay(order);
    await until(async () => (await buyer.notify(order, again.transactionHash)).status === 200);
}

// A payment that the chain has in another block now, behind another log.
async function another_block(world, stack) {
    const buyer = await v1_buyer(world, stack);
    const order = await until(() => buyer.order());
    const before = await world.chain.client.snapshot();
    const { transactionHash } = await buyer.pay(order);
    await until(async () => (await buyer.notify(order, transactionHash)).status === 200);
    const again = await world.chain.replay(before, transactionHash);
    await until(async () => {
        await world.chain.go_on();
        const { json } = await buyer.notify(order, transactionHash);
        return json?.block_number === Number(again.blockNumber);
    });
    assert.deepEqual((await buyer.poll(order)).json.credits, []);
}

// A transfer that names no order, a claim on one that does not exist, and two hours on the chain,
// whose newest block is of the clock's second then: what is not there is believed of a fresh head
// alone.
async function two_hours(world, stack, pass) {
    const buyer = await v1_buyer(world, stack);
    const order = await until(() => buyer.order());
    await buyer.transfer(order);
    await claim_of_nothing(world, stack);
    await sleep(1_000);
    await world.chain.block_at(Math.floor(Date.now() / 1000) + pass(k_two_hours_s));
}

// One endpoint alone is not believed so much.
async function large_transfer(world, stack) {
    const buyer = await v1_buyer(world, stack);
    const order = await until(() => buyer.order());
    await buyer.transfer(order, { value: 6_000_000n });
}

// Again and again, over broken connections and 502s, until it is true.
export async function until(ask) {
    for (const deadline = Date.now() + k_patience_ms; ; await sleep(k_pause_ms)) {
        let error;
        try {
            const answer = await ask();
            if (answer) return answer;
        } catch (caught) {
            error = caught;
        }
        if (Date.now() > deadline)
            throw new Error(`not within ${k_patience_ms} ms: ${ask}`, { cause: error });
    }
}
