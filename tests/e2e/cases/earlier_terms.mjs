// The operator changes where money goes to, and restarts: a buyer who was told the old terms pays by
// them and gets their job; what goes to the wrong one of both addresses is owed to its payer.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { alarmed, alarms } from "../lib/anchor.mjs";
import { books_agree } from "../lib/books.mjs";
import { k_usdc } from "../lib/chain.mjs";
import { post } from "../lib/http.mjs";
import { commitment, delivered, judged, v1_buyer } from "../lib/orders.mjs";
import { eventually, kill_quietly } from "../lib/process.mjs";
import { configured, k_pay_to } from "../lib/stack.mjs";

const k_later_pay_to = "0x5ab1000000000000000000000000000000005a1e";
const k_fake_token = "0x00000000000000000000000000000000000fa4e0";

export default function (test) {
    test("a price that the running pools do not have is an alarm, until they have it", async (world) => {
        const stack = await world.open_stack({ overrides: { prices: { verify_basic: "0.50" } } });
        const price = async () =>
            (await post(`${stack.base_url}${world.route.path}`, {})).json.accepts[0].amount;
        const text = readFileSync(stack.config_file, "utf8");
        writeFileSync(stack.config_file, text.replace('"0.50"', '"0.60"'));
        const restart = (program) => {
            for (const { pid } of stack.children(program)) kill_quietly(pid, "SIGTERM");
        };
        restart("assay-worker");
        await alarmed(stack, "restart_needed");
        assert.equal(await price(), "500000");
        restart("assay-api");
        await eventually(
            "the alarm is over",
            async () => !(await alarms(stack)).includes("restart_needed"),
            { timeout_ms: 120_000, interval_ms: 500 },
        );
        assert.equal(await price(), "600000");
    }, { takes_s: 60 });

    test("another payTo: earlier orders are paid at theirs, later ones at it", async (world) => {
        const stack = await world.open_stack();
        const buyer = await v1_buyer(world, stack);
        const [told, silent] = [await buyer.order(), await buyer.order()];
        assert.equal(told.accepts[0].payTo, k_pay_to);
        await configured(stack, { [k_pay_to]: k_later_pay_to });

        const { transactionHash } = await buyer.pay(told);
        const answer = await judged(buyer, told, transactionHash);
        assert.equal(answer.status, 200, answer.text);
        assert.equal((await delivered(stack, buyer, told)).payment.tx_hash, transactionHash);
        // This one calls no webhook.
        await buyer.pay(silent);
        const is_found = async () => (await buyer.poll(silent)).status === 202;
        await eventually("the scanner finds it", is_found, { timeout_ms: 30_000 });
        await delivered(stack, buyer, silent);

        const later = await buyer.order();
        assert.equal(later.accepts[0].payTo.toLowerCase(), k_later_pay_to);
        const elsewhere = { accepts: [{ ...later.accepts[0], payTo: k_pay_to }] };
        const wrong = await buyer.transfer(
            { ...later, ...elsewhere },
            { memo: commitment(later) },
        );
        const refused = await judged(buyer, later, wrong.transactionHash);
        assert.equal(refused.status, 402, refused.text);
        assert.equal(refused.json.code, "wrong_recipient");
        assert.equal(refused.json.job_id, later.job_id);
        assert.deepEqual(
            refused.json.credits.map(({ reason, amount }) => [reason, amount]),
            [["recipient", later.amount]],
        );
        const right = await buyer.pay(later);
        assert.equal((await judged(buyer, later, right.transactionHash)).status, 200);
        await delivered(stack, buyer, later);
        await books_agree(stack);
        await stack.stop();
    });

    test("another token: an earlier order's claim is pending, and said so", async (world) => {
        const stack = await world.open_stack();
        const buyer = await v1_buyer(world, stack);
        const order = await buyer.order();
        const [pay_to, asset] = [`pay_to = "${k_pay_to}"`, `asset = "${k_fake_token}"`];
        await configured(stack, { [pay_to]: `${pay_to}\n${asset}` });
        const { transactionHash } = await buyer.pay(order);
        const is_told = async () => {
            const answer = await buyer.notify(order, transactionHash);
            assert.equal(answer.status, 202, answer.text);
            return answer.json.reason === "network_changed";
        };
        await eventually("the reason", is_told, { timeout_ms: 10_000 });
        await alarmed(stack, "network_changed");
        await configured(stack, { [k_fake_token]: k_usdc });
        assert.equal((await judged(buyer, order, transactionHash)).status, 200);
        await delivered(stack, buyer, order);
        await books_agree(stack);
        await stack.stop();
    });
}
