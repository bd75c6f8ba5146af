// `Prefer: wait=N` on the request that pays: the result is in its answer.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { post, request } from "../lib/http.mjs";
import { programs } from "../lib/paths.mjs";
import { await_job, payer } from "../lib/purchase.mjs";
import { wrapped_programs } from "../lib/wrapped_programs.mjs";

const k_rounds = 5;
const k_hold = 'while [ -e "$ASSAY_RUN_DIR/all_held" ]; do sleep 0.02; done';

export default function (test) {
    test("all products by @x402/fetch and axios: the artifact is in the answer", async (world) => {
        for (const route of world.routes) {
            const buyer = await world.buyer();
            const headers = { "content-type": "application/json", prefer: "wait=20" };
            const body = JSON.stringify(route.sample);
            const answer = await buyer.fetch(route.url, { method: "POST", headers, body });
            check(route, answer.status, await answer.json(), (name) => answer.headers.get(name));
            const other = await world.buyer();
            const paid = await other.axios.post(route.url, route.sample, { headers });
            check(route, paid.status, paid.data, (name) => paid.headers[name]);
        }
    });

    test("30 purchases of the six queued products have their artifact", async (world) => {
        const queued = world.routes.filter((each) => !each.product.startsWith("forensics"));
        for (let round = 0; round < k_rounds; ++round) {
            const buyers = await Promise.all(queued.map(() => world.buyer()));
            for (const [i, route] of queued.entries()) {
                const payment = await world.sign(buyers[i].account, await world.terms(route));
                const headers = { prefer: "wait=20" };
                const answer = await post(route.url, route.sample, { payment, headers });
                check(route, answer.status, answer.json, (name) => answer.headers[name]);
            }
        }
    });

    test("without the header, or with one that is none, it is 202", async (world) => {
        for (const prefer of [undefined, "wait=0", "respond-async", "wait=soon", "wait=-5"]) {
            const { route, payment } = await payer(world);
            const headers = prefer ? { prefer } : {};
            const answer = await post(route.url, route.sample, { payment, headers });
            assert.equal(answer.status, 202, answer.text);
            assert.equal(answer.headers["preference-applied"], undefined);
        }
    });

    test("a third call of a client waits for nothing, and another client does", async (world) => {
        const stack = await world.open_stack({ program_dir: wrapped_programs(programs, k_hold) });
        const hold = join(stack.run_dir, "run/all_held");
        writeFileSync(hold, "");
        try {
            const calls = [];
            for (let i = 0; i < 3; ++i) {
                const { route, payment } = await payer(world, stack);
                const headers = { prefer: "wait=20" };
                calls.push(post(route.url, route.sample, { payment, headers, from: "127.0.0.5" }));
            }
            const first = await Promise.race(calls);
            assert.equal(first.status, 202, first.text);
            assert.equal(first.headers["preference-applied"], undefined);
            const { route, payment } = await payer(world, stack);
            const headers = { prefer: "wait=1" };
            const other = await post(route.url, route.sample, { payment, headers, from: "127.0.0.6" });
            assert.equal(other.status, 202);
            assert.equal(other.headers["preference-applied"], "wait=1");
            rmSync(hold);
            const statuses = (await Promise.all(calls)).map(({ status }) => status).sort();
            assert.deepEqual(statuses, [200, 200, 202]);
            assert.equal((await await_job(stack.base_url, first.json.job_id)).status, 200);
        } finally {
            rmSync(hold, { force: true });
        }
    });

    test("a repeat asks for the result, and has it when it is there", async (world) => {
        const { route, payment, send } = await payer(world);
        const sold = await send();
        await await_job(world.stack.base_url, sold.json.job_id);
        const headers = { prefer: "wait=20" };
        const again = await post(route.url, route.sample, { payment, headers });
        check(route, again.status, again.json, (name) => again.headers[name], { waited: false });
        const polled = await request("GET", new URL(`/v1/job/${sold.json.job_id}`, world.stack.base_url));
        assert.deepEqual(again.json, polled.json);
    });
}

function check(route, status, body, header, { waited = true } = {}) {
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.status, "complete");
    assert.equal(body.product, route.product);
    assert.equal(body.artifact.job_id, body.job_id);
    assert.equal(JSON.parse(Buffer.from(header("payment-response"), "base64")).success, true);
    if (waited && !route.product.startsWith("forensics"))
        assert.equal(header("preference-applied"), "wait=20");
}
