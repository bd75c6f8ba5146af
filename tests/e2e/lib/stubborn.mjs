// A buyer who signs once and sends the same header until they have their job, whatever dies meanwhile; and
// what must be true of them in the end.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { post, request } from "./http.mjs";

// Three deaths, each with the lease of a reservation, and what a busy machine may add.
const k_patience_ms = 600_000;
const k_pause_ms = 250;

// Buys `body`, or a text of its own, on `route` of `stack` with a fresh wallet of `world`. Returns {buyer, payment, job_id,
// job} with the job's last poll, complete or failed. Throws when an answer is none that a buyer may
// get at all, or when nothing comes of it.
export async function buy_stubbornly(world, stack, { buyer, body, on_answer } = {}) {
    const path = world.route.path;
    const url = new URL(path, stack.base_url).href;
    const wallet = buyer ?? (await world.buyer());
    const payment = await world.sign(wallet.account, await terms_of(url, world.route.sample));
    const deadline = Date.now() + k_patience_ms;
    const first = { job_id: undefined };
    // The same text again would be the same purchase.
    const own = { payload: `${world.route.sample.payload} ${payment.payload.authorization.nonce}` };
    for (;;) {
        const answer = await answered(() => post(url, body ?? own, { payment }));
        on_answer?.(answer);
        const job_id = answer && (await judge(world, wallet, payment, answer, first));
        if (job_id) {
            const job = await ended(stack, job_id, deadline);
            return { buyer: wallet, payment, job_id, job };
        }
        assert.ok(Date.now() < deadline, `no job in ${k_patience_ms} ms: ${answer?.text}`);
        await sleep(k_pause_ms);
    }
}

// One answer to the header: the id of the job that was bought, or undefined while there is none.
async function judge(world, wallet, payment, answer, first) {
    const { status, json } = answer;
    if (json?.job_id && [202, 503].includes(status)) {
        assert.equal(json.job_id, first.job_id ?? json.job_id, "another job for the same header");
        if (status === 202) first.job_id = json.job_id;
    }
    if (status === 202) return json.job_id;
    if (status === 500 && json?.code === "job_failed") return json.job_id;
    // Told to pay, or that nothing was charged: then the money must not have moved, nor move later.
    if (status === 402 || json?.charged === false) {
        const { from, nonce } = payment.payload.authorization;
        assert.ok(!(await world.chain.authorization_used(from, nonce)), `charged: ${answer.text}`);
    }
    // Where a machine hardly comes to anything: undecided, so the same header again.
    if (status === 500 && json?.charged === null) return undefined;
    assert.ok([402, 429, 502, 503, 504].includes(status), `${status} ${answer.text}`);
    return undefined;
}

// The poll of a job that has ended.
async function ended(stack, job_id, deadline) {
    const url = new URL(`/v1/job/${job_id}`, stack.base_url);
    for (;;) {
        const poll = await answered(() => request("GET", url, { headers: { prefer: "wait=5" } }));
        if (poll && ["complete", "failed"].includes(poll.json?.status)) return poll.json;
        assert.ok(Date.now() < deadline, `${job_id} has not ended: ${poll?.text}`);
        await sleep(k_pause_ms);
    }
}

// undefined when the connection broke: the other side was killed.
async function answered(ask) {
    try {
        return await ask();
    } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        return undefined;
    }
}

async function terms_of(url, sample) {
    for (const deadline = Date.now() + k_patience_ms; ; await sleep(k_pause_ms)) {
        const answer = await answered(() => post(url, sample));
        if (answer?.required) return answer.required;
        assert.ok(Date.now() < deadline, "no terms");
    }
}

// What `buyer` bought, each once: as many transfers as jobs, and for each job its artifact, or a
// credit over its price.
export async function served_once(world, buyer, sales) {
    const transfers = await world.chain.transfers({ from: buyer.address });
    assert.equal(transfers.length, sales.length, `${buyer.address}: not one transfer for each job`);
    for (const { args } of transfers) assert.equal(args.value, world.route.price);
    assert.equal(new Set(sales.map(({ job }) => job.job_id)).size, sales.length);
    assert.equal(new Set(sales.map(({ job }) => job.payment.tx_hash)).size, sales.length);
    for (const { job } of sales) {
        const owed = job.credits.map(({ reason }) => reason);
        assert.deepEqual(owed, job.status === "complete" ? [] : ["job_failed"], job.job_id);
    }
}
