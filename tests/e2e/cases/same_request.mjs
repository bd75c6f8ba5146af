// Buyers with unmodified clients whose paid answer is lost, and who call again: each call signs anew, and
// one of them is used.
import assert from "node:assert/strict";
import axios, { AxiosError } from "axios";
import { wrapAxiosWithPayment } from "@x402/axios";
import { generatePrivateKey } from "viem/accounts";
import { make_buyer } from "../lib/buyer.mjs";
import { post } from "../lib/http.mjs";
import { eventually } from "../lib/process.mjs";
import { await_job, bought_once, payer } from "../lib/purchase.mjs";

export default function (test) {
    test("@x402/fetch loses its paid answer and is called again: bought once", async (world) => {
        const lossy = losing_fetch();
        const buyer = await world.buyer({ base_fetch: lossy.fetch });
        const call = () => buyer.fetch(world.route.url, json_post(world.route.sample));
        await assert.rejects(call, /fetch failed/);
        const again = await call();
        assert.equal(again.status, 202);
        await bought_once(world, buyer.address, await again.json());
    });

    test("@x402/axios loses its paid answer and is called again: bought once", async (world) => {
        const buyer = await world.buyer();
        let lost = false;
        const adapter = async (config) => {
            const answer = await axios.getAdapter("http")(config);
            if (!config.headers.has("payment-signature") || lost) return answer;
            lost = true;
            throw new AxiosError("socket hang up", "ECONNRESET", config);
        };
        const wrapped = wrapAxiosWithPayment(axios.create({ adapter }), buyer.axios_client);
        const call = () => wrapped.post(world.route.url, world.route.sample);
        await assert.rejects(call);
        const again = await call();
        assert.equal(again.status, 202);
        await bought_once(world, buyer.address, again.data);
    });

    test("a client that was started anew with the same wallet buys once", async (world) => {
        const lossy = losing_fetch();
        const key = generatePrivateKey();
        const first = await world.buyer({ key, base_fetch: lossy.fetch });
        const send = json_post(world.route.sample);
        await assert.rejects(first.fetch(world.route.url, send));
        const second = make_buyer({ key, cap: "$10" });
        const again = await second.fetch(world.route.url, send);
        await bought_once(world, first.address, await again.json());
    });

    test("the settlement is pending, and the client signs anew: bought once", async (world) => {
        const buyer = await world.buyer();
        world.facilitator.control({ settle: { fault: "lost", times: 1 } });
        const call = () => buyer.fetch(world.route.url, json_post(world.route.sample));
        const pending = await call();
        assert.equal(pending.status, 503);
        const told = await pending.json();
        assert.equal(told.code, "settlement_pending");
        const decided = await eventually("it is decided", async () => {
            const answer = await call();
            const json = await answer.json();
            assert.equal(json.job_id, told.job_id);
            assert.equal(json.earlier_purchase.authorization_used, false);
            return answer.status === 202 && json;
        });
        await bought_once(world, buyer.address, decided);
    });

    test("two calls at once buy once", async (world) => {
        const buyer = await world.buyer();
        const call = () => buyer.fetch(world.route.url, json_post(world.route.sample));
        const answers = await Promise.all([call(), call()]);
        const told = await Promise.all(answers.map((each) => each.json()));
        assert.equal(told[0].job_id, told[1].job_id);
        assert.ok(answers.some(({ status }) => status === 202));
        await bought_once(world, buyer.address, await (await call()).json());
    });

    test("under a key of its own the same request is bought again, and once", async (world) => {
        const { buyer, route, terms } = await payer(world);
        const buy = async (key) => {
            const payment = await world.sign(buyer.account, terms);
            const headers = key ? { "idempotency-key": key } : {};
            return await post(route.url, route.sample, { payment, headers });
        };
        const first = await buy();
        assert.equal(first.status, 202, first.text);
        for (const key of ["2", "another-purchase-of-mine"]) {
            const second = await buy(key);
            assert.equal(second.status, 202, second.text);
            assert.notEqual(second.json.job_id, first.json.job_id);
            const again = await buy(key);
            assert.equal(again.json.job_id, second.json.job_id);
            assert.equal(again.json.earlier_purchase, undefined);
        }
        assert.equal((await world.chain.transfers({ from: buyer.address })).length, 3);
        for (const key of ["ä", "x".repeat(256), "two words"]) {
            const refused = await buy(key);
            assert.equal(refused.status, 400, `${key} ${refused.text}`);
        }
    });

    test("what is on the chain shows nothing to who reads it there", async (world) => {
        const { buyer, route, payment, terms, send } = await payer(world);
        const sold = await send();
        assert.equal(sold.status, 202, sold.text);
        await await_job(world.stack.base_url, sold.json.job_id);
        const thief = await post(route.url, route.sample, { payment, from: "127.0.0.77" });
        assert.equal(thief.status, 409, thief.text);
        assert.equal(thief.json.code, "payment_spent");
        assert.equal(thief.json.charged, true);
        assert.ok(!thief.text.includes(sold.json.job_id));
        assert.equal((await send()).json.job_id, sold.json.job_id);
        // The buyer has moved: a new signature, which is not used.
        const anew = await world.sign(buyer.account, terms);
        const moved = await post(route.url, route.sample, { payment: anew, from: "127.0.0.77" });
        assert.equal(moved.json.job_id, sold.json.job_id, moved.text);
        await bought_once(world, buyer.address, moved.json);
    });
}

const json_post = (body) => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
});

// The answer to the first paid request never arrives.
function losing_fetch() {
    let lost = false;
    return {
        fetch: async (request) => {
            const answer = await fetch(request);
            if (!request.headers.has("payment-signature") || lost) return answer;
            lost = true;
            throw new TypeError("fetch failed");
        },
    };
}
