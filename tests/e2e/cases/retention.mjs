// What is kept no longer: its buyer hears that they have paid, whatever dies while it goes, and the books
// agree for ever.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { arm, armed_stack, points } from "../lib/armed.mjs";
import { assay, books_agree, payments } from "../lib/books.mjs";
import { problem } from "../lib/checks.mjs";
import { request } from "../lib/http.mjs";
import { v1_buyer } from "../lib/orders.mjs";
import { programs } from "../lib/paths.mjs";
import { eventually, kill_quietly } from "../lib/process.mjs";
import { await_job, payer } from "../lib/purchase.mjs";
import { answers_as_documented } from "../lib/schema.mjs";
import { with_world } from "../lib/world.mjs";
import { open_wrong_clock } from "../lib/wrong_clock.mjs";

const k_two_days_s = 2 * 86_400;
const k_final_blocks = 100; // deeper than the local chain calls final
const k_patience_ms = 150_000;
const k_walk_ms = 2_000;

export default function (test) {
    test(
        "two days later a job of either rail is gone, was charged once, and buys nothing again",
        async () => {
            const clock = open_wrong_clock();
            if (!clock) return;
            await with_world((world) => live_through(world, clock));
        },
        { timeout_ms: 240_000 },
    );
}

async function live_through(world, clock) {
    const stack = await armed_stack(world, {
        env: clock.env,
        overrides: { store: { request_retention: "1d", result_retention: "1d" } },
    });
    try {
        // Named: of the buyer's address nothing is left by then.
        const headers = { "idempotency-key": "mine" };
        const by_header = await payer(world, stack, { headers });
        const { job_id } = (await by_header.send()).json;
        assert.equal((await await_job(stack.base_url, job_id)).json.status, "complete");
        const by_transfer = await bought_by_transfer(world, stack);
        await eventually("every transfer was seen", async () =>
            (await payments(stack)).every((each) => each.seen_on_chain),
        );

        clock.set(k_two_days_s);
        await world.chain.pass(k_two_days_s);
        await world.chain.client.mine({ blocks: k_final_blocks });
        const deaths = ["drop_requests", "purge"]
            .flatMap((step) => points(step, 1))
            .map((point) => arm(stack, point));
        await walked_until(stack, async () => {
            if (deaths.some(existsSync)) return false;
            const ends = [job_id, by_transfer.order.job_id].map((id) => poll(stack, id));
            return (await Promise.all(ends)).every(({ status }) => status === 410);
        });

        await gone_by_header(world, stack, by_header, job_id);
        await gone_by_transfer(world, stack, by_transfer);
        await books_agree(stack);
        await operator_is_told(stack, job_id);
    } finally {
        await stack.stop();
        clock.close(stack.pid);
    }
}

async function bought_by_transfer(world, stack) {
    const buyer = await v1_buyer(world, stack);
    const order = await buyer.order();
    const { transactionHash } = await buyer.pay(order);
    await eventually("the transfer counts", async () => {
        const { status } = await buyer.notify(order, transactionHash);
        return status === 200;
    });
    assert.equal((await buyer.resubmit(order)).status, 202);
    assert.equal((await await_job(stack.base_url, order.job_id)).json.status, "complete");
    return { buyer, order, transactionHash };
}

const poll = (stack, job_id, what = "") =>
    request("GET", new URL(`/v1/job/${job_id}${what}`, stack.base_url), {
        headers: { prefer: "wait=25" },
    });

// A worker walks over what is old when it starts, and then once an hour: each has longer for it than the
// one before, since a busy machine may let the first ones come to nothing.
async function walked_until(stack, is_done) {
    const begin = Date.now();
    for (let pause_ms = k_walk_ms; !(await is_done()); pause_ms *= 1.5) {
        assert.ok(Date.now() - begin < k_patience_ms, "all is given up in time");
        const started = workers_started(stack);
        for (const { pid } of stack.children("assay-worker")) kill_quietly(pid);
        await eventually("another worker is there", () => workers_started(stack) > started);
        await sleep(pause_ms);
    }
}

const workers_started = (stack) => stack.log().split("event=worker_ready").length;

async function gone_by_header(world, stack, { buyer, route, send }, job_id) {
    const openapi = (await request("GET", new URL("/openapi.json", stack.base_url))).json;
    const settled = world.facilitator.calls("settle").length;
    const answers = {
        [`${route.path} post`]: await send(),
        "/v1/job/{job_id} get": await poll(stack, job_id),
        "/v1/job/{job_id}/artifact get": await poll(stack, job_id, "/artifact"),
    };
    for (const [operation, answer] of Object.entries(answers)) {
        const [path, method] = operation.split(" ");
        problem(answer, 410, "job_gone", true);
        assert.equal(answer.json.job_id, job_id);
        assert.equal(answer.headers["preference-applied"], undefined);
        answers_as_documented(openapi, openapi.paths[path][method], answer);
    }
    assert.equal(world.facilitator.calls("settle").length, settled);
    assert.equal((await world.chain.transfers({ from: buyer.address })).length, 1);
}

async function gone_by_transfer(world, stack, { buyer, order, transactionHash }) {
    const openapi = (await request("GET", new URL("/openapi.json", stack.base_url))).json;
    const answers = {
        "/v1/verify": await buyer.resubmit(order),
        "/v1/webhook/payment": await buyer.notify(order, transactionHash),
    };
    for (const [path, answer] of Object.entries(answers)) {
        problem(answer, 410, "job_gone", true);
        answers_as_documented(openapi, openapi.paths[path].post, answer);
    }
    problem(await buyer.resubmit(order, { payload: "2 + 2 = 5" }), 409, "request_mismatch", false);
    // The same transfer for another order.
    const second = await buyer.order();
    const again = await buyer.notify(second, transactionHash);
    assert.notEqual(again.status, 200, again.text);
    assert.equal((await world.chain.transfers({ from: buyer.address })).length, 1);
}

async function operator_is_told(stack, job_id) {
    const { stdout } = await assay(stack, ["payments", "show", job_id]);
    assert.equal(JSON.parse(stdout).state, "purged");
    const url = new URL(`/v1/job/${job_id}`, stack.base_url).href;
    const verdict = await new Promise((told) =>
        execFile(join(programs, "assay"), ["verify-artifact", url], (error, text) =>
            told({ code: error?.code, text }),
        ),
    );
    assert.equal(verdict.code, 3, verdict.text);
    assert.match(verdict.text, /a file with it can be checked/);
}
