// What nginx alone decides: who is answered when a pool is not there, or asks too often.
import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { problem, readable_by_browsers } from "../lib/checks.mjs";
import { post, request } from "../lib/http.mjs";
import { fresh_client } from "../lib/orders.mjs";
import { await_job } from "../lib/purchase.mjs";
import { k_no_payment } from "../lib/samples.mjs";

const k_documents = ["/", "/ui", "/llms.txt", "/openapi.json", "/.well-known/x402"];

export default function (test) {
    const at = (stack, path) => new URL(path, stack.base_url);

    test("documents refuse other methods as problems that browsers may read", async (world) => {
        for (const path of k_documents) {
            for (const method of ["POST", "PUT", "DELETE"]) {
                const answer = await request(method, at(world.stack, path));
                problem(answer, 405, "method_not_allowed", false);
                assert.match(answer.headers.allow, /\bGET\b/, path);
            }
        }
    });

    test("without the fast pool: 502, nothing charged; documents are still there", async (world) => {
        const { stack } = world;
        await without_socket(stack, "fast", async () => {
            problem(await request("GET", at(stack, "/health")), 502, "bad_gateway", false);
            const unpaid = await post(world.route.url, world.route.sample);
            problem(unpaid, 502, "bad_gateway", false);
            assert.ok(Number(unpaid.headers["retry-after"]) > 0);
            for (const path of k_documents) {
                assert.equal((await request("GET", at(stack, path))).status, 200, path);
            }
        });
        assert.equal((await post(world.route.url, world.route.sample)).status, 402);
    });

    test("without the slow pool: 502 and charged null for who presented a payment", async (world) => {
        const { stack, route } = world;
        await without_socket(stack, "slow", async () => {
            const paid = await post(route.url, route.sample, { payment: k_no_payment });
            problem(paid, 502, "bad_gateway", null);
            assert.equal(paid.json.retryable, true);
            assert.equal((await post(route.url, route.sample)).status, 402);
            assert.equal((await request("GET", at(stack, "/health"))).status, 200);
        });
        const paid = await post(route.url, route.sample, { payment: k_no_payment });
        problem(paid, 400, "payment_header_invalid", false);
    });

    test("on rail v1 only the webhook needs the slow pool; a 502 never says that nothing was charged", async (world) => {
        const { stack } = world;
        const { products, payment } = (await request("GET", at(stack, "/"))).json;
        // Where a request needs no members this is an order, of which a client may have five open.
        const from = fresh_client();
        for (const url of v1_families(products).flatMap((family) => family.rails.v1.endpoints)) {
            await without_socket(stack, "slow", async () => {
                problem(await post(payment.webhook, {}), 502, "bad_gateway", null);
                assert.equal((await post(url, {}, { from })).status, 402);
            });
            await without_socket(stack, "fast", async () => {
                problem(await post(url, {}, { from }), 502, "bad_gateway", null);
                assert.equal((await post(payment.webhook, {})).status, 422);
            });
        }
    });

    test("a v1 route takes bodies of its largest product, and no larger ones", async (world) => {
        const { products } = (await request("GET", at(world.stack, "/"))).json;
        for (const family of v1_families(products)) {
            const variants = Object.values(family.tiers ?? family.types);
            const largest = Math.max(...variants.map((each) => each.body_max_bytes));
            for (const url of family.rails.v1.endpoints) {
                // Where a request needs members, this one is none; elsewhere it is an order.
                const body = (size) => ({ filler: "x".repeat(size) });
                const taken = family.rails.v1.selector ? 422 : 402;
                const from = fresh_client();
                assert.equal((await post(url, body(largest), { from })).status, taken);
                problem(await post(url, body(largest + 1024)), 413, "body_too_large", false);
            }
        }
    });

    test("too many requests are 429 with Retry-After, and say that nothing was charged", async (world) => {
        const stack = await world.open_stack({ limits: true });
        const burst = Array.from({ length: 120 }, () => request("GET", at(stack, "/health")));
        const answers = await Promise.all(burst);
        const refused = answers.filter(({ status }) => status === 429);
        assert.ok(refused.length > 0, "nothing was refused");
        assert.ok(answers.some(({ status }) => status === 200), "all were refused");
        for (const answer of refused) {
            problem(answer, 429, "rate_limited", false);
            assert.ok(Number(answer.headers["retry-after"]) > 0);
        }
        await stack.stop();
    });

    test("an artifact comes as the bytes that were hashed, whatever encodings are accepted", async (world) => {
        const { stack, route } = world;
        const buyer = await world.buyer();
        const payment = await world.sign(buyer.account, await world.terms(route));
        const sold = await post(route.url, route.sample, { payment });
        assert.equal(sold.status, 202, sold.text);
        const done = await await_job(stack.base_url, sold.json.job_id);
        assert.equal(done.json.status, "complete", done.text);
        const path = at(stack, `/v1/job/${sold.json.job_id}/artifact`);
        const plain = await request("GET", path);
        const answer = await request("GET", path, {
            headers: { "accept-encoding": "gzip, deflate, br" },
        });
        assert.equal(answer.status, 200);
        assert.equal(answer.headers["content-encoding"], undefined);
        assert.ok(answer.headers["content-digest"]);
        assert.ok(answer.bytes.equals(plain.bytes));
        readable_by_browsers(answer);
    });
}

const v1_families = (products) => Object.values(products).filter((family) => family.rails.v1);

// The pool's socket is away from where nginx looks for it, as when systemd stopped it.
async function without_socket(stack, pool, run) {
    const socket = join(stack.run_dir, "run", `${pool}.sock`);
    renameSync(socket, `${socket}.away`);
    try {
        await run();
    } finally {
        renameSync(`${socket}.away`, socket);
    }
}
