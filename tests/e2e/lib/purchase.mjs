// What a buyer does: sign, send, wait for the job, check the result.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { post, request } from "./http.mjs";
import { eventually } from "./process.mjs";

const sha256 = (data) => createHash("sha256").update(data).digest("hex");

// A buyer with a signed payment for the world's route at `stack`. `send()` shows it, as often as it is
// called. Options: of world.buyer; authorization, of world.sign; from, the address to send from; headers.
export async function payer(
    world,
    stack = world.stack,
    { authorization, from, headers, ...options } = {},
) {
    const route = { ...world.route, url: new URL(world.route.path, stack.base_url).href };
    const buyer = await world.buyer(options);
    const terms = await world.terms(route);
    const payment = await world.sign(buyer.account, terms, { authorization });
    const funds = await world.chain.balance(buyer.address);
    const send = () => post(route.url, route.sample, { payment, from, headers });
    return { route, buyer, terms, payment, funds, stack, send };
}

// What `send()` answers, sent again while the answer is that the facilitator, or the settlement, has
// not come in time: it is a process of the test, on a machine that may be busy.
const k_late = ["facilitator_unavailable", "settlement_pending"];
export const once_settled = (send) =>
    eventually(
        "the facilitator answers in time",
        async () => {
            const answer = await send();
            return !k_late.includes(answer.json?.code) && answer;
        },
        { interval_ms: 1_000 },
    );

// A map shows what sources say and never denies: no suite may see such words in one.
const k_maps = new Set(["synthesis", "brief"]);
const k_denials = new RegExp(
    "no (other )?(source|statement|sentence|line) " +
        "(says|states|names|gives|tells|mentions|speaks|answers|has )|" +
        "sources do not|none of the (sources|lines)|nothing in the sources|is not mentioned",
    "iu",
);

// Polls the job of a 202 until it is no longer 202, and returns that answer.
export async function await_job(base_url, job_id, { timeout_ms = 60_000 } = {}) {
    const deadline = Date.now() + timeout_ms;
    for (;;) {
        const poll = await request("GET", new URL(`/v1/job/${job_id}`, base_url), {
            headers: { prefer: "wait=5" },
        });
        if (poll.status !== 202) {
            if (k_maps.has(poll.json?.product)) assert.doesNotMatch(poll.text, k_denials);
            return poll;
        }
        if (Date.now() > deadline)
            throw new Error(`${job_id} still ${poll.text} after ${timeout_ms} ms`);
    }
}

// Checks that `address` paid once, and that a later answer, with its job, tells them so.
export async function bought_once(world, address, { job_id, earlier_purchase }) {
    assert.equal(earlier_purchase.authorization_used, false);
    assert.match(
        earlier_purchase.message,
        /^You bought this \d+ s ago; the new authorization was not used\./,
    );
    assert.equal((await await_job(world.stack.base_url, job_id)).json.status, "complete");
    assert.equal((await world.chain.transfers({ from: address })).length, 1);
}

// The three ways to the hash of a complete job: what the service says, what its artifact hashes to
// when canonicalised by a stranger, and what the stored bytes hash to. All are 0x + 64 hex digits.
export async function hashes(base_url, envelope) {
    const stored = await request("GET", new URL(`/v1/job/${envelope.job_id}/artifact`, base_url));
    return {
        stated: envelope.result_hash,
        canonicalized: `0x${sha256(canonicalize(envelope.artifact))}`,
        stored: `0x${sha256(stored.bytes)}`,
        artifact_reply: stored,
    };
}

// The v2 and v1 endpoints of the manifest.
export async function listed_endpoints(base_url) {
    const { json } = await request("GET", new URL("/.well-known/x402.json", base_url));
    return json.endpoints;
}
