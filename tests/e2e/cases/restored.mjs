// An older copy of the books is put back: what it lacks was paid all the same. The chain tells, and
// no buyer pays twice.
import assert from "node:assert/strict";
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { anchored, anchored_stack } from "../lib/anchor.mjs";
import { arm, armed_stack, points } from "../lib/armed.mjs";
import { assay, books_agree } from "../lib/books.mjs";
import { k_usdc } from "../lib/chain.mjs";
import { k_restoring } from "../lib/failpoints.mjs";
import { post, request } from "../lib/http.mjs";
import { transfer_data, v1_buyer } from "../lib/orders.mjs";
import { eventually } from "../lib/process.mjs";
import { await_job, payer } from "../lib/purchase.mjs";
import { k_pay_to } from "../lib/stack.mjs";
import { v2_routes } from "../lib/world.mjs";

const k_beat_fresh_ms = 31_000;

const health = async (stack) => (await request("GET", new URL("/health", stack.base_url))).json;
const poll = (stack, job_id) => request("GET", new URL(`/v1/job/${job_id}`, stack.base_url));

// Bought, and done: {payment, buyer, job_id}.
async function bought(world, route) {
    const { buyer, payment } = await payer(world);
    const sold = await post(route.url, route.sample, { payment });
    assert.equal(sold.status, 202, sold.text);
    const { job_id } = sold.json;
    assert.equal((await await_job(world.stack.base_url, job_id)).json.status, "complete");
    return { buyer, payment, job_id };
}

// The database as it is, while nothing runs.
async function stopped(stack, change) {
    await stack.stop();
    change(join(stack.run_dir, "assay.db"));
    await stack.start();
}

// A database and what is not in its file yet.
function copy_all(from, to) {
    for (const end of ["", "-wal", "-shm"]) {
        rmSync(to + end, { force: true });
        if (existsSync(from + end)) copyFileSync(from + end, to + end);
    }
}

// While the chain is read, and afterwards, the header is never answered as unpaid.
async function told_of(world, { payment }) {
    const { route, chain } = world;
    const seen = new Set();
    await eventually("the chain is read", async () => {
        const again = await post(route.url, route.sample, { payment });
        assert.ok([410, 502, 503].includes(again.status), again.text);
        seen.add(`${again.status} ${again.json.code} ${again.json.charged}`);
        await chain.client.mine({ blocks: 1 });
        return again.status === 410 && (await post(route.url, route.sample)).json.available !== false;
    }, { timeout_ms: 90_000, interval_ms: 500 });
    for (const told of seen)
        assert.match(told, /^(410 paid_before_restore true|50[23] (restoring|worker_down|bad_gateway) .*)$/);
}

async function owed_once(stack, { buyer }) {
    await eventually("it is owed", async () => {
        const { stdout } = await assay(stack, ["credits", "plan", "--online"]);
        const owed = stdout.split(buyer.address.toLowerCase()).length - 1;
        assert.ok(owed <= 1, stdout);
        return owed === 1;
    });
    await books_agree(stack);
}

