// An unmodified client pays and gets what was paid for.
import assert from "node:assert/strict";
import { post } from "../lib/http.mjs";
import { await_job, hashes } from "../lib/purchase.mjs";

export default function (test) {
    test("@x402/fetch buys every product, settled once, and the hash holds", async (world) => {
        for (const route of world.routes) {
            const buyer = await world.buyer();
            world.facilitator.reset();
            const [paid, spent, received] = await world.money_moved(buyer.address, () =>
                buyer.fetch(route.url, json_post(route.sample)),
            );
            await check_sale(world, route, buyer, {
                status: paid.status,
                header: (name) => paid.headers.get(name),
                body: await paid.json(),
            });
            assert.equal(spent, route.price, route.product);
            assert.equal(received, route.price, route.product);
        }
    });

    test("@x402/axios buys too", async (world) => {
        const { route } = world;
        const buyer = await world.buyer();
        const [paid, spent] = await world.money_moved(buyer.address, () =>
            buyer.axios.post(route.url, route.sample),
        );
        await check_sale(world, route, buyer, {
            status: paid.status,
            header: (name) => paid.headers[name],
            body: paid.data,
        });
        assert.equal(spent, route.price);
    });

    test("a client with the default cap of 1 USD can buy what costs less", async (world) => {
        const cheap = world.routes.find((route) => route.price <= 1_000_000n);
        const buyer = await world.buyer({ cap: undefined });
        assert.equal((await buyer.fetch(cheap.url, json_post(cheap.sample))).status, 202);
    });

    test("verify_basic finds the wrong sum of its text", async (world) => {
        const buyer = await world.buyer();
        const { body } = await buy(world, buyer);
        const {
            json: { artifact },
        } = await await_job(world.stack.base_url, body.job_id);
        const finding = artifact.findings.find((each) => each.check === "arith.sum");
        assert.ok(finding, JSON.stringify(artifact.findings));
        assert.equal(finding.evidence.recomputed, 4055);
        assert.equal(finding.evidence.reported, 4155);
        assert.notEqual(artifact.verdict, "PASS");
    });

    test("Prefer: wait holds a poll until the job is done", async (world) => {
        const buyer = await world.buyer();
        const { body } = await buy(world, buyer);
        const polled = await await_job(world.stack.base_url, body.job_id);
        assert.equal(polled.status, 200);
        assert.equal(polled.json.status, "complete");
        assert.match(polled.headers["cache-control"], /private/);
        assert.match(polled.headers["cache-control"], /no-store/);
    });

    test("two purchases of the same text are two jobs with two hashes", async (world) => {
        const buyer = await world.buyer();
        const second_key = { "idempotency-key": "once-more" };
        const [first, second] = [await buy(world, buyer), await buy(world, buyer, second_key)];
        assert.notEqual(first.body.job_id, second.body.job_id);
        const results = await Promise.all(
            [first, second].map(({ body }) => await_job(world.stack.base_url, body.job_id)),
        );
        assert.notEqual(results[0].json.result_hash, results[1].json.result_hash);
    });

    test("200 KB of Cyrillic, every character escaped, is accepted", async (world) => {
        const { route } = world;
        const buyer = await world.buyer();
        const letters = 100_000;
        const body = `{"payload":"${"\\u0416".repeat(letters)}"}`;
        const payment = await world.sign(buyer.account, await world.terms(route));
        const sold = await post(route.url, body, { payment });
        assert.equal(sold.status, 202, sold.text);
        const { json } = await await_job(world.stack.base_url, sold.json.job_id);
        assert.equal(json.status, "complete");
        assert.equal(json.artifact.input.bytes, 2 * letters);
        assert.equal(json.artifact.input.codepoints, letters);
    });
}

const json_post = (body, headers = {}) => ({
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
});

async function buy(world, buyer, headers) {
    const paid = await buyer.fetch(world.route.url, json_post(world.route.sample, headers));
    assert.equal(paid.status, 202);
    return { body: await paid.json() };
}

// Everything a 202 promises, the settlement on the chain, the job's end and the result's hash.
async function check_sale(world, route, buyer, { status, header, body }) {
    const { base_url } = world.stack;
    const is_inline = route.product.startsWith("forensics");
    assert.equal(status, is_inline ? 200 : 202, JSON.stringify(body));
    assert.match(body.job_id, /^job_[0-9a-hjkmnp-tv-z]{26}$/);
    if (!is_inline) {
        assert.equal(body.sla_sec, route.metadata.sla_sec);
        assert.equal(body.poll_url, `${base_url}/v1/job/${body.job_id}`);
        assert.ok(body.retry_after_sec > 0);
        assert.ok("progress" in body);
        assert.ok(Date.parse(body.sla_ends_at) > Date.now());
        assert.equal(body.expires_at, body.sla_ends_at);
        assert.equal(new URL(header("location"), base_url).href, body.poll_url);
        assert.equal(Number(header("retry-after")), body.retry_after_sec);
    }
    assert.match(header("cache-control"), /private/);
    assert.match(header("cache-control"), /no-store/);
    assert.equal(header("access-control-allow-origin"), "*");

    const settled = JSON.parse(Buffer.from(header("payment-response"), "base64"));
    assert.equal(settled.success, true);
    assert.equal(settled.network, route.accepts[0].network);
    assert.equal(settled.payer.toLowerCase(), buyer.address.toLowerCase());
    const receipt = await world.chain.client.getTransactionReceipt({ hash: settled.transaction });
    assert.equal(receipt.status, "success");
    const transfers = await world.chain.transfers({ from: buyer.address });
    assert.equal(transfers.length, 1);
    assert.equal(transfers[0].transactionHash, settled.transaction);
    assert.equal(transfers[0].args.to, world.pay_to);
    assert.equal(world.facilitator.calls("verify").length, 1);
    assert.equal(world.facilitator.calls("settle").length, 1);

    const { status: poll_status, json: envelope } = await await_job(base_url, body.job_id);
    assert.equal(poll_status, 200, JSON.stringify(envelope));
    if (is_inline) assert.deepEqual(body, envelope);
    assert.equal(envelope.status, "complete");
    assert.equal(envelope.job_id, body.job_id);
    assert.equal(envelope.product, route.product);
    assert.equal(envelope.artifact.job_id, body.job_id);
    assert.equal(envelope.artifact.product, route.product);
    assert.equal(envelope.sla_met, true);
    assert.deepEqual(envelope.credits, []);
    assert.equal(envelope.anchor.status, "off");
    assert.match(envelope.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    assert.ok(envelope.completed_at >= envelope.created_at);
    assert.equal(envelope.verdict ?? null, envelope.artifact.verdict ?? null);

    const { stated, canonicalized, stored, artifact_reply } = await hashes(base_url, envelope);
    assert.match(stated, /^0x[0-9a-f]{64}$/);
    assert.equal(stated, canonicalized);
    assert.equal(stated, stored);
    const digest = Buffer.from(stated.slice(2), "hex").toString("base64");
    assert.equal(artifact_reply.headers["content-digest"], `sha-256=:${digest}:`);
    assert.equal(artifact_reply.headers["cache-control"], "private, max-age=31536000, immutable");
    assert.deepEqual(artifact_reply.json, envelope.artifact);
}
