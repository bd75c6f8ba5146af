// Strangers who copy what is public, plant names, and send what was not signed: the buyer who paid
// in time gets the job. The published facilitator and a real chain; the stack with its limits on.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { concatHex, encodeFunctionData, keccak256, padHex, toHex } from "viem";
import { sign_payment } from "../lib/buyer.mjs";
import { books_agree } from "../lib/books.mjs";
import { k_multicall, k_usdc } from "../lib/chain.mjs";
import { problem } from "../lib/checks.mjs";
import { contract } from "../lib/contracts.mjs";
import { post, request } from "../lib/http.mjs";
import { ascii, commitment, delivered, fresh_client, judged, v1_buyer } from "../lib/orders.mjs";
import { eventually } from "../lib/process.mjs";
import { once_settled } from "../lib/purchase.mjs";
import { buy_beside_a_stranger } from "../lib/stranger.mjs";
import { v2_routes } from "../lib/world.mjs";
import { open_wrong_clock } from "../lib/wrong_clock.mjs";
import { receipt_of } from "../lib/receipts.mjs";

const usdc = contract("Usdc");
const k_minute_ms = 60_000;

// Calldata that uses the authorization of a signed payload.
function authorization_call({ payload: { authorization: a, signature } }) {
    return encodeFunctionData({
        abi: usdc.abi,
        functionName: "transferWithAuthorization",
        args: [
            a.from, a.to, BigInt(a.value), BigInt(a.validAfter), BigInt(a.validBefore), a.nonce,
            signature,
        ],
    });
}

// The same inside a call of a contract, with `memo` behind it.
function wrapped_call(payload, memo) {
    const call = { target: k_usdc, callData: authorization_call(payload) };
    const data = encodeFunctionData({
        abi: contract("Multicall").abi,
        functionName: "tryAggregate",
        args: [false, [call]],
    });
    return concatHex([data, memo]);
}

// The victim's order, and their authorization for it with a nonce of their own choice.
async function victim_with(world, authorization = {}) {
    const victim = await v1_buyer(world, world.stack);
    const order = await victim.order();
    const signed = await sign_payment(victim.account, order, { authorization });
    return { victim, order, signed };
}

// As a header for the v2 route of the same price: payer, nonce and signature are public.
async function copied(world, { payload }) {
    return { ...(await world.sign(world.stranger, await world.terms(world.route))), payload };
}

