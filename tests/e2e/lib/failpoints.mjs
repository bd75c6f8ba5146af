// Kills the service at each of its failpoints (src/base/failpoint.hpp), `times` at each, while buyers
// buy; then everybody must have been served once and the books must agree.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { arm, armed_stack, dies, k_sides, killed_at, points } from "./armed.mjs";
import { assay, books_agree } from "./books.mjs";
import { k_anchor_steps } from "./failpoints_anchor.mjs";
import { k_v1_steps } from "./failpoints_v1.mjs";
import { post, request } from "./http.mjs";
import { fresh_client } from "./orders.mjs";
import { repository, twin_programs } from "./paths.mjs";
import { eventually } from "./process.mjs";
import { buy_stubbornly, served_once } from "./stubborn.mjs";
import { open_world } from "./world.mjs";
import { judging, k_own_text, wrapped_programs } from "./wrapped_programs.mjs";
import { open_wrong_clock } from "./wrong_clock.mjs";

const claim = (errorReason) => ({
    fault: "claim",
    answer: { success: false, errorReason, transaction: "", network: "eip155:8453" },
});

const k_more_ms = 40_000;
// An authorization's validBefore, the ten minutes that are waited after it, and a little.
const k_past_validity_s = 300 + 600 + 30;

// How each step is reached: by a sale, with what the facilitator does wrong once, or without one;
// on the stack that checks receipts, or the plain one. `ends`: the sale must be over before the next
// kill, because a job has three attempts.
const k_steps = {
    // The process that answers the buyer.
    reserve: {},
    verify: {},
    settle_sent: {},
    settle: {},
    mark_settled: {},
    mark_unproven: { stack: "checked" },
    hand_over: { settle: { fault: "lost" } },
    refuse: { settle: claim("insufficient_funds") },
    observe: { settle: { fault: "error" } },
    // The worker, about payments.
    settle_again: { settle: { fault: "error" } },
    take_over: { settle: { fault: "error" } },
    look_again: { settle: { fault: "error", times: 3 } },
    prove: { stack: "checked", ends: true },
    // The worker, about jobs.
    claim_next: { ends: true },
    attempt: { ends: true },
    report_progress: { ends: true },
    complete: { ends: true },
    attempt_failed: { also: "claim_next.after", ends: true },
    beat: { idle: true },
};
// Those have walks of their own below.
// The worker's own text must not die: where that does, nothing is sold or begun.
const k_spare_own_text = judging(`case $request in ${k_own_text}) unset ASSAY_FAILPOINT ;; esac`);
const k_walked_apart = ["release_abandoned", "extend_lease", "run_product", "decide_unpaid", "look_now"];
// Of books that were put back: cases/restored.mjs walks them.
export const k_restoring = ["advance_stamp", "find_restoration", "note_head", "close_restoration"];
// `assay db restore` marks a copy so, which nothing else has opened, and `assay db move` fills one:
// tests/integration kills them.
const k_of_a_draft = [
    "open_restoration", "restore_settle", "restore_stamp", "restore_keep", "restore_swap",
    "move_open", "move_close",
];
// They wait for a minute to 30 days of our clock, or for an hour after a reorganisation: tests/unit
// has them, and cases/retention.mjs the last two.
const k_of_long_waits = [
    "mark_undecided",
    "forget_refused",
    "expire",
    "forget_old_counts",
    "forget_unpaid",
    "credit_never_resubmitted",
    "forget_undecided",
    "drop_waiting",
    "give_back",
    "left_chain",
    "take_back",
    "drop_requests",
    "purge",
];
// No transition of a payment or a job, and never in one transaction with one.
const k_of_no_money = ["raise_alarm", "clear_alarm", "history"];

