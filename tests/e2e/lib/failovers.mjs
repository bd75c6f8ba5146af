// The store's primary is lost while buyers buy: at a step of a payment, of which a process waits
// until the standby has taken over, or cut off from its standby, or frozen.
import assert from "node:assert/strict";
import { armed_stack, hold, points } from "./armed.mjs";
import { books_agree } from "./books.mjs";
import { post } from "./http.mjs";
import { start_pair } from "./postgres.mjs";
import { eventually } from "./process.mjs";
import { buy_stubbornly, served_once } from "./stubborn.mjs";
import { with_world } from "./world.mjs";

// Steps of a purchase and of its job, in the order of a sale.
const k_steps = [
    ...["reserve", "verify", "settle_sent", "settle", "mark_settled"],
    ...["claim_next", "attempt", "complete"],
];
const k_all_points = k_steps.flatMap((step) => points(step, 1));
const k_buyers = 3;
const k_seen_ms = 8_000;

// `use(shop)` with a stack on a primary and its standby.
const with_shop = (use) =>
    with_world(async (world) => {
        const pair = await start_pair();
        try {
            const stack = await armed_stack(world, { store_url: pair.url });
            return await use(new Shop(world, stack, pair));
        } finally {
            await world.close_more();
            await pair.stop();
        }
    });

class Shop {
    sales = [];

    constructor(world, stack, pair) {
        Object.assign(this, { world, stack, pair });
    }

    // A sale that goes on whatever happens; `heard` has the answers to its header.
    async buy() {
        const buyer = await this.world.buyer();
        const heard = [];
        const on_answer = (answer) => heard.push(answer);
        const done = buy_stubbornly(this.world, this.stack, { buyer, on_answer });
        done.catch(() => undefined); // told when everybody is looked at
        const sale = { buyer, heard, done };
        this.sales.push(sale);
        return sale;
    }

    async everybody_is_served() {
        for (const { buyer, done } of this.sales) await served_once(this.world, buyer, [await done]);
        await books_agree(this.stack);
        return this.sales.length;
    }
}

// A buyer who is told that they have a job has it in the end: {failovers, sales}.
export const fail_over_at = ({ times, first = 0, tell = () => undefined }) =>
    with_shop(async (shop) => {
        for (let round = 0; round < times; ++round) {
            const point = k_all_points[(first + round) % k_all_points.length];
            const held = hold(shop.stack, point);
            const sales = [];
            for (let i = 0; i < k_buyers; ++i) sales.push(await shop.buy());
            await held.reached();
            await shop.pair.primary.kill();
            await shop.pair.promote();
            held.release();
            await Promise.all(sales.map(({ done }) => done));
            await shop.pair.follow();
            tell(`${round + 1}: ${point}`);
        }
        return { failovers: times, sales: await shop.everybody_is_served() };
    });

// Nothing is acknowledged by a primary that hears nothing, in either sense; what is answered
// meanwhile, and what becomes of the buyers once it hears again, or another one has taken over.
export const fall_silent = () =>
    with_shop(async (shop) => {
        const { world, pair } = shop;
        await (await shop.buy()).done; // the shop is open

        pair.primary.freeze();
        const frozen = await shop.buy();
        await answered(frozen, "storage_away");
        await eventually("terms that cannot be met", () => unpaid_is_told(shop));
        pair.primary.thaw();
        await frozen.done;

        // Its standby follows it no more: each commit waits.
        await pair.promote();
        const cut_off = await shop.buy();
        await eventually("an answer", () => cut_off.heard.length > 0, { timeout_ms: 60_000 });
        await new Promise((resolve) => setTimeout(resolve, k_seen_ms));
        assert.ok(cut_off.heard.every(({ status }) => status !== 202 && status !== 200),
            JSON.stringify(cut_off.heard.map(({ text }) => text)));
        await pair.standby.kill();
        await cut_off.done;
        await pair.follow();
        assert.equal((await world.chain.transfers({ from: cut_off.buyer.address })).length, 1);
        return shop.everybody_is_served();
    });

const answered = (sale, code) =>
    eventually(`503 ${code}`, () => sale.heard.some(({ json }) => json?.code === code), {
        timeout_ms: 60_000,
    });

// The terms say what would become of a payment.
async function unpaid_is_told({ world, stack }) {
    const url = new URL(world.route.path, stack.base_url).href;
    const { status, json, text } = await post(url, world.route.sample);
    assert.equal(status, 402, text);
    return json.available === false && json.code === "storage_away";
}
