// One authorization buys one job, however often and however wildly it is shown.
import assert from "node:assert/strict";
import { privateKeyToAccount, generatePrivateKey } from "viem/accounts";
import { armed_stack, hold } from "../lib/armed.mjs";
import { encode_header } from "../lib/buyer.mjs";
import { names_no_job, problem } from "../lib/checks.mjs";
import { post } from "../lib/http.mjs";
import { twin_programs } from "../lib/paths.mjs";
import { await_job } from "../lib/purchase.mjs";
import { v2_routes } from "../lib/world.mjs";

export default function (test) {
    test("the same header again is the same job and the same PAYMENT-RESPONSE", async (world) => {
        const { route, buyer, payment, sold } = await sale(world);
        await await_job(world.stack.base_url, sold.json.job_id);
        const calls = world.facilitator.calls().length;
        const [again, spent] = await world.money_moved(buyer.address, () =>
            post(route.url, route.sample, { payment }),
        );
        same_answer(again, sold);
        assert.equal(spent, 0n);
        assert.equal(world.facilitator.calls().length, calls);
    });

    test("the same request in other words is the same request", async (world) => {
        const { route, payment, sold } = await sale(world);
        const escaped = JSON.stringify(route.sample).replace("total", "\\u0074otal");
        const with_unknown = JSON.stringify({ unknown: [1, 2], ...route.sample }, null, 4);
        for (const body of [escaped, with_unknown]) {
            same_answer(await post(route.url, body, { payment }), sold);
        }
    });

    test("the same payload in another encoding is the same payment", async (world) => {
        const { route, payment, sold } = await sale(world);
        const unpadded = encode_header(payment).replace(/=+$/, "");
        const reordered = encode_header({
            ...payment,
            note: "unknown members are fine",
            extensions: undefined,
        });
        for (const header of [unpadded, reordered]) {
            same_answer(await post(route.url, route.sample, { payment: header }), sold);
        }
    });

    test("20 equal requests at once: one settlement, one job, one answer", async (world) => {
        const { route } = world;
        const buyer = await world.buyer();
        const payment = await world.sign(buyer.account, await world.terms(route));
        const [answers, spent] = await world.money_moved(buyer.address, () =>
            Promise.all(
                Array.from({ length: 20 }, () => post(route.url, route.sample, { payment })),
            ),
        );
        const sold = answers.find(({ status }) => status === 202);
        for (const each of answers) same_or_pending(each, sold);
        same_answer(await post(route.url, route.sample, { payment }), sold);
        assert.equal(spent, route.price);
        assert.equal(world.facilitator.calls("settle").length, 1);
        assert.equal((await world.chain.transfers({ from: buyer.address })).length, 1);
        assert.equal(
            (await await_job(world.stack.base_url, sold.json.job_id)).json.status,
            "complete",
        );
    });

    test("equal requests that come while the first is being settled buy nothing more", async (world) => {
        const stack = await armed_stack(world);
        const [route] = (await v2_routes(stack)).filter(({ product }) => product === "verify_basic");
        const buyer = await world.buyer();
        const settled = () => world.facilitator.calls("settle").length;
        for (const point of ["settle.before", "settle.after", "mark_settled.before"]) {
            const payment = await world.sign(buyer.account, await world.terms(route));
            const calls = settled();
            const held = hold(stack, point);
            const body = { payload: `Two and two is four, says ${point}.` };
            const send = () => post(route.url, body, { payment });
            const first = send();
            await held.reached();
            const others = Array.from({ length: 3 }, send);
            const other_text = post(route.url, { payload: "Another text." }, { payment });
            // Not while a transaction is open: no other process writes then.
            if (point.startsWith("settle.")) await other_text;
            held.release();
            reused(await other_text);
            const sold = await first;
            assert.equal(sold.status, 202, sold.text);
            for (const each of await Promise.all(others)) same_or_pending(each, sold);
            same_answer(await send(), sold);
            assert.equal(settled() - calls, 1);
        }
        await stack.stop();
    });

    test("20 buyers at once: 20 settlements, 20 jobs", async (world) => {
        const { route } = world;
        const terms = await world.terms(route);
        const buyers = await Promise.all(Array.from({ length: 20 }, () => world.buyer()));
        const payments = await Promise.all(buyers.map((each) => world.sign(each.account, terms)));
        const answers = await Promise.all(
            payments.map((payment) => post(route.url, route.sample, { payment })),
        );
        assert.deepEqual(
            [...new Set(answers.map((each) => each.status))],
            [202],
            answers.find((each) => each.status !== 202)?.text,
        );
        assert.equal(new Set(answers.map((each) => each.json.job_id)).size, 20);
        for (const { json } of answers) {
            assert.equal(
                (await await_job(world.stack.base_url, json.job_id)).json.status,
                "complete",
            );
        }
    });

    test("one authorization with 20 different bodies at once buys one of them", async (world) => {
        const { route } = world;
        const buyer = await world.buyer();
        const payment = await world.sign(buyer.account, await world.terms(route));
        const [answers, spent] = await world.money_moved(buyer.address, () =>
            Promise.all(
                Array.from({ length: 20 }, (_, index) =>
                    post(route.url, { payload: `Text number ${index}.` }, { payment }),
                ),
            ),
        );
        assert.equal(answers.filter((each) => each.status === 202).length, 1);
        for (const each of answers.filter((answer) => answer.status !== 202)) reused(each);
        assert.equal(spent, route.price);
        assert.equal(world.facilitator.calls("settle").length, 1);
    });

    test("another body with a used payment is refused and learns no job_id", async (world) => {
        const { route, buyer, payment } = await sale(world);
        const [other, spent] = await world.money_moved(buyer.address, () =>
            post(route.url, { payload: "Something else." }, { payment }),
        );
        reused(other);
        assert.equal(spent, 0n);
        assert.equal(world.facilitator.calls("settle").length, 1);
    });

    test("a payment buys nothing on another route with equal terms", async (world) => {
        const twin = await world.open_stack({ program_dir: twin_programs });
        const [route, other] = (await v2_routes(twin)).filter(({ product }) =>
            /basic/.test(product),
        );
        const buyer = await world.buyer();
        const terms = await world.terms(route);

        const named = await world.sign(buyer.account, terms);
        const elsewhere = await post(other.url, other.sample, { payment: named });
        assert.equal(elsewhere.status, 402, elsewhere.text);
        assert.equal((await post(route.url, route.sample, { payment: named })).status, 202);

        const unnamed = await world.sign(buyer.account, terms, { edit: without_resource });
        const text = { payload: "Two and two is four." };
        assert.equal((await post(route.url, text, { payment: unnamed })).status, 202);
        for (const payment of [named, unnamed]) {
            reused(await post(other.url, other.sample, { payment }));
        }
        assert.equal(world.facilitator.calls("settle").length, 2);
        await twin.stop();
    });

    test("who knows a settlement but not its signature learns nothing", async (world) => {
        const { route, payment, sold } = await sale(world);
        const stranger = privateKeyToAccount(generatePrivateKey());
        const { signature: strangers } = (
            await world.sign(stranger, await world.terms(route), {
                authorization: payment.payload.authorization,
            })
        ).payload;
        const real = payment.payload.signature;
        const false_signatures = [
            strangers,
            `0x${"11".repeat(64)}1b`,
            `${real.slice(0, -2)}${real.endsWith("1b") ? "1c" : "1b"}`,
            `${real}00`, // of another length: not recoverable, so it must be the stored bytes
            `0x${"22".repeat(200)}`,
        ];
        const calls = world.facilitator.calls().length;
        for (const signature of false_signatures) {
            for (const body of [route.sample, { payload: "Another text." }]) {
                const forged = { ...payment, payload: { ...payment.payload, signature } };
                const answer = await post(route.url, body, { payment: forged });
                assert.equal(answer.status, 402, answer.text);
                assert.ok(answer.required.accepts.length > 0);
                assert.equal(answer.payment?.transaction ?? "", "");
                names_no_job(answer);
                assert.ok(!answer.text.includes(sold.json.job_id));
            }
        }
        assert.equal(world.facilitator.calls().length, calls);
    });
}