// Every step that the sources name.
export function steps_in_sources() {
    const found = new Set();
    for (const name of readdirSync(join(repository, "src"), { recursive: true })) {
        if (!name.endsWith(".cpp")) continue;
        const text = readFileSync(join(repository, "src", name), "utf8");
        const named = /(?:db::write\(\s*m_at\.database,\s*|base::failpoint\()"(\w+)"/g;
        for (const [, step] of text.matchAll(named)) found.add(step);
    }
    return [...found].sort();
}

export const steps_walked = () =>
    [
        ...[...Object.keys(k_steps), ...k_walked_apart, ...k_v1_steps, ...k_anchor_steps],
        ...[...k_of_long_waits, ...k_of_no_money, ...k_restoring, ...k_of_a_draft],
    ].sort();

// Each point `times` times. Returns {kills, complete, failed}: how many processes died and how the
// buyers' jobs ended. `tell(line)` hears of each step.
export async function walk_failpoints({ times, tell = () => undefined }) {
    const world = await open_world();
    try {
        const walk = new Walk(world, times, tell);
        await walk.open();
        await Promise.all([walk.steps(), walk.abandoned(), walk.long_jobs(), walk.children()]);
        const told = await walk.everybody_is_served();
        await walk.expired(); // last: the chain's time does not come back
        for (const stack of walk.stacks) await books_agree(stack);
        return { ...told, kills: walk.kills };
    } finally {
        await world.close();
    }
}

class Walk {
    kills = 0;
    stacks = [];
    #buyers = [];

    constructor(world, times, tell) {
        Object.assign(this, { world, times, tell });
    }

    async open() {
        this.plain = await this.#stack({});
        this.checked = await this.#stack({
            overrides: { payment: { receipt_check_from: "0.01" } },
        });
        this.slow = await this.#stack({ program_dir: wrapped_programs(twin_programs, "sleep 6") });
    }

    // The main walk, one kill after the other.
    async steps() {
        for (const [step, how] of Object.entries(k_steps)) {
            const stack = this[how.stack ?? "plain"];
            for (const point of points(step, this.times)) {
                if (how.also) arm(stack, how.also);
                const killed = this.#kill(stack, point);
                const sale = how.idle ? undefined : this.#sale(stack, how.settle);
                // The worker may decide before the point is come to: then another sale comes there.
                const more = sale && setInterval(() => this.#sale(stack, how.settle), k_more_ms);
                await killed.finally(() => clearInterval(more));
                if (how.ends) await sale;
            }
            this.tell(step);
        }
    }

    // The dead owners that the main walk leaves behind lose their leases one by one.
    async abandoned() {
        for (const point of points("release_abandoned", this.times)) {
            await this.#kill(this.plain, point);
        }
        this.tell("release_abandoned");
    }

    // A lease is renewed only of a job that takes longer than most.
    async long_jobs() {
        for (const point of points("extend_lease", this.times)) {
            const killed = this.#kill(this.slow, point);
            const sale = this.#sale(this.slow);
            await killed;
            await sale;
        }
        this.tell("extend_lease");
    }

    // The child cannot see the directory of failpoints any more: each of its lives ends there, three
    // for each job, and the job fails with its credit.
    async children() {
        const program_dir = wrapped_programs(twin_programs, k_spare_own_text);
        for (const side of k_sides) {
            const stack = await this.#stack({ program_dir }, `run_product.${side}:1`);
            for (let died = 0; died < this.times; died += 3) {
                const { job } = await this.#sale(stack);
                assert.equal(job.status, "failed");
                this.kills += 3;
            }
        }
        this.tell("run_product");
    }

    // Never settled, and given up once the chain's time has passed.
    async expired() {
        const clock = open_wrong_clock(); // goes along with the chain's
        if (!clock) return;
        const stack = await armed_stack(this.world, { env: clock.env });
        const pending = [];
        for (let i = 0; i < 2 * this.times + 2; ++i) {
            const buyer = await this.world.buyer();
            const funds = await this.world.chain.balance(buyer.address);
            const never = { settle: claim("settlement_pending") };
            this.world.facilitator.control_for(buyer.address, never);
            const url = new URL(this.world.route.path, stack.base_url).href;
            const { required } = await post(url, this.world.route.sample);
            const payment = await this.world.sign(buyer.account, required);
            // Of one client five may be undecided (limits.undecided_per_ip).
            const options = { payment, from: fresh_client() };
            const { json, text } = await post(url, this.world.route.sample, options);
            assert.ok(json.job_id, text);
            pending.push({ buyer, funds, job_id: json.job_id });
        }
        for (const point of points("look_now", this.times)) {
            const { job_id } = pending[0];
            await dies(this.#reconcile(stack, job_id, { ASSAY_FAILPOINT: point }));
            ++this.kills;
        }
        clock.set(k_past_validity_s);
        const go_on = () => this.world.chain.go_on({ ahead_s: k_past_validity_s });
        await go_on();
        const left = [...pending];
        for (const point of points("decide_unpaid", this.times)) {
            const killed = this.#kill(stack, point);
            await this.#reconcile(stack, left[0].job_id);
            await killed;
            if (point.endsWith("after")) left.shift();
        }
        for (const { buyer, funds, job_id } of pending) {
            await this.#reconcile(stack, job_id).catch(() => undefined); // decided already
            await eventually(`the decision of ${job_id}`, async () => {
                await go_on();
                return is_rejected(stack, job_id);
            }, { timeout_ms: 90_000, interval_ms: 500 }).catch((error) => {
                throw new Error(`${error.message}\n${stack.log()}`);
            });
            assert.equal(await this.world.chain.balance(buyer.address), funds);
        }
        await books_agree(stack);
        await stack.stop();
        clock.close(stack.pid);
        this.tell("decide_unpaid");
    }

    async everybody_is_served() {
        const ends = { complete: 0, failed: 0 };
        for (const sale of await Promise.all(this.#buyers)) {
            await served_once(this.world, sale.buyer, [sale]);
            ++ends[sale.job.status];
        }
        return ends;
    }

    async #stack(options, failpoint) {
        const stack = await armed_stack(this.world, options, failpoint);
        this.stacks.push(stack);
        return stack;
    }

    async #kill(stack, point) {
        await killed_at(stack, point);
        ++this.kills;
    }

    #sale(stack, settle) {
        const buy = async () => {
            const buyer = await this.world.buyer();
            const { facilitator } = this.world;
            if (settle) facilitator.control_for(buyer.address, { settle: { times: 1, ...settle } });
            return buy_stubbornly(this.world, stack, { buyer });
        };
        const sale = buy();
        sale.catch(() => undefined); // told when everybody is looked at
        this.#buyers.push(sale);
        return sale;
    }

    #reconcile(stack, job_id, env) {
        return assay(stack, ["payments", "reconcile", job_id], { program_dir: twin_programs, env });
    }
}

async function is_rejected(stack, job_id) {
    const poll = await request("GET", new URL(`/v1/job/${job_id}`, stack.base_url)).catch(() => ({}));
    return poll.status === 410 && poll.json.charged === false;
}
