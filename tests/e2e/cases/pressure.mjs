// More than usual at once: restarts under load, a lane that is full, a client whose payments are
// refused again and again, bodies that drip. A buyer who is not served is told so before they pay.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { books_agree } from "../lib/books.mjs";
import { encode_header } from "../lib/buyer.mjs";
import { problem } from "../lib/checks.mjs";
import { drip } from "../lib/drip.mjs";
import { held_programs, hold_next_job } from "../lib/held_jobs.mjs";
import { post, request } from "../lib/http.mjs";
import { ask } from "../lib/mcp.mjs";
import { eventually } from "../lib/process.mjs";
import { await_job, payer } from "../lib/purchase.mjs";
import { k_no_payment } from "../lib/samples.mjs";

// A busy machine is no failure.
const k_patient = { timeout_ms: 60_000 };
const k_rounds = 6;
const k_clients_of_a_kind = 2;
// More than the threads of the fast pool, and of the slow pool.
const k_dripping = 36;
const k_other_client = "127.0.0.2";

export default function (test) {
    test("six rolling restarts under load: every request is answered, every sale is delivered", async (world) => {
        const stack = await world.open_stack({
            program_dir: held_programs(),
            overrides: { facilitator: { timeout: "25s" } }, // that it is slow is no failure here
        });
        const held = hold_next_job(stack);
        const unfinished = await buy(await payer(world, stack));
        await held.is_held();
        const load = await start_load(world, stack, unfinished);
        for (let round = 0; round < k_rounds; ++round) {
            for (const { pid } of stack.children("assay-api")) await restart(stack, pid);
        }
        const { served, sold, failures } = await load.stop();
        held.release();
        assert.deepEqual(failures, []);
        for (const [name, times] of Object.entries(served)) {
            assert.ok(times >= k_rounds, `${name}: ${times} answers`);
        }
        for (const { job_id, buyer } of [...sold, unfinished]) {
            const { json } = await await_job(stack.base_url, job_id);
            assert.equal(json.status, "complete");
            assert.equal((await world.chain.transfers({ from: buyer.address })).length, 1);
        }
        assert.equal(world.facilitator.calls("settle").length, sold.length + 1);
        await books_agree(stack);
        await stack.stop();
    }, { timeout_ms: 240_000 });

    test("a full lane: 503 before anything is paid, and the same headers buy later", async (world) => {
        const k_places = 3;
        const stack = await world.open_stack({
            program_dir: held_programs(),
            overrides: { engine: { analysis_lanes: 1 }, sla: { verify_basic: `${k_places}s` } },
        });
        const held = hold_next_job(stack);
        const crowd = await Promise.all(
            Array.from({ length: 4 * k_places }, () => payer(world, stack)),
        );
        const answers = await Promise.all(
            crowd.map(async (buyer) => ({ ...buyer, answer: await buyer.send() })),
        );
        const sold = answers.filter(({ answer }) => answer.status === 202);
        const refused = answers.filter(({ answer }) => answer.status !== 202);
        assert.equal(sold.length, k_places);
        for (const { answer, buyer, funds } of refused) {
            problem(answer, 503, "busy", false);
            assert.equal(answer.json.retryable, true);
            assert.ok(Number(answer.headers["retry-after"]) > 0);
            assert.equal(await world.chain.balance(buyer.address), funds);
        }
        // The place is taken with the intent to settle: who comes at the same moment may be verified.
        assert.equal(world.facilitator.calls("settle").length, k_places);
        assert.ok(world.facilitator.calls("verify").length <= crowd.length);
        // Who has bought is answered all the same, and prices are told.
        const again = await sold[0].send();
        assert.equal(again.json.job_id, sold[0].answer.json.job_id, again.text);
        assert.equal((await post(world.route.url, world.route.sample)).status, 402);

        await held.is_held();
        held.release();
        for (const { send, buyer, funds, route } of refused) {
            const { json } = await eventually(
                "a place in the lane",
                async () => {
                    const answer = await send();
                    return answer.status === 202 && answer;
                },
                k_patient,
            );
            assert.equal(await world.chain.balance(buyer.address), funds - route.price);
            const done = await await_job(stack.base_url, json.job_id);
            assert.equal(done.json.status, "complete");
        }
        await books_agree(stack);
        await stack.stop();
    });

    test("a client whose payments are refused again and again: 429, and nobody else is", async (world) => {
        const k_allowed = 3;
        const stack = await world.open_stack({
            overrides: { limits: { refused_payments_per_ip: k_allowed } },
        });
        const early = await payer(world, stack);
        const bought = await early.send();
        assert.equal(bought.status, 202, bought.text);
        for (let i = 0; i < k_allowed; ++i) {
            const { send } = await payer(world, stack, { atoms: 0n });
            const refused = await send();
            assert.equal(refused.status, 402, refused.text);
            assert.equal(refused.payment.success, false);
        }
        const rich = await payer(world, stack);
        const calls = world.facilitator.calls().length;
        assert.equal(calls, 2 + k_allowed);
        const stopped = await rich.send();
        problem(stopped, 429, "too_many_refusals", false);
        assert.ok(Number(stopped.headers["retry-after"]) > 0);
        assert.equal(world.facilitator.calls().length, calls);
        assert.equal(await world.chain.balance(rich.buyer.address), rich.funds);

        const { route, payment } = rich;
        const sold = await post(route.url, route.sample, { payment, from: k_other_client });
        assert.equal(sold.status, 202, sold.text);
        // What is bought stays within reach of the client that may buy nothing now.
        const again = await early.send();
        assert.equal(again.status, 202, again.text);
        assert.equal(again.json.job_id, bought.json.job_id);
        assert.equal((await post(route.url, route.sample)).status, 402);
        await stack.stop();
    });

    test("bodies that drip block nobody: health and a purchase are answered", async (world) => {
        const { route, stack } = world;
        const [stalled, buyer] = [await payer(world), await payer(world)];
        const header = `PAYMENT-SIGNATURE: ${encode_header(stalled.payment)}\r\n`;
        const dripping = Array.from({ length: 2 * k_dripping }, (_, i) =>
            drip(route.url, { header: i % 2 === 0 ? header : "" }),
        );
        try {
            await Promise.all(dripping.map(({ begun }) => begun));
            assert.equal((await request("GET", new URL("/health", stack.base_url))).status, 200);
            assert.equal((await post(route.url, route.sample)).status, 402);
            const { job_id } = await buy(buyer);
            assert.equal((await await_job(stack.base_url, job_id)).json.status, "complete");
            assert.ok(dripping.every(({ is_open }) => is_open()), "a body was not waited for");
        } finally {
            dripping.forEach(({ stop }) => stop());
        }
        const { json } = await request("GET", new URL("/health", stack.base_url));
        assert.equal(json.checks.queue.analysis?.waiting ?? 0, 0, "a cut body became a job");
    });
}

