// Rail v1 end to end: each way to name the job buys it once for the right buyer; everything else
// gets its named answer, and nothing is given away twice.
import assert from "node:assert/strict";
import { keccak256 } from "viem";
import { books_agree } from "../lib/books.mjs";
import { k_usdc } from "../lib/chain.mjs";
import { problem } from "../lib/checks.mjs";
import { contract } from "../lib/contracts.mjs";
import { post, request } from "../lib/http.mjs";
import { ascii, commitment, delivered, fresh_client, judged, v1_buyer } from "../lib/orders.mjs";
import { eventually } from "../lib/process.mjs";
import { open_wrong_clock } from "../lib/wrong_clock.mjs";

const k_ways = {
    "the ready transaction": (buyer, order) => buyer.pay(order),
    "the job id behind a transfer": (buyer, order) => buyer.transfer(order, { memo: ascii(order) }),
    "its commitment as EIP-3009 nonce": (buyer, order) => buyer.authorize(order),
};
// A name that another account may have relayed counts when its transfer has been seen for so long.
const k_ways_seen_long = {
    "a contract's call with the job id": (buyer, order) =>
        buyer.bundle(order, { memo: ascii(order) }),
    "a contract's call with the commitment": (buyer, order) =>
        buyer.bundle(order, { memo: commitment(order) }),
};
const k_seen_long_s = 31;

