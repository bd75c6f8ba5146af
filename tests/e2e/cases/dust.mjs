// Dust: what a stranger sends in small coins is owed in one row, and marked in the refund plan.
import assert from "node:assert/strict";
import { assay, books_agree } from "../lib/books.mjs";
import { ascii, judged, v1_buyer } from "../lib/orders.mjs";
import { eventually } from "../lib/process.mjs";
import { with_world } from "../lib/world.mjs";
import { open_wrong_clock } from "../lib/wrong_clock.mjs";

const k_hours_s = 7_200;
const k_refund_tx = `0x${"7d".repeat(32)}`;

export default function (test) {
    test("dust of a payer is one credit, what is claimed for an order its own", () =>
        with_world(async (world) => {
            const { chain } = world;
            const clock = open_wrong_clock();
            if (!clock) return;
            const stack = await world.open_stack({ env: clock.env });
            const stranger = await v1_buyer(world, stack);
            const order = await stranger.order();
            for (const value of [9_999n, 1n, 5n]) await stranger.transfer(order, { value });
            await stranger.transfer(order, { value: 10_000n });
            const named = await stranger.transfer(order, { value: 2n, memo: ascii(order) });
            const { json } = await judged(stranger, order, named.transactionHash);
            assert.equal(json.code, "amount_mismatch");
            assert.equal((await plan(stack)).length, 1);
            // The search comes past all of them before the hour begins.
            await stranger.transfer(order, { value: 30_000n, memo: ascii(order) });
            await eventually("the search is past them", async () => (await plan(stack)).length === 2);

            await chain.pass(k_hours_s);
            clock.set(k_hours_s); // a head that is still to come is no answer
            const owed = await eventually(
                "all are owed",
                async () => {
                    const lines = await plan(stack);
                    return lines.length === 4 && lines;
                },
                { timeout_ms: 90_000, interval_ms: 500 },
            );
            const told = owed.map(({ reason, transfer, costs_more_than_it_returns }) => [
                reason, transfer.amount, costs_more_than_it_returns,
            ]);
            assert.deepEqual(told.sort(), [
                ["amount", "2", true],
                ["amount", "30000", false],
                ["dust", "10005", false],
                ["orphan", "10000", false],
            ]);
            const dust = owed.find(({ reason }) => reason === "dust");
            assert.equal(dust.transfer.to, stranger.address.toLowerCase());
            assert.equal(dust.transfer.network, `eip155:${chain.chain_id}`);
            await books_agree(stack);

            // A refund is recorded once.
            const refunded = ["credits", "refunded", `${dust.credit}`, "--tx", k_refund_tx];
            await assert.rejects(assay(stack, refunded), /say --amount/);
            for (let i = 0; i < 2; ++i)
                await assay(stack, [...refunded, "--amount", dust.transfer.amount_usdc]);
            assert.deepEqual(
                (await plan(stack)).map(({ reason }) => reason).sort(),
                ["amount", "amount", "orphan"],
            );
            await books_agree(stack);
            await stack.stop();
            clock.close(stack.pid);
        }), { timeout_ms: 240_000 });
}

// The lines of `assay credits plan`.
async function plan(stack) {
    const { stdout } = await assay(stack, ["credits", "plan"]);
    return stdout.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
}
