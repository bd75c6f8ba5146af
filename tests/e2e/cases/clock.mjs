// The wall clock of the service's machine is found wrong and set while it works.
import assert from "node:assert/strict";
import { books_agree } from "../lib/books.mjs";
import { held_programs, hold_next_job } from "../lib/held_jobs.mjs";
import { request } from "../lib/http.mjs";
import { eventually } from "../lib/process.mjs";
import { await_job, payer } from "../lib/purchase.mjs";
import { open_wrong_clock } from "../lib/wrong_clock.mjs";

const k_hour_s = 3600;

export default function (test) {
    test("the clock is set an hour ahead, then half of it back: all that was paid is delivered once, and sales go on", async (world) => {
        const clock = open_wrong_clock();
        if (!clock) return;
        const stack = await world.open_stack({ program_dir: held_programs(), env: clock.env });
        try {
            // Buyers who sign for as long as the wrong clock wants.
            const buyer = () => {
                const validBefore = String(Math.floor(Date.now() / 1000) + k_hour_s + 300);
                return payer(world, stack, { authorization: { validBefore } });
            };
            const held = hold_next_job(stack);
            const in_work = await sold(await buyer());
            await held.is_held();
            const all = [in_work];
            for (const ahead_s of [k_hour_s, k_hour_s / 2]) {
                world.facilitator.control({ settle: { fault: "error" } });
                const undecided = await buyer();
                const { json } = await undecided.send();
                assert.equal(json.code, "settlement_pending");
                await eventually("the worker has tried again", () => tries(world, undecided) > 2);
                clock.set(ahead_s);
                world.facilitator.control({});
                // Once the worker has shown at the new time that it lives.
                all.push(await sold(await buyer()));
                const decided = await sold(undecided);
                assert.equal(decided.job_id, json.job_id);
                all.push(decided);
                const job = new URL(`/v1/job/${in_work.job_id}`, stack.base_url);
                assert.equal((await request("GET", job)).json.status, "running");
            }
            held.release();
            for (const { job_id, buyer: owner } of all) {
                const { json } = await await_job(stack.base_url, job_id);
                assert.equal(json.status, "complete");
                assert.deepEqual(json.credits, []);
                assert.equal((await world.chain.transfers({ from: owner.address })).length, 1);
            }
            assert.doesNotMatch(stack.log(), /event=claim_taken_back/);
            await books_agree(stack);
        } finally {
            await stack.stop();
            clock.close(stack.pid);
        }
    });
}

// How often the payment was shown to the facilitator for settlement.
function tries(world, { payment }) {
    const { nonce } = payment.payload.authorization;
    return world.facilitator.calls("settle").filter((call) => call.nonce === nonce).length;
}

// The same header until it has bought: {job_id, ...the payer}.
async function sold(buyer) {
    const { job_id } = await eventually(
        "a sale",
        async () => {
            const { status, json } = await buyer.send();
            assert.ok(status === 202 || json.charged !== true, json.code);
            return status === 202 && json;
        },
        { timeout_ms: 60_000 }, // a busy machine is no failure
    );
    return { ...buyer, job_id };
}
