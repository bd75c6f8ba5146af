// Thousands of claims for transactions that do not exist, from a hundred addresses: who paid with
// an authorization and signs is decided at once, and the chain's endpoints are not asked for the
// crowd.
import { randomBytes } from "node:crypto";
import { sign_payment } from "../lib/buyer.mjs";
import { post } from "../lib/http.mjs";
import { fresh_client, judged, v1_buyer } from "../lib/orders.mjs";
import { start_rpc_proxy } from "../lib/rpc_proxy.mjs";
import { v1_sample } from "../lib/samples.mjs";
import { relay } from "../lib/stranger.mjs";
import { crowd, limited, many, most, seconds, tally, timed } from "./figures.mjs";

const k_addresses = 100; // each may have five orders that await payment
const k_orders = 5; // of each address, before anybody pays
const k_claims = 5; // for each order
const k_pause_ms = 200;
const k_honest = 5;
const k_decided_most_ms = 30_000;
const k_asked_most = 12; // a second

export async function orders(world) {
    const proxy = await start_rpc_proxy(world.chain);
    try {
        return await crowded(world, proxy);
    } finally {
        await proxy.stop();
    }
}

async function crowded(world, proxy) {
    const { stack } = await limited(world, {
        overrides: { payment: { rpc_urls: [proxy.url] } },
    });
    const crowds = new Set();
    const asked = []; // when, for a transaction of the crowd's
    proxy.control({
        edit: (call, result) => {
            if (crowds.has(call.params?.[0])) asked.push(Date.now());
            return result;
        },
    });
    const told = tally();
    const strangers = Array.from({ length: k_addresses }, fresh_client);
    const order_url = `${stack.base_url}/v1/verify`;
    const webhook = `${stack.base_url}/v1/webhook/payment`;
    const claim_nothing = async (from) => {
        const order = await post(order_url, v1_sample("verify_basic"), { from });
        if (order.status !== 402) return told.add(`order ${order.status}`);
        const { job_id } = order.json;
        for (let i = 0; i < k_claims; ++i) {
            const tx_hash = `0x${randomBytes(32).toString("hex")}`;
            crowds.add(tx_hash);
            const { status } = await post(webhook, { job_id, tx_hash }, { from });
            told.add(`claim ${status}`);
        }
    };
    const begin = Date.now();
    await many(k_addresses * k_orders, k_addresses, (i) =>
        claim_nothing(strangers[i % k_addresses]),
    );
    const in_front = told.of("claim 202");
    const stop = crowd(k_addresses, k_pause_ms, (i) => claim_nothing(strangers[i]));
    const waits = await many(k_honest, 1, () => decided(world, stack));
    await stop();
    const span_s = (Date.now() - begin) / 1_000;
    const peak = busiest_second(asked);
    return {
        line:
            `orders: behind ${in_front} claims of nothing and more (${told.text()}) ${k_honest} ` +
            `signed claims were decided within ${seconds(most(waits))}; the endpoints were asked ` +
            `for the crowd's ${(asked.length / span_s).toFixed(1)} times a second, ` +
            `${peak} in the busiest`,
        broken: {
            "too few claims": in_front < 2_000,
            "a signed claim waited": most(waits) > k_decided_most_ms,
            "the endpoints were asked too often": asked.length / span_s >= k_asked_most,
        },
    };
}

// What a payer waits who signs for an authorization of their own nonce.
async function decided(world, stack) {
    const buyer = await v1_buyer(world, stack);
    const order = await buyer.order();
    const { payload } = await sign_payment(buyer.account, order);
    const { transactionHash } = await relay(world, payload);
    const payer_signature = await buyer.sign(order, transactionHash);
    const proof = { payer_signature };
    const [answer, ms] = await timed(() => judged(buyer, order, transactionHash, proof));
    if (answer.status !== 200) throw new Error(answer.text);
    return ms;
}

function busiest_second(times) {
    const counts = new Map();
    for (const ms of times) {
        const second = Math.floor(ms / 1_000);
        counts.set(second, (counts.get(second) ?? 0) + 1);
    }
    return Math.max(0, ...counts.values());
}