// A first purchase by hand: {route, buyer, payment, sold}.
async function sale(world) {
    const { route } = world;
    const buyer = await world.buyer();
    const payment = await world.sign(buyer.account, await world.terms(route));
    const sold = await post(route.url, route.sample, { payment });
    assert.equal(sold.status, 202, sold.text);
    return { route, buyer, payment, sold };
}

function same_answer(answer, first) {
    assert.equal(answer.status, first.status, answer.text);
    assert.equal(answer.json.job_id, first.json.job_id);
    assert.equal(answer.headers["payment-response"], first.headers["payment-response"]);
    assert.equal(answer.headers.location, first.headers.location);
}

// Of a payment one call waits; the others come again.
function same_or_pending(answer, first) {
    if (answer.status === 202) return same_answer(answer, first);
    problem(answer, 503, "settlement_pending", null);
    assert.equal(answer.json.job_id, first.json.job_id);
    assert.ok(Number(answer.headers["retry-after"]) > 0);
}

function reused(answer) {
    assert.equal(answer.status, 409, answer.text);
    assert.match(answer.headers["content-type"], /^application\/problem\+json/);
    assert.equal(answer.json.code, "payment_reused");
    assert.equal(answer.json.charged, false);
    names_no_job(answer);
}

function without_resource(payload) {
    const { resource, ...rest } = payload;
    return rest;
}
