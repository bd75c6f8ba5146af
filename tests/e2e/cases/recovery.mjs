// What happens to a buyer's money and job when something breaks: the facilitator, the worker, a
// child, a pool, the whole stack.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { post, request } from "../lib/http.mjs";
import { descendants, eventually, kill_quietly, process_status } from "../lib/process.mjs";
import { await_job, payer } from "../lib/purchase.mjs";
import { stands_still } from "../lib/stack.mjs";
import { clock_is_free, open_wrong_clock } from "../lib/wrong_clock.mjs";

const k_heart_stands_s = 31; // a heartbeat is old after half a minute

export default function (test) {
    for (const fault of ["down", "error"]) {
        test(`verify ${fault}: 503, not charged, and the header is good later`, async (world) => {
            const { route } = world;
            const { buyer, payment } = await payer(world);
            world.facilitator.control({ verify: { fault } });
            const [answer, spent] = await world.money_moved(buyer.address, () =>
                post(route.url, route.sample, { payment }),
            );
            assert.equal(answer.status, 503, answer.text);
            assert.equal(answer.json.code, "facilitator_unavailable");
            assert.equal(answer.json.charged, false);
            assert.equal(answer.json.retryable, true);
            assert.ok(Number(answer.headers["retry-after"]) > 0);
            assert.equal(spent, 0n);
            assert.equal(world.facilitator.calls("settle").length, 0);
            assert.equal((await post(route.url, route.sample)).status, 402);
            world.facilitator.control({});
            const later = await post(route.url, route.sample, { payment });
            assert.equal(later.status, 202, later.text);
        });
    }

    test("a slow facilitator is waited for", async (world) => {
        const { route } = world;
        const { payment } = await payer(world);
        world.facilitator.control({ verify: { delay_ms: 1_500 }, settle: { delay_ms: 1_500 } });
        const answer = await post(route.url, route.sample, { payment });
        assert.equal(answer.status, 202, answer.text);
    });

    for (const fault of ["lost", "garbage", "error"]) {
        test(`settle ${fault}: 503, charged null, settled at most once`, async (world) => {
            const { route } = world;
            const { buyer, payment } = await payer(world);
            world.facilitator.control({ settle: { fault } });
            const [answer, spent] = await world.money_moved(buyer.address, () =>
                post(route.url, route.sample, { payment }),
            );
            undecided(world, answer);
            assert.equal(spent, fault === "error" ? 0n : route.price);
            await sold_with_the_same_header(world, route, payment);
            assert.equal((await world.chain.transfers({ from: buyer.address })).length, 1);
        });
    }

    test("the header of an undecided payment names the same job again", async (world) => {
        const { route } = world;
        const { buyer, payment } = await payer(world);
        world.facilitator.control({ settle: { fault: "lost" } });
        const answer = await post(route.url, route.sample, { payment });
        undecided(world, answer);
        world.facilitator.control({});
        const again = await post(route.url, route.sample, { payment });
        if (again.status !== 202) undecided(world, again);
        assert.equal(again.json.job_id, answer.json.job_id);
        await sold_with_the_same_header(world, route, payment);
        assert.equal((await world.chain.transfers({ from: buyer.address })).length, 1);
    });

    test("a facilitator that answers nothing does not hold the buyer for ever", async (world) => {
        const { route } = world;
        const { payment } = await payer(world);
        world.facilitator.control({ settle: { delay_ms: 30_000, fault: "down" } });
        const begin = Date.now();
        undecided(world, await post(route.url, route.sample, { payment }));
        assert.ok(Date.now() - begin < 60_000);
        await sold_with_the_same_header(world, route, payment);
    });

    test("the child is killed in mid-job: the next child finishes, once", async (world) => {
        const { stack, running } = await job_in_progress(world);
        kill_quietly(running.child);
        await completes_once(world, stack, running);
    });

    test("worker and child killed in mid-job: the next worker finishes, once", async (world) => {
        const { stack, running } = await job_in_progress(world);
        kill_quietly(running.worker);
        kill_quietly(running.child);
        await eventually("another worker", () =>
            stack.children("assay-worker").some(({ pid }) => pid !== running.worker),
        );
        await completes_once(world, stack, running);
    });

    test("a worker that is killed takes its child with it", async (world) => {
        const { stack, running } = await job_in_progress(world);
        kill_quietly(running.child, "SIGCONT");
        kill_quietly(running.worker);
        await child_is_gone(running);
        await completes_once(world, stack, running);
    });

    test("all is killed in mid-job: the job is finished after a restart", async (world) => {
        const { stack, running } = await job_in_progress(world);
        await stack.kill();
        await stack.start();
        await completes_once(world, stack, running);
    });

    test("a stop in mid-job is quick, and the job is finished afterwards", async (world) => {
        const { stack, running } = await job_in_progress(world);
        assert.equal(await stack.stop(), true, "it had to be killed");
        await child_is_gone(running);
        await stack.start();
        await completes_once(world, stack, running);
    });

    test("killed API processes are replaced and lose no sale", async (world) => {
        const stack = await world.open_stack();
        const { buyer, payment, route } = await payer(world, stack);
        const sold = await post(route.url, route.sample, { payment });
        assert.equal(sold.status, 202, sold.text);
        for (const { pid } of stack.children("assay-api")) kill_quietly(pid);
        const again = await eventually(
            "the pools are back",
            async () => {
                const answer = await post(route.url, route.sample, { payment });
                return answer.status === 202 && answer;
            },
            { timeout_ms: 10_000, interval_ms: 200 },
        );
        assert.equal(again.json.job_id, sold.json.job_id);
        assert.equal((await world.chain.transfers({ from: buyer.address })).length, 1);
        await stack.stop();
    });

    test("a store that others hold for long ends no process", async (world) => {
        const stack = await world.open_stack();
        const { route, payment } = await payer(world, stack);
        const of_stack = () =>
            ["assay-worker", "assay-api"].flatMap((program) =>
                stack.children(program).map(({ pid }) => pid),
            );
        const before = of_stack();
        spawnSync("flock", [gate_of(stack), "sleep", "12"]); // twice as long as anybody waits
        const sold = await eventually(
            "sales go on",
            async () => {
                const answer = await post(route.url, route.sample, { payment });
                return answer.status === 202 && answer;
            },
            { timeout_ms: 20_000, interval_ms: 200 },
        );
        assert.equal((await await_job(stack.base_url, sold.json.job_id)).json.status, "complete");
        assert.deepEqual(of_stack(), before);
        await stack.stop();
    });

    test("nothing is sold without a worker, and the header stays good", async (world) => {
        const clock = open_wrong_clock();
        const stack = await world.open_stack({ env: clock?.env });
        try {
            const { route, payment } = await payer(world, stack);
            const [{ pid }] = stack.children("assay-worker");
            await freeze_between_writes(stack, pid);
            clock?.set(k_heart_stands_s); // instead of waiting for so long
            try {
                await eventually(
                    "the heartbeat is old",
                    async () => {
                        const { json } = await request("GET", new URL("/health", stack.base_url));
                        return json.checks.worker.status !== "ok";
                    },
                    { timeout_ms: 50_000, interval_ms: 500 },
                );
                const answer = await post(route.url, route.sample, { payment });
                assert.equal(answer.status, 503, answer.text);
                assert.equal(answer.json.code, "worker_down");
                assert.equal(answer.json.charged, false);
                assert.ok(Number(answer.headers["retry-after"]) > 0);
                assert.equal(world.facilitator.calls().length, 0);
            } finally {
                process.kill(pid, "SIGCONT");
            }
            await eventually(
                "sales go on",
                async () => (await post(route.url, route.sample, { payment })).status === 202,
                { timeout_ms: 20_000 },
            );
        } finally {
            await stack.stop();
            clock?.close(stack.pid);
        }
    });
}

