// Copies put back while buyers buy; then what must be true of each header that was ever signed.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { assay, books_agree } from "./books.mjs";
import { post } from "./http.mjs";
import { generator } from "./chance.mjs";
import { eventually, kill_quietly } from "./process.mjs";
import { await_job } from "./purchase.mjs";
import { with_world } from "./world.mjs";

const k_sales = 4; // before a copy, beside it, and after it
const k_patience_ms = 300_000;

// Returns how many headers have a `job`, and how many are `owed`.
export const restore_under_load = ({ times, seed, tell = () => undefined }) =>
    with_world(async (world) => {
        const random = generator(seed);
        const sales = [];
        for (let round = 1; round <= times; ++round) {
            const told = await restore_once(world, { random, sales });
            tell(`${round}: ${told}`);
        }
        // Each header of every round, by the books of the last.
        for (const sale of sales) await outcome_of(world, sale);
        await terms_when_it_sells(world);
        const { stdout } = await assay(world.stack, ["credits", "plan", "--online"]);
        for (const { buyer, outcome } of sales) {
            const owed = stdout.split(buyer.address.toLowerCase()).length - 1;
            assert.equal(owed, outcome === "owed" ? 1 : 0, `${buyer.address} ${outcome} ${stdout}`);
            const paid = await world.chain.transfers({ from: buyer.address });
            assert.equal(paid.length, 1, `${buyer.address} ${outcome}`);
        }
        await books_agree(world.stack);
        const count = (word) => sales.filter(({ outcome }) => outcome === word).length;
        return { jobs: count("job"), owed: count("owed") };
    });

async function restore_once(world, { random, sales }) {
    const { stack } = world;
    const copy = join(stack.run_dir, "copy.db.gz");
    rmSync(copy, { force: true });
    const mine = [];
    const sign = async () => {
        for (let i = 0; i < k_sales; ++i) mine.push(await signed(world));
        return mine.slice(-k_sales);
    };
    await Promise.all((await sign()).map((sale) => answer_to(world, sale)));
    const beside = (await sign()).map((sale) => sleep(random() * 200).then(() => answer_to(world, sale)));
    await sleep(random() * 200);
    await assay(stack, ["db", "backup", copy]);
    await Promise.all(beside);
    const after = (await sign()).map((sale) => answer_to(world, sale));
    const is_cut = random() < 0.5;
    if (is_cut) await sleep(random() * 300);
    else await Promise.all(after);
    await (is_cut ? stack.kill() : stack.stop());
    await Promise.all(after);
    // What was killed ends a moment later.
    await eventually("nothing runs", () =>
        assay(stack, ["db", "restore", copy]).catch((error) => {
            if (!/stop it first|is open in another program/.test(error.stderr)) throw error;
        }));
    await stack.start();
    await sleep(random() * 1_500);
    for (const { pid } of stack.children("assay-worker")) kill_quietly(pid);
    await Promise.all(mine.map((sale) => outcome_of(world, sale)));
    sales.push(...mine);
    const owed = mine.filter(({ outcome }) => outcome === "owed").length;
    return `${is_cut ? "killed" : "stopped"}, ${owed} of ${mine.length} owed`;
}

// A header that was never sent yet, for a text of its own.
async function signed(world) {
    const buyer = await world.buyer();
    const terms = await terms_when_it_sells(world);
    const payment = await world.sign(buyer.account, terms);
    const { nonce } = payment.payload.authorization;
    const body = { payload: `${world.route.sample.payload} ${nonce}` };
    return { buyer, payment, body };
}

// What is owed is on record then: the chain has been read, to a block that comes later.
const terms_when_it_sells = ({ route, chain }) =>
    eventually("it sells", async () => {
        await chain.client.mine({ blocks: 1 });
        const { json, required } = await post(route.url, route.sample);
        return json?.available !== false && required;
    });

// undefined where the connection broke.
const answer_to = ({ route }, { payment, body }) =>
    post(route.url, body, { payment }).catch(() => undefined);

// Sends the header until it has a job or is owed, which it must stay.
async function outcome_of(world, sale) {
    const { from, nonce } = sale.payment.payload.authorization;
    const outcome = await eventually("the header has its answer", async () => {
        const answer = await answer_to(world, sale);
        await world.chain.client.mine({ blocks: 1 });
        if (answer?.status === 410) {
            assert.equal(answer.json.code, "paid_before_restore", answer.text);
            return "owed";
        }
        if (answer?.status === 202) {
            const { json } = await await_job(world.stack.base_url, answer.json.job_id);
            // A killed worker's attempt may be its last.
            return json?.status === "complete" && "job";
        }
        if (answer?.status === 402 || answer?.json?.charged === false)
            assert.ok(!(await world.chain.authorization_used(from, nonce)), answer.text);
        return undefined;
    }, { timeout_ms: k_patience_ms, interval_ms: 300 });
    assert.equal(sale.outcome ?? outcome, outcome, `${from} had ${sale.outcome}`);
    sale.outcome = outcome;
}