export default function (test) {
    test("nothing that an older copy lacks is bought twice or kept", async (shared) => {
        const stack = await shared.open_stack();
        const route = (await v2_routes(stack)).find(({ product }) => product === "verify_basic");
        const world = { ...shared, stack, route };
        const before = await bought(world, route);
        await stopped(stack, (database) => copy_all(database, `${database}.copy`));
        const lost = await bought(world, route);
        const order = await v1_buyer(world, stack);
        const awaiting = await order.order();
        const paid = await order.pay(awaiting);
        await stopped(stack, (database) => copy_all(`${database}.copy`, database));
        await eventually("the worker has found it", async () =>
            (await health(stack)).alarms.some(({ code }) => code === "restored"));
        await told_of(world, lost);
        for (const job_id of [lost.job_id, awaiting.job_id]) {
            const { status, json } = await poll(stack, job_id);
            assert.deepEqual([status, json.code], [410, "lost_in_restore"]);
        }
        const notified = await order.notify(awaiting, paid.transactionHash);
        assert.deepEqual([notified.status, notified.json.code], [410, "lost_in_restore"]);
        // What the copy has is as it was, and new things are sold.
        const known = await post(route.url, route.sample, { payment: before.payment });
        assert.equal(known.json.job_id, before.job_id, known.text);
        await bought(world, route);
        await owed_once(stack, lost);
    });

    test("a snapshot that takes the stamp along is told by the anchors since", async (shared) => {
        const stack = await anchored_stack(shared, { anchor: { batch_interval: "1s" } });
        const route = (await v2_routes(stack)).find(({ product }) => product === "verify_basic");
        const world = { ...shared, stack, route };
        const before = await bought(world, route);
        await anchored(stack, before.job_id);
        await stopped(stack, (database) => {
            copy_all(database, `${database}.copy`);
            copyFileSync(`${database}.stamp`, `${database}.copy.stamp`);
        });
        const lost = await bought(world, route);
        await anchored(stack, lost.job_id);
        await stack.stop();
        const database = join(stack.run_dir, "assay.db");
        copy_all(`${database}.copy`, database);
        copyFileSync(`${database}.copy.stamp`, `${database}.stamp`);
        // A snapshot is older than a worker's beat may be where something is sold.
        await sleep(k_beat_fresh_ms);
        await stack.start();
        await told_of(world, lost);
        assert.ok((await health(stack)).alarms.some(({ code }) => code === "restored"));
        await owed_once(stack, lost);
    }, { takes_s: 50 });

    test("a worker that dies while it finds and reads that goes on, and owes once", async (shared) => {
        const stack = await armed_stack(shared);
        const route = (await v2_routes(stack)).find(({ product }) => product === "verify_basic");
        const world = { ...shared, stack, route };
        await bought(world, route);
        await stopped(stack, (database) => copy_all(database, `${database}.copy`));
        const lost = await bought(world, route);
        for (const point of k_restoring.flatMap((step) => points(step, 1))) {
            let armed;
            await stopped(stack, (database) => {
                copy_all(`${database}.copy`, database);
                armed = arm(stack, point);
            });
            await eventually(`a worker died at ${point}`, async () => {
                await world.chain.client.mine({ blocks: 1 });
                return !existsSync(armed);
            }, { timeout_ms: 60_000, interval_ms: 300 });
            await told_of(world, lost);
            await owed_once(stack, lost);
        }
    }, { takes_s: 80, timeout_ms: 400_000 });

    test("a backup beside sales, put back, knows what it lacks", async (shared) => {
        const stack = await shared.open_stack();
        const route = (await v2_routes(stack)).find(({ product }) => product === "verify_basic");
        const world = { ...shared, stack, route };
        const copy = join(stack.run_dir, "copy.db.gz");
        const before = await bought(world, route);
        assert.match((await assay(stack, ["db", "backup", copy])).stdout, /: \d+ bytes, schema \d+, 1 jobs, chain read to block \d+, /);
        const lost = await bought(world, route);
        await assert.rejects(assay(stack, ["db", "restore", copy]), /the worker runs/);
        await stack.stop();
        const { stdout } = await assay(stack, ["db", "restore", copy]);
        assert.match(stdout, /1 jobs, chain read to block \d+, 0 violations\nkept what was there: /);
        await stack.start();
        await eventually("the chain is read", async () => {
            const again = await post(route.url, route.sample, { payment: lost.payment });
            assert.ok([410, 503].includes(again.status), again.text);
            await world.chain.client.mine({ blocks: 1 });
            return again.status === 410 && again.json.code === "paid_before_restore";
        }, { timeout_ms: 60_000, interval_ms: 500 });
        const known = await post(route.url, route.sample, { payment: before.payment });
        assert.equal(known.json.job_id, before.job_id, known.text);
        await eventually("it sells again", async () => (await post(route.url, route.sample)).json.available !== false);
        const plan = await assay(stack, ["credits", "plan", "--online"]);
        assert.equal(plan.stdout.split(lost.buyer.address.toLowerCase()).length - 1, 1, plan.stdout);
        await books_agree(stack);
        // Books that are a copy may not know of what was paid back since.
        await assert.rejects(assay(stack, ["credits", "plan"]), /an older copy of the books was put back/);
        const { client } = world.chain;
        await client.impersonateAccount({ address: k_pay_to });
        await client.setBalance({ address: k_pay_to, value: 10n ** 18n });
        const value = BigInt(JSON.parse(plan.stdout.split("\n")[0]).transfer.amount);
        const hash = await client.request({
            method: "eth_sendTransaction",
            params: [{ from: k_pay_to, to: k_usdc, data: transfer_data(lost.buyer.address, value) }],
        });
        await client.mine({ blocks: 1 });
        const checked = await assay(stack, ["credits", "plan", "--online"]);
        assert.equal(checked.stdout, "", checked.stdout);
        assert.ok(checked.stderr.includes(`is left out, as ${hash} sent its payer as much`), checked.stderr);
    });
}
