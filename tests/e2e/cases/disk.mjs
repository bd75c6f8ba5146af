// A disk without room: nothing is sold, nothing that was sold is lost, and all goes on by itself once
// there is room.
import assert from "node:assert/strict";
import { books_agree } from "../lib/books.mjs";
import { problem } from "../lib/checks.mjs";
import { held_programs, hold_next_job } from "../lib/held_jobs.mjs";
import { post, request } from "../lib/http.mjs";
import { eventually } from "../lib/process.mjs";
import { await_job, payer } from "../lib/purchase.mjs";
import { open_small_disk } from "../lib/small_disk.mjs";

// More than what a sale leaves for the jobs before it.
const k_disk_size = "40m";
// A busy machine is no failure.
const k_patient = { timeout_ms: 60_000 };

export default function (test) {
    test("full disk: 503 before any settlement, and the same header buys once there is room", async (world) => {
        await on_small_disk(world, {}, async (disk, stack) => {
            const before = await payer(world, stack);
            const sold = await before.send();
            assert.equal(sold.status, 202, sold.text);
            const done = await await_job(stack.base_url, sold.json.job_id);
            const buyer = await payer(world, stack);
            const calls = world.facilitator.calls().length;

            disk.fill();
            const [refused, spent] = await world.money_moved(buyer.buyer.address, buyer.send);
            problem(refused, 503, "storage_full", false);
            assert.equal(refused.json.retryable, true);
            assert.ok(Number(refused.headers["retry-after"]) > 0);
            assert.equal(spent, 0n);
            assert.equal(world.facilitator.calls().length, calls);
            const job = new URL(`/v1/job/${sold.json.job_id}`, stack.base_url);
            assert.deepEqual((await request("GET", job)).json, done.json);
            assert.equal((await request("GET", `${job}/artifact`)).status, 200);
            const repeated = await before.send();
            assert.equal(repeated.status, 202, repeated.text);
            assert.equal(repeated.json.job_id, sold.json.job_id);
            assert.equal((await post(buyer.route.url, buyer.route.sample)).status, 402);
            const health = await request("GET", new URL("/health", stack.base_url));
            assert.equal(health.status, 200);
            assert.deepEqual([health.json.status, health.json.checks.db], ["degraded", "full"]);

            disk.make_room();
            const bought = await eventually(
                "a sale",
                async () => {
                    const answer = await buyer.send();
                    return answer.status === 202 && answer;
                },
                k_patient,
            );
            const well = await request("GET", new URL("/health", stack.base_url));
            assert.equal(well.json.checks.db, "ok");
            assert.equal(
                await world.chain.balance(buyer.buyer.address),
                buyer.funds - buyer.route.price,
            );
            await delivered(world, stack, [{ ...buyer, job_id: bought.json.job_id }]);
        });
    });

    test("the disk becomes full while jobs wait and run: all are delivered once there is room", async (world) => {
        const options = {
            program_dir: held_programs(),
            overrides: { engine: { analysis_lanes: 1 } },
        };
        await on_small_disk(world, options, async (disk, stack) => {
            const held = hold_next_job(stack);
            const sold = [];
            for (let i = 0; i < 4; ++i) {
                const buyer = await payer(world, stack);
                const { json, status, text } = await buyer.send();
                assert.equal(status, 202, text);
                sold.push({ ...buyer, job_id: json.job_id });
            }
            await held.is_held();
            disk.fill();
            held.release();
            const states = () =>
                Promise.all(
                    sold.map(async ({ job_id }) => {
                        const job = new URL(`/v1/job/${job_id}`, stack.base_url);
                        return (await request("GET", job)).json.status;
                    }),
                );
            // Pages that are there already may take a result or two: then the next job waits.
            const all_fit = async () => (await states()).every((each) => each === "complete");
            const waits = /event=(job_waits_for_store|lane_fault lane=analysis detail="[^"]*full)/;
            await eventually(
                "a result waits for room",
                async () => waits.test(stack.log()) || all_fit(),
                k_patient,
            );
            assert.ok(!(await states()).includes("failed"));
            disk.make_room();
            await delivered(world, stack, sold);
        });
    });
}

// Runs `body` with a disk of its own and a stack whose database is there.
async function on_small_disk(world, { overrides, ...options }, body) {
    const disk = await open_small_disk(k_disk_size);
    if (!disk) return;
    try {
        const store = { url: `sqlite:${disk.path}/assay.db` };
        const stack = await world.open_stack({ ...options, overrides: { ...overrides, store } });
        try {
            await body(disk, stack);
        } finally {
            await stack.stop();
        }
    } finally {
        await disk.close();
    }
}

// Each job is complete, paid once, and the books agree.
async function delivered(world, stack, sold) {
    for (const { job_id, buyer, send } of sold) {
        const { json } = await await_job(stack.base_url, job_id);
        assert.equal(json.status, "complete");
        assert.deepEqual(json.credits, []);
        assert.equal((await send()).json.job_id, job_id);
        assert.equal((await world.chain.transfers({ from: buyer.address })).length, 1);
    }
    await books_agree(stack);
}