export default function (test) {
    for (const [name, pay] of Object.entries(k_ways))
        test(`paid by ${name}: one job, for who ordered it`, (world) => bought_by(world, pay));

    for (const [name, pay] of Object.entries(k_ways_seen_long))
        test(`paid by ${name}: one job, for who ordered it`, async (world) => {
            const clock = open_wrong_clock();
            if (!clock) return bought_by(world, pay);
            const stack = await world.open_stack({ env: clock.env });
            try {
                await bought_by({ ...world, stack }, pay, async (buyer, order, tx_hash) => {
                    await eventually("the transfer is seen", async () => {
                        const { status, json, text } = await buyer.notify(order, tx_hash);
                        assert.equal(status, 202, text); // it counts only later
                        return json.reason === "relayed";
                    });
                    clock.set(k_seen_long_s); // instead of waiting for so long
                });
            } finally {
                await stack.stop();
                clock.close(stack.pid);
            }
        });

    test("an exchange's transfer is rescued by the payer's signature", async (world) => {
        const buyer = await v1_buyer(world);
        const order = await buyer.order();
        const { transactionHash } = await buyer.transfer(order);
        const refused = await judged(buyer, order, transactionHash);
        assert.equal(refused.status, 402, refused.text);
        assert.equal(refused.json.code, "memo_missing");
        assert.equal(refused.json.job_id, order.job_id);
        assert.equal(refused.json.found.transfers.length, 1);
        const stranger = await v1_buyer(world);
        const wrong = { payer_signature: await stranger.sign(order, transactionHash) };
        const by_stranger = await judged(buyer, order, transactionHash, wrong);
        assert.equal(by_stranger.json.code, "memo_missing");
        const right = { payer_signature: await buyer.sign(order, transactionHash) };
        assert.equal((await judged(buyer, order, transactionHash, right)).status, 200);
        await delivered(world.stack, buyer, order);
    });

    test("what does not pay is refused by its name", async (world) => {
        const buyer = await v1_buyer(world);
        const order = await buyer.order();
        const refused = async (receipt, code) => {
            const answer = await judged(buyer, order, receipt.transactionHash);
            assert.equal(answer.json.code, code, answer.text);
            assert.equal(answer.json.job_id ?? order.job_id, order.job_id);
            return answer;
        };
        const nobodys = commitment({ job_id: "job_0" });
        await refused(await buyer.transfer(order, { memo: nobodys }), "memo_missing");
        const fake = "0x00000000000000000000000000000000000fa4e0";
        await world.chain.client.setCode({ address: fake, bytecode: contract("Usdc").runtime });
        await refused(
            await buyer.transfer(order, { memo: ascii(order), token: fake, value: 0n }),
            "no_transfer",
        );
        // As a user operation that fails inside a transaction that succeeds.
        const failed = await buyer.bundle(order, { memo: ascii(order), value: 10n ** 15n });
        assert.equal(failed.status, "success");
        await refused(failed, "no_transfer");
        const too_much = { memo: ascii(order), value: 10n ** 15n };
        await refused(await buyer.transfer(order, too_much), "reverted");
        const short = BigInt(order.amount) - 1n;
        const little = await refused(
            await buyer.transfer(order, { memo: ascii(order), value: short }),
            "amount_mismatch",
        );
        assert.deepEqual(
            little.json.credits.map(({ reason, amount }) => [reason, amount]),
            [["amount", String(short)]],
        );
        const sixth = await buyer.notify(order, `0x${"12".repeat(32)}`);
        problem(sixth, 429, "too_many_claims", false);
        assert.equal((await buyer.resubmit(order)).status, 402);
        await books_agree(world.stack);
    });

    test("a transfer pays for one job, whoever claims it", async (world) => {
        const [buyer, other] = [await v1_buyer(world), await v1_buyer(world)];
        const [order, his] = [await buyer.order(), await other.order()];
        const { transactionHash } = await buyer.pay(order);
        problem(await judged(other, his, transactionHash), 409, "already_used", false);
        assert.equal((await judged(buyer, order, transactionHash)).status, 200);
        const again = await buyer.pay(order);
        problem(await judged(buyer, order, again.transactionHash), 409, "already_paid", false);
        const owed = await eventually("the second payment is owed", async () => {
            const { json } = await buyer.poll(order);
            return json.credits.length > 0 && json.credits;
        });
        assert.deepEqual(owed.map(({ reason }) => reason), ["double"]);
        await delivered(world.stack, buyer, order);
        await books_agree(world.stack);
    });

    test("two jobs named in one call and paid once: ambiguous", async (world) => {
        const buyer = await v1_buyer(world);
        const [first, second] = [await buyer.order(), await buyer.order()];
        const memo = `${ascii(first)}${ascii(second).slice(2)}`;
        const { transactionHash } = await buyer.bundle(first, { memo });
        const answer = await judged(buyer, first, transactionHash);
        assert.equal(answer.json.code, "ambiguous_binding", answer.text);
        // Two transfers of a contract that another account has called: the contract's word is missing.
        const both = await buyer.bundle(first, { memo, count: 2 });
        const pair = await judged(buyer, second, both.transactionHash);
        assert.equal(pair.json.code, "ambiguous_binding", pair.text);
        await books_agree(world.stack);
    });

    test("neither rail takes what the other was paid with", async (world) => {
        const buyer = await v1_buyer(world);
        const order = await buyer.order();
        // An authorization that is bound to a v1 order: a reader of the chain could show it.
        const bound = await world.sign(buyer.account, await world.terms(world.route), {
            authorization: { nonce: order.payment_options.eip3009.nonce },
        });
        const refused = await post(world.route.url, world.route.sample, { payment: bound });
        problem(refused, 409, "payment_reused", false);
        // A v2 purchase, shown on v1.
        const v2 = await world.sign(buyer.account, await world.terms(world.route));
        const sold = await post(world.route.url, world.route.sample, { payment: v2 });
        assert.equal(sold.status, 202, sold.text);
        const { transaction } = sold.payment;
        const told = await judged(buyer, order, transaction);
        problem(told, 409, "paid_on_v2", true);
        assert.ok(told.json.detail.includes(transaction), told.text);
        // And a v1 payment shown on v2.
        const second = await buyer.order();
        const receipt = await buyer.authorize(second);
        assert.equal((await judged(buyer, second, receipt.transactionHash)).status, 200);
        const shown = await world.sign(buyer.account, await world.terms(world.route), {
            authorization: { nonce: second.payment_options.eip3009.nonce },
        });
        problem(
            await post(world.route.url, world.route.sample, { payment: shown }),
            409,
            "payment_reused",
            false,
        );
        await books_agree(world.stack);
    });

    test("nobody calls the webhook: the job is confirmed all the same", async (world) => {
        const buyer = await v1_buyer(world);
        const order = await buyer.order();
        await buyer.pay(order);
        const is_found = async () => (await buyer.poll(order)).status === 202;
        await eventually("the scanner finds it", is_found, { timeout_ms: 30_000 });
        await delivered(world.stack, buyer, order);
    });

    test("a webhook called early, twice and at once is answered", async (world) => {
        const buyer = await v1_buyer(world);
        const order = await buyer.order();
        const { transaction } = order.payment_options;
        const request = await buyer.wallet.prepareTransactionRequest({
            to: transaction.to, data: transaction.data, value: 0n, gas: 200_000n,
        });
        const signed = await buyer.wallet.signTransaction(request);
        const tx_hash = keccak256(signed);
        const early = await buyer.notify(order, tx_hash);
        assert.equal(early.status, 202, early.text);
        assert.equal(early.json.status, "payment_pending");
        const poll = await buyer.poll(order);
        assert.equal(poll.status, 202, poll.text); // never fresh terms while it is undecided
        assert.equal((await buyer.resubmit(order)).status, 202);
        await buyer.wallet.sendRawTransaction({ serializedTransaction: signed });
        const answers = await Promise.all(
            Array.from({ length: 8 }, () => judged(buyer, order, tx_hash)),
        );
        assert.deepEqual(answers.map(({ status }) => status), Array(8).fill(200));
        await delivered(world.stack, buyer, order);
    });

    test("of 50 orders of one client at once five are taken", async (world) => {
        const from = fresh_client();
        const body = JSON.stringify({ tier: "basic", ...world.route.sample });
        const url = new URL("/v1/verify", world.stack.base_url);
        const answers = await Promise.all(
            Array.from({ length: 50 }, () => post(url, body, { from })),
        );
        const taken = answers.filter(({ status }) => status === 402);
        assert.equal(taken.length, 5);
        for (const answer of answers.filter(({ status }) => status !== 402)) {
            problem(answer, 429, "awaiting_limit", false);
            assert.ok(Number(answer.headers["retry-after"]) > 0);
        }
        assert.equal((await post(url, body, { from: fresh_client() })).status, 402);
    });

    test("an Idempotency-Key makes one order", async (world) => {
        const buyer = await v1_buyer(world);
        const key = { "idempotency-key": `key-${Date.now()}` };
        const order = await buyer.order(key);
        assert.equal((await buyer.order(key)).job_id, order.job_id);
        assert.notEqual((await buyer.order()).job_id, order.job_id);
        const other = await post(
            new URL("/v1/verify", world.stack.base_url),
            { tier: "basic", payload: "Two and two is four." },
            { from: buyer.from, headers: key },
        );
        problem(other, 409, "idempotency_conflict", false);
    });

    test("probes, garbage and the wrong request", async (world) => {
        const { base_url } = world.stack;
        const url = new URL("/v1/verify", base_url);
        const from = fresh_client();
        for (const body of ["", "{}"]) {
            const probe = await post(url, body, { from });
            assert.equal(probe.status, 402);
            assert.equal(probe.json.x402Version, 2);
            assert.ok(probe.json.accepts.every((each) => each.product && each.amount));
            assert.equal(probe.json.job_id, undefined);
            assert.equal(probe.headers["payment-required"], undefined);
        }
        const priced = await request("GET", url, { from });
        assert.equal(priced.status, 200);
        assert.ok(priced.json.accepts.length > 0);
        for (const body of [
            "[]",
            "{",
            '{"tier":7,"payload":"x"}',
            '{"tier":"basic"}',
            '{"tier":"none","payload":"x"}',
            '{"payload":"x"}',
            '{"job_id":"job_x"}',
            '{"job_id":5}',
        ]) {
            const answer = await post(url, body, { from });
            assert.equal(answer.status, 422, `${body}: ${answer.text}`);
            assert.ok(Array.isArray(answer.json.detail));
        }
        const buyer = await v1_buyer(world);
        const order = await buyer.order();
        problem(await buyer.resubmit(order, { payload: "other" }), 409, "request_mismatch", false);
        const webhook = new URL("/v1/webhook/payment", base_url);
        const { job_id } = order;
        const tx_hash = `0x${"1".repeat(64)}`;
        for (const body of [
            "",
            "[]",
            {},
            { job_id: "job_x", tx_hash: "0x1" },
            { job_id, tx_hash: tx_hash.slice(1) },
            { job_id, tx_hash, payer_signature: "0xz" },
        ]) {
            assert.equal((await post(webhook, body, { from })).status, 422, JSON.stringify(body));
        }
        const unknown = { job_id: `job_${"0".repeat(26)}` };
        problem(await buyer.notify(unknown, tx_hash), 404, "job_unknown", false);
        problem(await buyer.resubmit(unknown), 404, "job_unknown", false);
        const own = await buyer.poll(order);
        assert.equal(own.status, 402);
        assert.equal(own.json.job_id, order.job_id);
        assert.equal(own.json.payment_options.transaction.to, k_usdc);
        problem(await request("PUT", url, { from }), 405, "method_not_allowed", false);
    });

    test("a job of rail v2 has no webhook", async (world) => {
        const buyer = await world.buyer();
        const payment = await world.sign(buyer.account, await world.terms(world.route));
        const sold = await post(world.route.url, world.route.sample, { payment });
        const v1 = await v1_buyer(world);
        problem(await v1.notify(sold.json, sold.payment.transaction), 409, "wrong_rail", false);
        problem(await v1.resubmit(sold.json), 409, "wrong_rail", false);
    });
}

// `meanwhile(buyer, order, tx_hash)`: between the payment and the answer.
async function bought_by(world, pay, meanwhile = () => undefined) {
    const buyer = await v1_buyer(world, world.stack);
    const order = await buyer.order();
    const receipt = await pay(buyer, order);
    assert.equal(receipt.status, "success");
    await meanwhile(buyer, order, receipt.transactionHash);
    const answer = await judged(buyer, order, receipt.transactionHash);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json.status, "payment_confirmed");
    assert.equal(answer.json.next, "resubmit");
    assert.equal(answer.json.amount, order.amount);
    const poll = await buyer.poll(order);
    assert.equal(poll.status, 202);
    assert.equal(poll.json.next, "resubmit");
    const job = await delivered(world.stack, buyer, order);
    assert.equal(job.payment.tx_hash, receipt.transactionHash);
    assert.equal((await buyer.notify(order, receipt.transactionHash)).status, 200);
    assert.equal((await buyer.resubmit(order)).json.status, "complete");
    await books_agree(world.stack);
}
