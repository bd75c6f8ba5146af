// Endpoints of the chain that fail, lag or lie, and a chain that takes back what it showed: no
// false confirmation, no lost payment, and "pending" is said honestly.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { books_agree } from "../lib/books.mjs";
import { request } from "../lib/http.mjs";
import { delivered, judged, v1_buyer } from "../lib/orders.mjs";
import { eventually } from "../lib/process.mjs";
import { start_rpc_proxy } from "../lib/rpc_proxy.mjs";
import { open_world } from "../lib/world.mjs";
import { open_wrong_clock } from "../lib/wrong_clock.mjs";

const k_halt_s = 1_200;
// The worker looks at its clocks every ten seconds: long enough for two looks.
const k_clock_rounds_ms = 21_000;

const k_until_lost_s = 60;
const k_faster_s = 5; // every half second

const k_silent = {
    "cuts connections": { drop: true },
    "swallows its answers": { swallow: true },
    "answers 429": { status: 429, headers: { "retry-after": "1" } },
    "answers 500": { status: 500 },
    "cuts its JSON": { cut_json: true },
    "answers after ten seconds": { delay_ms: 10_000 },
};

export default function (test) {
    test("one of two endpoints fails: pending, then confirmed once it is back", async (world) => {
        await with_two_endpoints(world, async (stack, proxy) => {
            for (const [name, fault] of Object.entries(k_silent)) {
                proxy.control(fault);
                const buyer = await v1_buyer(world, stack);
                const order = await buyer.order();
                const { transactionHash } = await buyer.pay(order);
                const answer = await buyer.notify(order, transactionHash);
                assert.equal(answer.status, 202, `${name}: ${answer.text}`);
                assert.equal(answer.json.status, "payment_pending");
                proxy.control(undefined);
                const confirmed = await judged(buyer, order, transactionHash);
                assert.equal(confirmed.status, 200, `${name}: ${confirmed.text}`);
            }
            await books_agree(stack);
        });
    }, { timeout_ms: 240_000, takes_s: 20 });

    test("a forged receipt on one of two endpoints confirms nothing", async (world) => {
        await with_two_endpoints(world, async (stack, proxy) => {
            const buyer = await v1_buyer(world, stack);
            const order = await buyer.order();
            // A transfer of another value, which one endpoint tells as the exact one.
            const short = await buyer.transfer(order, {
                memo: order.payment_options.memo.commitment,
                value: 1n,
            });
            const exact = `0x${BigInt(order.amount).toString(16).padStart(64, "0")}`;
            proxy.control({
                edit: ({ method }, result) => {
                    if (method !== "eth_getTransactionReceipt" || !result) return result;
                    return { ...result, logs: result.logs.map((log) => ({ ...log, data: exact })) };
                },
            });
            const answer = await buyer.notify(order, short.transactionHash);
            assert.equal(answer.status, 202, answer.text);
            await eventually("they are seen to disagree", async () => {
                const { json } = await buyer.notify(order, short.transactionHash);
                return json.reason === "endpoints_disagree";
            });
            // A transaction that does not exist at all.
            const invented = `0x${"ab".repeat(32)}`;
            proxy.control({
                edit: ({ method, params }, result) =>
                    method === "eth_getTransactionReceipt" && params[0] === invented
                        ? { ...result, status: "0x1", transactionHash: invented, logs: [],
                            blockNumber: "0x1", blockHash: `0x${"cd".repeat(32)}` }
                        : result,
            });
            assert.equal((await buyer.notify(order, invented)).status, 202);
            assert.equal((await buyer.poll(order)).json.status, "payment_pending");
            proxy.control(undefined);
            const told = await judged(buyer, order, short.transactionHash);
            assert.equal(told.json.code, "amount_mismatch", told.text);
            await books_agree(stack);
        });
    });

    test("a lagging endpoint and one of another chain have no weight", async (world) => {
        await with_two_endpoints(world, async (stack, proxy) => {
            const buyer = await v1_buyer(world, stack);
            const order = await buyer.order();
            const { transactionHash } = await buyer.pay(order);
            proxy.control({ lag: 5 });
            const answer = await buyer.notify(order, transactionHash);
            assert.ok([200, 202].includes(answer.status), answer.text);
            proxy.control({ chain_id: 1 });
            const second = await v1_buyer(world, stack);
            const his = await second.order();
            const paid = await second.pay(his);
            const pending = await second.notify(his, paid.transactionHash);
            assert.ok([200, 202].includes(pending.status), pending.text);
            proxy.control(undefined);
            assert.equal((await judged(buyer, order, transactionHash)).status, 200);
            await books_agree(stack);
        });
    });

    test("all endpoints are away: pending, and the payment is found later", async (world) => {
        const proxy = await start_rpc_proxy(world.chain);
        const stack = await world.open_stack({ overrides: { payment: { rpc_urls: [proxy.url] } } });
        try {
            const buyer = await v1_buyer(world, stack);
            const order = await buyer.order();
            proxy.control({ drop: true }); // before they pay: the scanner is quick
            const { transactionHash } = await buyer.pay(order);
            const answer = await buyer.notify(order, transactionHash);
            assert.equal(answer.status, 202, answer.text);
            assert.equal((await buyer.poll(order)).status, 202);
            proxy.control(undefined);
            assert.equal((await judged(buyer, order, transactionHash)).status, 200);
            await delivered(stack, buyer, order);
        } finally {
            await stack.stop();
            await proxy.stop();
        }
    });

    test("a reorganisation takes a payment back: the job awaits payment again", async () => {
        const own = await open_world(); // its chain loses blocks
        const clock = open_wrong_clock();
        const stack = await own.open_stack({ env: clock?.env });
        try {
            const buyer = await v1_buyer(own, stack);
            const order = await buyer.order();
            const before = await own.chain.client.snapshot();
            const { transactionHash } = await buyer.pay(order);
            assert.equal((await judged(buyer, order, transactionHash)).status, 200);
            await own.chain.revert(before);
            let ahead_s = 0;
            const poll = await eventually(
                "the loss is noticed",
                async () => {
                    // It is looked for after half a minute, and once more: so much passes faster.
                    if (clock && ahead_s < k_until_lost_s) clock.set((ahead_s += k_faster_s));
                    await own.chain.go_on({ ahead_s }); // without it
                    const { json } = await buyer.poll(order);
                    return json.reason === "payment_lost" && json;
                },
                { timeout_ms: 60_000, interval_ms: 500 },
            );
            assert.equal(poll.status, "payment_pending");
            await books_agree(stack);
            // Sent again, it pays again.
            const again = await buyer.pay(order);
            assert.equal((await judged(buyer, order, again.transactionHash)).status, 200);
            await delivered(stack, buyer, order);
        } finally {
            await stack.stop();
            clock?.close(stack.pid);
            await own.close();
        }
    });

    test("a payment comes again in another block, behind another log: paid once, owed nothing", async () => {
        const own = await open_world(); // its chain loses blocks
        try {
            const buyer = await v1_buyer(own);
            const order = await buyer.order();
            const before = await own.chain.client.snapshot();
            const paid = await buyer.pay(order);
            assert.equal((await judged(buyer, order, paid.transactionHash)).status, 200);
            const again = await own.chain.replay(before, paid.transactionHash);
            assert.equal(again.transactionHash, paid.transactionHash);
            assert.notEqual(again.logs[0].logIndex, paid.logs[0].logIndex);
            await eventually("the other block is seen", async () => {
                await own.chain.go_on();
                const { json } = await buyer.notify(order, paid.transactionHash);
                return json.block_number === Number(again.blockNumber);
            });
            assert.deepEqual((await buyer.poll(order)).json.credits, []);
            await books_agree(own.stack);
            await delivered(own.stack, buyer, order);
        } finally {
            await own.close();
        }
    });

    test("late by the chain's clock: owed to the payer, and the order expires", async () => {
        const clock = open_wrong_clock();
        if (!clock) return;
        const own = await open_world(); // its clock is set ahead
        const stack = await own.open_stack({ env: clock.env });
        try {
            const buyer = await v1_buyer(own, stack);
            const order = await buyer.order();
            await own.chain.pass(400);
            clock.set(400); // a head that is still to come is no answer
            const { transactionHash } = await buyer.pay(order);
            const answer = await judged(buyer, order, transactionHash);
            assert.equal(answer.json.code, "late", answer.text);
            assert.deepEqual(
                answer.json.credits.map(({ reason, amount }) => [reason, amount]),
                [["late", order.amount]],
            );
            await books_agree(stack);
        } finally {
            await stack.stop();
            clock.close(stack.pid);
            await own.close();
        }
    });

    test("the chain stands still for twenty minutes: nothing expires, and who paid in time is served", async () => {
        const clock = open_wrong_clock();
        if (!clock) return;
        const own = await open_world(); // its clock goes its own way
        const stack = await own.open_stack({ env: clock.env });
        try {
            const { client } = own.chain;
            const buyer = await v1_buyer(own, stack);
            const idle = await v1_buyer(own, stack);
            const order = await buyer.order();
            const forgotten = await idle.order();
            await client.mine({ blocks: 1 });
            const halted_at = Number((await client.getBlock()).timestamp);
            await client.setAutomine(false);
            clock.set(k_halt_s);
            await eventually("the worker lives in the new time", async () => {
                const { json } = await request("GET", new URL("/health", stack.base_url));
                return json.checks.worker.status === "ok";
            });
            const tx_hash = await buyer.send_unmined(order); // and calls no webhook
            await sleep(k_clock_rounds_ms);
            for (const each of [order, forgotten])
                assert.equal((await buyer.poll(each)).status, 402);
            // Blocks after a halt carry the times that they should have had.
            await own.chain.block_at(halted_at + 60);
            await client.setAutomine(true);
            await client.mine({ blocks: 2 });
            const confirmed = await judged(buyer, order, tx_hash);
            assert.equal(confirmed.status, 200, confirmed.text);
            await delivered(stack, buyer, order);
            // And then the chain's clock catches up.
            await own.chain.block_at(halted_at + k_halt_s, 2);
            await eventually("the order that nobody paid expires", async () => {
                const { json } = await idle.poll(forgotten);
                return json.status === "expired";
            }, { timeout_ms: 60_000 });
            await books_agree(stack);
        } finally {
            await stack.stop();
            clock.close(stack.pid);
            await own.close();
        }
    }, { takes_s: 30 });
}

async function with_two_endpoints(world, use) {
    const proxy = await start_rpc_proxy(world.chain);
    const stack = await world.open_stack({
        overrides: { payment: { rpc_urls: [world.chain.url, proxy.url], rpc_timeout: "2s" } },
    });
    try {
        await use(stack, proxy);
    } finally {
        await stack.stop();
        await proxy.stop();
    }
}