export default function (test) {
    // With `has_clock` as world.clock one that can be set, where there is one.
    const limited = (name, run, { has_clock = false } = {}) =>
        test(
            name,
            async (world) => {
                const clock = has_clock ? open_wrong_clock() : undefined;
                const stack = await world.open_stack({ limits: true, env: clock?.env });
                const routes = await v2_routes(stack);
                const { account: stranger } = await v1_buyer(world);
                try {
                    await run({
                        ...world,
                        stack,
                        routes,
                        route: routes.find(({ product }) => product === "verify_basic"),
                        stranger,
                        clock,
                    });
                    await books_agree(stack);
                } finally {
                    await stack.stop();
                    clock?.close(stack.pid);
                }
            },
            { timeout_ms: 3 * k_minute_ms },
        );

    limited("an order's id as nonce is no payment on rail v2", async (world) => {
        const { victim, order } = await victim_with(world);
        for (const nonce of [padHex(ascii(order), { size: 32, dir: "right" }), commitment(order)]) {
            const signed = await sign_payment(victim.account, order, { authorization: { nonce } });
            const payment = await copied(world, signed);
            const refused = await post(world.route.url, world.route.sample, { payment });
            problem(refused, 409, "payment_reused", false);
            if (nonce === commitment(order)) continue;
            const used = await victim.wallet.sendTransaction({
                to: k_usdc, data: authorization_call(signed), gas: 500_000n,
            });
            const late = await post(world.route.url, world.route.sample, { payment });
            problem(late, 409, "payment_reused", false);
            const told = await judged(victim, order, used);
            assert.equal(told.status, 200, told.text);
        }
        await delivered(world.stack, victim, order);
    });

    limited("a copy that nobody knows the outcome of gives way to its payer", async (world) => {
        const { victim, order, signed } = await victim_with(world);
        // The facilitator has found it valid, and is never heard of again.
        world.facilitator.control_for(victim.address, { settle: { fault: "down" } });
        const theirs = await post(world.route.url, world.route.sample, {
            payment: await copied(world, signed), from: fresh_client(),
        });
        problem(theirs, 503, "settlement_pending", null);
        const used = await victim.wallet.sendTransaction({
            to: k_usdc, data: authorization_call(signed), gas: 500_000n,
        });
        await receipt_of(victim.wallet, used);
        const proof = { payer_signature: await victim.sign(order, used) };
        assert.equal((await judged(victim, order, used, proof)).status, 200);
        const url = new URL(`/v1/job/${theirs.json.job_id}`, world.stack.base_url);
        problem(await request("GET", url), 410, "payment_rejected", false);
        await delivered(world.stack, victim, order);
    });

    limited("a copy shown after the block owns nothing", async (world) => {
        const { victim, order, signed } = await victim_with(world);
        const used = await victim.wallet.sendTransaction({
            to: k_usdc, data: authorization_call(signed), gas: 500_000n,
        });
        await receipt_of(victim.wallet, used);
        for (let i = 0; i < 3; ++i) {
            const refused = await post(world.route.url, world.route.sample, {
                payment: await copied(world, signed), from: fresh_client(),
            });
            assert.equal(refused.status, 402, refused.text);
        }
        const proof = { payer_signature: await victim.sign(order, used) };
        assert.equal((await judged(victim, order, used, proof)).status, 200);
        await delivered(world.stack, victim, order);
    });

    limited("an authorization submitted around a stranger's name pays its payer's order", async (world) => {
        const { victim, order, signed } = await victim_with(world);
        const thief = await v1_buyer(world, world.stack);
        const stolen = await thief.order();
        const hash = await thief.wallet.sendTransaction({
            to: k_multicall, data: wrapped_call(signed, ascii(stolen)), gas: 800_000n,
        });
        await receipt_of(thief.wallet, hash);
        assert.equal((await judged(thief, stolen, hash)).json.code, "memo_missing");
        const proof = { payer_signature: await victim.sign(order, hash) };
        assert.equal((await judged(victim, order, hash, proof)).status, 200);
        await delivered(world.stack, victim, order);
        assert.equal((await thief.resubmit(stolen)).status, 402);
    });

    limited("whose authorization was settled on rail v2 first is told where", async (world) => {
        const { victim, order, signed } = await victim_with(world);
        const theirs = await post(world.route.url, world.route.sample, {
            payment: await copied(world, signed), from: fresh_client(),
        });
        assert.equal(theirs.status, 202, theirs.text);
        const hash = await victim.wallet.sendTransaction({
            to: k_usdc, data: authorization_call(signed), gas: 500_000n,
        });
        const told = await judged(victim, order, hash);
        problem(told, 409, "paid_on_v2", true);
        assert.ok(told.json.detail.includes(theirs.payment.transaction), told.text);
    });

    limited("a garbage signature holds no place that a transfer needs", async (world) => {
        const victim = await v1_buyer(world, world.stack);
        const [plain, authorized] = [await victim.order(), await victim.order()];
        const paid = await victim.pay(plain);
        const signed = await sign_payment(victim.account, authorized);
        const used = await victim.wallet.sendTransaction({
            to: k_usdc, data: authorization_call(signed), gas: 500_000n,
        });
        const { logs } = await receipt_of(victim.wallet, used);
        assert.equal(logs.length, 2);
        const [log] = paid.logs;
        const name = `transfer eip155:${world.chain.chain_id} ${paid.transactionHash} ${log.logIndex}`;
        const nonces = [toHex(await sha256_of(name)), signed.payload.authorization.nonce];
        // While the facilitator thinks about them.
        world.facilitator.control_for(victim.address, { verify: { delay_ms: 4_000 } });
        const terms = await world.terms(world.route);
        const garbage = nonces.map(async (nonce) =>
            post(world.route.url, world.route.sample, {
                payment: await sign_payment(world.stranger, terms, {
                    edit: ({ payload, ...rest }) => ({
                        ...rest,
                        payload: {
                            signature: `0x${"77".repeat(66)}`,
                            authorization: { ...payload.authorization, from: victim.address, nonce },
                        },
                    }),
                }),
                from: fresh_client(),
            }),
        );
        const proof = { payer_signature: await victim.sign(authorized, used) };
        assert.equal((await judged(victim, plain, paid.transactionHash)).status, 200);
        assert.equal((await judged(victim, authorized, used, proof)).status, 200);
        for (const answer of await Promise.all(garbage)) assert.equal(answer.status, 402, answer.text);
        await delivered(world.stack, victim, plain);
        await delivered(world.stack, victim, authorized);
    });

    limited("an old signature of a payer learns nothing of their payment-identifier", async (world) => {
        const buyer = await v1_buyer(world, world.stack);
        const terms = await world.terms(world.route);
        const info = { id: "order-0123456789-abcdef" };
        const edit = (payload) => ({
            ...payload, extensions: { ...payload.extensions, "payment-identifier": { info } },
        });
        const first = await world.sign(buyer.account, terms, { edit });
        const sold = await post(world.route.url, world.route.sample, { payment: first });
        assert.equal(sold.status, 202, sold.text);
        const past = String(Math.floor(Date.now() / 1000) - 100);
        const old = await world.sign(buyer.account, terms, {
            authorization: { validBefore: past }, edit,
        });
        const shown = await post(world.route.url, world.route.sample, { payment: old });
        assert.equal(shown.status, 402, shown.text);
        assert.ok(!shown.text.includes(sold.json.job_id));
    });

    limited("undecided settlements: two of a payer, then 503 before anybody is asked", async (world) => {
        const { stack, route } = world;
        const buyer = await v1_buyer(world, world.stack);
        const terms = await world.terms(route);
        let texts = 0;
        const send = async (from = fresh_client()) => {
            const body = { payload: `${route.sample.payload} ${++texts}` };
            return post(route.url, body, { payment: await world.sign(buyer.account, terms), from });
        };
        world.facilitator.control_for(buyer.address, { settle: { fault: "down" } });
        for (let i = 0; i < 2; ++i) problem(await send(), 503, "settlement_pending", null);
        const calls = world.facilitator.calls("verify").length;
        const third = await send();
        problem(third, 503, "too_many_undecided", false);
        assert.ok(Number(third.headers["retry-after"]) > 0);
        assert.equal(world.facilitator.calls("verify").length, calls);
        // No other job is held up, in this lane or another.
        const other = await v1_buyer(world);
        for (const each of world.routes.filter(({ product }) => product !== "forensics_custom")) {
            const payment = await world.sign(other.account, await world.terms(each));
            const answer = await post(each.url, each.sample, { payment });
            assert.ok(answer.status === 202 || answer.status === 200, answer.text);
        }
        // They are in their lane for a minute.
        world.clock?.set(k_minute_ms / 1000 + 1);
        const waiting = async () => {
            const health = await request("GET", new URL("/health", stack.base_url));
            return health.json.checks.queue.analysis.waiting;
        };
        await eventually("the lane is free again", async () => (await waiting()) === 0, {
            timeout_ms: 100_000, interval_ms: 1_000,
        });
        world.facilitator.reset();
        await eventually(
            "both are decided",
            async () => (await send()).status === 202,
            { timeout_ms: 90_000, interval_ms: 2_000 },
        );
    }, { has_clock: true });

    limited("twenty texts at once from one wallet are sold twenty times", async (world) => {
        const { route } = world;
        const buyer = await v1_buyer(world, world.stack);
        const terms = await world.terms(route);
        const answers = await Promise.all(
            Array.from({ length: 20 }, async (_, i) => {
                const body = { ...route.sample, payload: `2 + 2 = 4. Text number ${i}.` };
                // As the published clients sign: TypeScript and Python for as long as the terms say,
                // Go for an hour whatever they say.
                const valid_s = i % 2 === 0 ? terms.accepts[0].maxTimeoutSeconds : 3_600;
                const validBefore = String(Math.floor(Date.now() / 1000) + valid_s);
                const payment = await world.sign(buyer.account, terms, {
                    authorization: { validBefore },
                });
                const from = fresh_client();
                return once_settled(() => post(route.url, body, { payment, from }));
            }),
        );
        for (const answer of answers) assert.equal(answer.status, 202, answer.text);
        assert.equal(new Set(answers.map(({ json }) => json.job_id)).size, 20);
        const late = await post(route.url, route.sample, {
            payment: await world.sign(buyer.account, terms, {
                authorization: { validBefore: String(Math.floor(Date.now() / 1000) + 4_000) },
            }),
        });
        assert.equal(late.status, 402, late.text);
    });

    test(
        "beside a stranger who copies and claims everything, each buyer has their job",
        async () => {
            const { bought, copies, claims } = await buy_beside_a_stranger({ purchases: 28 });
            assert.equal(bought, 28);
            assert.ok(copies > 8 && claims > 20, `${copies} copies, ${claims} claims`);
        },
        { timeout_ms: 4 * k_minute_ms, takes_s: 50 },
    );

    limited(
        "a thousand refused payments of one client and payer leave a bounded number of small rows",
        async (world) => {
            // Past nginx: what the programs themselves bear.
            const stack = await world.open_stack();
            const poor = await v1_buyer(world, stack);
            const own = (await v2_routes(stack)).find(({ product }) => product === "verify_basic");
            const terms = (await post(own.url, own.sample)).required;
            let texts = 0;
            const body = () => ({ payload: `${"x".repeat(199_000)} ${++texts}` });
            const from = fresh_client();
            const database = `${stack.run_dir}/assay.db`;
            const before = statSync(database).size;
            const statuses = new Map();
            const count = ({ status }) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
            for (const fault of ["error", "refuse"]) {
                world.facilitator.control_for(poor.address, {
                    verify:
                        fault === "error"
                            ? { fault: "error" }
                            : { fault: "claim", answer: { isValid: false, invalidReason: "insufficient_funds" } },
                });
                for (let i = 0; i < 50; ++i)
                    for (const answer of await Promise.all(
                        Array.from({ length: 10 }, async () =>
                            post(own.url, body(), { payment: await world.sign(poor.account, terms), from }),
                        ),
                    ))
                        count(answer);
            }
            const grown = statSync(database).size - before;
            console.log(
                `      1,000 hostile requests with 199 KB each: ${JSON.stringify([...statuses])}, ` +
                    `the database grew by ${grown} bytes`,
            );
            // 560 rows of under 1.5 KB, as README promises, and the pages that they share.
            assert.ok(grown < 2 * 1024 * 1024, `${grown} bytes`);
            assert.equal(statuses.get(503), 500);
            assert.equal(statuses.get(402), 60);
            assert.equal(statuses.get(429), 440);
            await books_agree(stack);
            await stack.stop();
        },
    );
}

async function sha256_of(text) {
    return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
