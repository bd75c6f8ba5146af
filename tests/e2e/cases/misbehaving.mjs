// A facilitator that fails, lies or forgets: in each case the balances are right, no buyer is told to
// pay again while money may have moved, the same header later finds the job, and the books agree.
import assert from "node:assert/strict";
import { books_agree, payments } from "../lib/books.mjs";
import { post, request } from "../lib/http.mjs";
import { eventually } from "../lib/process.mjs";
import { await_job, payer } from "../lib/purchase.mjs";
import { open_world } from "../lib/world.mjs";
import { open_wrong_clock } from "../lib/wrong_clock.mjs";

const k_refused = { success: false, transaction: "", network: "eip155:8453" };
const k_invented = `0x${"ab".repeat(32)}`;

// Says that nothing was done, or nothing that can be read, after the money has moved.
const k_moved = {
    "the answer is lost": { fault: "lost" },
    "504 after the money moved": { fault: "late" },
    "the answer is not JSON": { fault: "garbage" },
    "the JSON is cut": { fault: "cut_json" },
    "success is a text": { fault: "deny", answer: { ...k_refused, success: "true" } },
    "transaction_failed": deny("transaction_failed"),
    "nonce_already_used": deny("invalid_exact_evm_nonce_already_used"),
    "a word nobody knows": deny("moon_in_the_wrong_house"),
    "answered after twelve seconds": { delay_ms: 12_000 },
};

// Does nothing at first; the second try works.
const k_not_moved = {
    "the connection is cut": { fault: "down", times: 1 },
    "500": { fault: "error", times: 1 },
    "settlement_pending, then success": { ...claim("settlement_pending"), times: 1 },
};

export default function (test) {
    for (const [name, settle] of Object.entries({ ...k_moved, ...k_not_moved })) {
        test(`settle, ${name}: pending, then the job, paid once`, async (world) => {
            const sale = await payer(world);
            world.facilitator.control({ settle });
            const answer = await sale.send();
            undecided(answer);
            await sold_in_the_end(world, sale, answer.json.job_id);
        });
    }

    test("refused, and settled after all: the job is queued and delivered", async (world) => {
        const sale = await payer(world);
        world.facilitator.control({ settle: claim("insufficient_funds") });
        const refused = await sale.send();
        assert.equal(refused.status, 402, refused.text);
        assert.equal(refused.required.error, "insufficient_funds");
        await use_authorization(world.chain, sale.payment);
        world.facilitator.control({});
        await sold_in_the_end(world, sale);
    });

    test("refused, and settled after all: delivered without the buyer's asking", async (world) => {
        const sale = await payer(world);
        world.facilitator.control({ settle: claim("insufficient_funds") });
        assert.equal((await sale.send()).status, 402);
        await use_authorization(world.chain, sale.payment);
        const { job_id } = (await payments(world.stack)).find(
            (each) => each.payer === sale.buyer.address,
        );
        const done = await eventually(
            "the job is complete",
            async () => {
                const poll = await request("GET", `${world.stack.base_url}/v1/job/${job_id}`);
                return poll.json.status === "complete" && poll;
            },
            { timeout_ms: 60_000, interval_ms: 500 },
        );
        assert.equal(done.json.payment.payer.toLowerCase(), sale.buyer.address.toLowerCase());
        await sold_in_the_end(world, sale, job_id);
    });

    test("success with the hash of another job: not believed", async (world) => {
        const stack = await world.open_stack({ overrides: k_checked });
        const first = await payer(world, stack);
        const sold = await first.send();
        assert.equal(sold.status, 202, sold.text);
        const { transaction } = decode(sold.headers["payment-response"]);
        const sale = await payer(world, stack);
        world.facilitator.control({ settle: success(transaction, sale.buyer.address) });
        const answer = await sale.send();
        undecided(answer);
        assert.equal(await world.chain.balance(sale.buyer.address), sale.funds);
        const job = await request("GET", `${stack.base_url}/v1/job/${answer.json.job_id}`);
        assert.equal(job.json.status, "settling");
        await books_agree(stack);
        await stack.stop();
    }, { takes_s: 20 });

    test("success with an invented hash, and pending for ever: never run, unpaid once expired", async () => {
        const clock = open_wrong_clock();
        if (!clock) return;
        const own = await open_world(); // the time of its chain changes
        const stack = await own.open_stack({ overrides: k_checked, env: clock.env });
        try {
            const answers = [];
            for (const settle of [
                (sale) => success(k_invented, sale.buyer.address),
                () => claim("settlement_pending"),
            ]) {
                const sale = await payer(own, stack);
                own.facilitator.control({ settle: settle(sale) });
                const answer = await sale.send();
                undecided(answer);
                answers.push([sale, answer.json.job_id]);
            }
            await alarm(stack, "settlement_unproven");
            // validBefore and ten minutes pass on the chain.
            const ahead_s = 300 + 600 + 30;
            clock.set(ahead_s);
            for (const [sale, job_id] of answers) {
                const poll = await eventually(
                    "the decision",
                    async () => {
                        await own.chain.go_on({ ahead_s });
                        const { status, json } = await request(
                            "GET",
                            `${stack.base_url}/v1/job/${job_id}`,
                        );
                        return status === 410 && json;
                    },
                    { timeout_ms: 70_000, interval_ms: 500 },
                );
                assert.equal(poll.code, "payment_rejected");
                assert.equal(poll.charged, false);
                assert.equal(await own.chain.balance(sale.buyer.address), sale.funds);
            }
            await books_agree(stack);
        } finally {
            await stack.stop();
            clock.close(stack.pid);
            await own.close();
        }
    }, { takes_s: 30 });

    test("one payment-identifier buys once, whatever authorization comes with it", async (world) => {
        const sale = await payer(world);
        const id = `order-${Date.now()}-0123456789`;
        const named = async (body) =>
            post(sale.route.url, body, {
                payment: await world.sign(sale.buyer.account, sale.terms, {
                    edit: (payload) => {
                        payload.extensions = structuredClone(payload.extensions);
                        payload.extensions["payment-identifier"].info.id = id;
                        return payload;
                    },
                }),
            });
        const first = await named(sale.route.sample);
        assert.equal(first.status, 202, first.text);
        const second = await named(sale.route.sample);
        assert.equal(second.status, 202, second.text);
        assert.equal(second.json.job_id, first.json.job_id);
        const other = await named({ payload: "Another text: two and two is four." });
        assert.equal(other.status, 409, other.text);
        assert.equal(other.json.code, "idempotency_conflict");
        assert.equal((await world.chain.transfers({ from: sale.buyer.address })).length, 1);
    });
}