const gate_of = (stack) => join(stack.run_dir, "assay.db.lock");

// In mid-write a process holds the database's gate, and everybody else would wait for it; likewise
// for a clock that can be set.
async function freeze_between_writes(stack, pid) {
    const gate = gate_of(stack);
    await eventually("a moment between two writes", async () => {
        process.kill(pid, "SIGSTOP");
        await eventually("every thread stands still", () => stands_still(pid));
        if (
            clock_is_free(stack.pid) &&
            spawnSync("flock", ["--nonblock", gate, "true"]).status === 0
        )
            return true;
        process.kill(pid, "SIGCONT");
        return false;
    });
}

// Once the facilitator behaves; so that no later case meets what this one left open.
async function sold_with_the_same_header(world, route, payment) {
    world.facilitator.control({});
    await eventually(
        "the sale",
        async () => (await post(route.url, route.sample, { payment })).status === 202,
        { timeout_ms: 40_000, interval_ms: 200 },
    );
}

function undecided(world, answer) {
    assert.equal(answer.status, 503, answer.text);
    assert.equal(answer.json.code, "settlement_pending");
    assert.equal(answer.json.charged, null);
    assert.equal(answer.json.retryable, true);
    assert.equal(answer.headers["retry-after"], "2");
    assert.match(answer.json.job_id, /^job_/);
    assert.equal(
        new URL(answer.headers.location, world.stack.base_url).pathname,
        `/v1/job/${answer.json.job_id}`,
    );
    assert.equal(answer.required, undefined);
}