// {job_id, header, ...the payer}: an order that was accepted.
async function buy(buyer) {
    const answer = await buyer.send();
    assert.equal(answer.status, 202, answer.text);
    return { ...buyer, job_id: answer.json.job_id, header: answer.headers["payment-response"] };
}

// Clients that ask without a pause until `stop()`, which tells how often each kind was served, what
// was sold and what failed. Each knows the answer that an idle service would give.
async function start_load(world, stack, unfinished) {
    const at = (path) => new URL(path, stack.base_url);
    const done = await buy(await payer(world, stack));
    const job = at(`/v1/job/${done.job_id}`);
    const open_job = at(`/v1/job/${unfinished.job_id}`);
    await await_job(stack.base_url, done.job_id);
    const sold = [done];
    const expect = (status) => (answer) => assert.equal(answer.status, status, answer.text);
    const asks = {
        health: () => request("GET", at("/health")).then(expect(200)),
        probe: () => post(done.route.url, done.route.sample).then(expect(402)),
        unreadable: () =>
            post(done.route.url, done.route.sample, { payment: k_no_payment }).then(expect(400)),
        tool: () =>
            ask(stack.base_url, "tools/call", {
                name: done.route.product,
                arguments: done.route.sample,
            }).then(expect(200)),
        poll: () => request("GET", job).then(expect(200)),
        wait: () => request("GET", open_job, { headers: { prefer: "wait=2" } }).then(expect(202)),
        repeat: async () => {
            const again = await buy(done);
            assert.equal(again.job_id, done.job_id);
            assert.equal(again.header, done.header);
        },
        purchase: async () => sold.push(await buy(await payer(world, stack))),
        purchase_and_wait: async () => {
            const bought = await buy(await payer(world, stack));
            sold.push(bought);
            const { json } = await await_job(stack.base_url, bought.job_id);
            assert.equal(json.status, "complete");
        },
    };
    let going = true;
    const served = {};
    const failures = [];
    const clients = Object.entries(asks).flatMap(([name, ask]) => {
        served[name] = 0;
        const client = async () => {
            while (going) {
                await ask().catch(({ message }) => failures.push(`${name}: ${message}`));
                ++served[name];
            }
        };
        return Array.from({ length: k_clients_of_a_kind }, client);
    });
    const stop = async () => {
        going = false;
        await Promise.all(clients);
        return { served, sold, failures };
    };
    return { stop };
}

// Ends the API process `pid` as systemd would, and waits until another one answers in its place. It
// ends first what it has begun, and a sale may wait for a facilitator.
async function restart(stack, pid) {
    const ready = processes_ready(stack);
    process.kill(pid, "SIGTERM");
    await eventually(
        "the process in its place answers",
        () => processes_ready(stack) > ready,
        k_patient,
    );
}

// How many API processes have said so far that they answer.
function processes_ready(stack) {
    const folder = join(stack.run_dir, "log");
    const logs = readdirSync(folder).filter((name) => /^(fast|slow|agents)-/.test(name));
    const text = logs.map((name) => readFileSync(join(folder, name), "utf8")).join("");
    return text.match(/event=api_ready/g)?.length ?? 0;
}
