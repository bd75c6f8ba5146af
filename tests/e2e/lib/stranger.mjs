// A stranger who reads the chain and tries to have everything that is paid to us: each authorization
// in a block goes into a header of rail v2 of their own, and each transaction is claimed for an order
// of their own. Then what must be true: who paid has their job, the stranger has none.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { decodeFunctionData, encodeFunctionData, padHex, parseAbiItem } from "viem";
import { assay, books_agree } from "./books.mjs";
import { sign_payment } from "./buyer.mjs";
import { k_usdc } from "./chain.mjs";
import { contract } from "./contracts.mjs";
import { post } from "./http.mjs";
import { ascii, commitment, delivered, fresh_client, judged, v1_buyer } from "./orders.mjs";
import { await_job } from "./purchase.mjs";
import { k_pay_to } from "./stack.mjs";
import { open_world } from "./world.mjs";
import { receipt_of } from "./receipts.mjs";

const { abi } = contract("Usdc");
const k_transfer = parseAbiItem(
    "event Transfer(address indexed from, address indexed to, uint256 value)",
);
const k_at_once = 12;
const k_claims_of_an_order = 5;

// `purchases` on both rails, in every way that a wallet pays. Returns {bought, copies, claims}.
export async function buy_beside_a_stranger({ purchases, tell = () => undefined }) {
    const world = await open_world();
    const told = { bought: 0, copies: 0, claims: 0 };
    const stranger = watch(world, told);
    try {
        const ways = Object.values(k_ways);
        const jobs = [];
        let next = 0;
        const shop = async () => {
            for (let i = next++; i < purchases; i = next++) {
                jobs.push(await ways[i % ways.length](world));
                if (++told.bought % 50 === 0) tell(told);
            }
        };
        await Promise.all(Array.from({ length: k_at_once }, shop));
        await stranger.stop();
        assert.deepEqual(stranger.stolen, []);
        assert.equal(new Set(jobs).size, purchases);
        await books_agree(world.stack);
        const { stdout } = await assay(world.stack, ["credits", "list"]);
        assert.equal(stdout.trim(), "", "nobody is owed anything");
        return told;
    } finally {
        await stranger.stop();
        await world.close();
    }
}

// Each gives the id of the job that was bought and done.
const k_ways = {
    async header(world) {
        const buyer = await v1_buyer(world);
        const payment = await sign_payment(buyer.account, await world.terms(world.route));
        const from = fresh_client();
        const sold = await post(world.route.url, world.route.sample, { payment, from });
        assert.equal(sold.status, 202, sold.text);
        const done = await await_job(world.stack.base_url, sold.json.job_id);
        assert.equal(done.json.status, "complete", done.text);
        return sold.json.job_id;
    },
    ready_transaction: (world) => by_order(world, (buyer, order) => buyer.pay(order)),
    own_nonce: (world) =>
        by_order(world, (buyer, order) => relay_with(world, buyer, order, commitment(order))),
    job_id_as_nonce: (world) =>
        by_order(world, (buyer, order) =>
            relay_with(world, buyer, order, padHex(ascii(order), { size: 32, dir: "right" })),
        ),
    other_nonce: (world) =>
        by_order(world, (buyer, order) => relay_with(world, buyer, order), /*is_signed=*/ true),
    no_memo: (world) => by_order(world, (buyer, order) => buyer.transfer(order), true),
    smart_wallet: (world) =>
        by_order(world, (buyer, order) => buyer.bundle(order, { memo: commitment(order) })),
};

async function by_order(world, pay, is_signed = false) {
    const buyer = await v1_buyer(world);
    const order = await buyer.order();
    const { status, transactionHash } = await pay(buyer, order);
    assert.equal(status, "success");
    const proof = is_signed ? { payer_signature: await buyer.sign(order, transactionHash) } : {};
    const answer = await judged(buyer, order, transactionHash, proof);
    assert.equal(answer.status, 200, answer.text);
    await delivered(world.stack, buyer, order);
    return order.job_id;
}

// A stranger who has gas sends what the buyer has signed for `order`, with a nonce of their choice.
async function relay_with(world, buyer, order, nonce) {
    const { payload } = await sign_payment(buyer.account, order, {
        authorization: nonce ? { nonce } : {},
    });
    return relay(world, payload);
}

// A stranger who has gas sends a signed authorization. Its receipt.
export async function relay(world, payload) {
    const relayer = await v1_buyer(world);
    const { authorization: a, signature } = payload;
    const hash = await relayer.wallet.sendTransaction({
        to: k_usdc,
        gas: 500_000n,
        data: encodeFunctionData({
            abi,
            functionName: "transferWithAuthorization",
            args: [a.from, a.to, BigInt(a.value), 0n, BigInt(a.validBefore), a.nonce, signature],
        }),
    });
    return receipt_of(relayer.wallet, hash);
}

function watch(world, told) {
    const { client } = world.chain;
    const stolen = [];
    let is_over = false;
    let order;
    let claims = 0;

    const copy = async (terms, authorization, signature) => {
        const payment = {
            x402Version: 2,
            accepted: terms.accepts[0],
            payload: { authorization, signature },
        };
        const body = { payload: `The stranger's own text ${told.copies++}: 2 + 2 = 4.` };
        const from = fresh_client();
        const answer = await post(world.route.url, body, { payment, from });
        if (answer.status === 202 || answer.status === 200) stolen.push(answer.text);
    };
    const claim = async (tx_hash) => {
        if (!order || claims++ % k_claims_of_an_order === 0) {
            order = await v1_buyer(world).then(async (thief) => ({ thief, ...(await thief.order()) }));
        }
        ++told.claims;
        const { status, text } = await order.thief.notify(order, tx_hash);
        if (status === 200) stolen.push(text);
    };
    const look_at = async (terms, hash) => {
        const { input } = await client.getTransaction({ hash });
        await claim(hash);
        let called;
        try {
            called = decodeFunctionData({ abi, data: input });
        } catch {
            return; // wrapped in another call
        }
        if (called.functionName !== "transferWithAuthorization") return;
        const [from, to, value, validAfter, validBefore, nonce, signature] = called.args;
        const authorization = {
            from, to, value: String(value), validAfter: String(validAfter),
            validBefore: String(validBefore), nonce,
        };
        await copy(terms, authorization, signature);
        await copy(terms, authorization, `0x${"77".repeat(66)}`);
    };
    const run = (async () => {
        const terms = await world.terms(world.route);
        let next = await client.getBlockNumber();
        while (!is_over) {
            const head = await client.getBlockNumber();
            if (head >= next) {
                const logs = await client.getLogs({
                    address: k_usdc, event: k_transfer, args: { to: k_pay_to }, fromBlock: next,
                    toBlock: head,
                });
                next = head + 1n;
                for (const hash of new Set(logs.map(({ transactionHash }) => transactionHash)))
                    await look_at(terms, hash);
            }
            await sleep(20);
        }
    })();
    return {
        stolen,
        stop: async () => {
            is_over = true;
            await run;
        },
    };
}