// Buys jobs in a stack of its own until the child that works on one could be frozen in the midst.
async function job_in_progress(world) {
    const k_tries = 20;
    const stack = await world.open_stack();
    const sentence = "Sales rose from 1,200 to 1,350 units, which is 12.5%. ";
    const body = { payload: sentence.repeat(Math.floor(190_000 / sentence.length)) };
    const [{ pid: worker }] = stack.children("assay-worker");
    for (let tries = 0; tries < k_tries; ++tries) {
        world.facilitator.reset();
        const { route, buyer, payment } = await payer(world, stack);
        const sale = post(route.url, body, { payment });
        const child = await freeze_child(worker, "assay-run", sale);
        const sold = await sale;
        assert.equal(sold.status, 202, sold.text);
        if (!child) continue; // it was quicker than we
        const { job_id } = sold.json;
        const { json } = await request("GET", new URL(`/v1/job/${job_id}`, stack.base_url));
        if (json.status !== "running") continue; // frozen on its way out
        return { stack, running: { worker, child, route, body, buyer, payment, job_id } };
    }
    throw new Error(`no child could be caught in ${k_tries} jobs`);
}

// Stops the next child of `parent` that runs `program` and returns its id. It lives for a fraction
// of a second, so it is looked for without pause, until a while after the sale is answered.
async function freeze_child(parent, program, sale) {
    const k_patience_ms = 1_000;
    let ends = Infinity;
    sale.finally(() => {
        ends = Date.now() + k_patience_ms;
    }).catch(() => undefined);
    while (Date.now() < ends) {
        const child = descendants(parent).find(
            (each) => each.parent === parent && each.program === program,
        );
        if (child && kill_quietly(child.pid, "SIGSTOP")) return child.pid;
        await new Promise((next) => setImmediate(next));
    }
    return undefined;
}

const is_alive = (pid) => process_status(pid) !== undefined;

// The kernel kills it with its parent, a moment later.
function child_is_gone({ child }) {
    return eventually("the child is gone", () => !is_alive(child), { timeout_ms: 5_000 });
}

async function completes_once(world, stack, { route, body, buyer, payment, job_id }) {
    const done = await eventually(
        "an answer of the stack",
        () => await_job(stack.base_url, job_id, { timeout_ms: 90_000 }).catch(() => false),
        { timeout_ms: 100_000 },
    );
    assert.equal(done.status, 200, done.text);
    assert.equal(done.json.status, "complete");
    const again = await post(route.url, body, { payment });
    assert.equal(again.status, 202, again.text);
    assert.equal(again.json.job_id, job_id);
    assert.equal(
        (await request("GET", new URL(`/v1/job/${job_id}`, stack.base_url))).json.result_hash,
        done.json.result_hash,
    );
    const { nonce } = payment.payload.authorization;
    assert.equal(world.facilitator.calls("settle").filter((call) => call.nonce === nonce).length, 1);
    assert.equal((await world.chain.transfers({ from: buyer.address })).length, 1);
    assert.equal(await stack.stop(), true);
}