const k_checked = { payment: { receipt_check_from: "0.01" } };

function deny(errorReason) {
    return { fault: "deny", answer: { ...k_refused, errorReason } };
}

function claim(errorReason) {
    return { fault: "claim", answer: { ...k_refused, errorReason } };
}

function success(transaction, payer) {
    return { fault: "claim", answer: { ...k_refused, success: true, transaction, payer } };
}

// As a facilitator that had said no would do it.
async function use_authorization(chain, { payload: { authorization: a, signature } }) {
    const receipt = await chain.send(
        "transferWithAuthorization",
        [
            a.from, a.to, BigInt(a.value), BigInt(a.validAfter), BigInt(a.validBefore), a.nonce,
            signature,
        ],
        { by_facilitator: true },
    );
    assert.equal(receipt.status, "success");
}

function undecided(answer) {
    assert.equal(answer.status, 503, answer.text);
    assert.equal(answer.json.code, "settlement_pending");
    assert.equal(answer.json.charged, null);
    assert.equal(answer.required, undefined);
}

// The same header, again and again: never 402, in the end the job, and one transfer.
async function sold_in_the_end(world, { send, buyer, funds, route, stack }, job_id) {
    const sold = await eventually(
        "the job is sold",
        async () => {
            const again = await send();
            assert.ok([202, 503].includes(again.status), again.text);
            return again.status === 202 && again;
        },
        { timeout_ms: 60_000, interval_ms: 300 },
    );
    assert.equal(sold.json.job_id, job_id ?? sold.json.job_id);
    const response = decode(sold.headers["payment-response"]);
    assert.equal(response.success, true);
    const transfers = await world.chain.transfers({ from: buyer.address });
    assert.deepEqual(transfers.map((each) => each.transactionHash), [response.transaction]);
    assert.equal(await world.chain.balance(buyer.address), funds - route.price);
    const done = await await_job(stack.base_url, sold.json.job_id);
    assert.equal(done.json.status, "complete");
    await books_agree(stack);
}

async function alarm(stack, code) {
    await eventually(
        `the alarm ${code}`,
        async () => {
            const { json } = await request("GET", `${stack.base_url}/health`);
            return json.alarms.some((each) => each.code === code);
        },
        { timeout_ms: 60_000, interval_ms: 500 },
    );
}

const decode = (header) => JSON.parse(Buffer.from(header, "base64").toString("utf8"));

