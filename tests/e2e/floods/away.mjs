// Both endpoints of the chain refuse under a crowd of buyers on both rails: no buyer is charged, and no
// facilitator asked; what needs no chain is sold; once they are back, the same headers buy, once each.
import { setTimeout as sleep } from "node:timers/promises";
import { books_agree } from "../lib/books.mjs";
import { post } from "../lib/http.mjs";
import { fresh_client } from "../lib/orders.mjs";
import { eventually } from "../lib/process.mjs";
import { start_rpc_proxy } from "../lib/rpc_proxy.mjs";
import { v1_sample } from "../lib/samples.mjs";
import { crowd, limited, median, ms_of_sales, seconds, tally, terms } from "./figures.mjs";

const k_buyers = 24;
const k_pause_ms = 100;
const k_crowd_ms = 10_000;
const k_sales = 21;
const k_sale_most_ms = 300;
const k_patience = { timeout_ms: 90_000, interval_ms: 500 };

export async function away(world) {
    const proxies = [await start_rpc_proxy(world.chain), await start_rpc_proxy(world.chain)];
    try {
        return await crowded(world, proxies);
    } finally {
        for (const each of proxies) await each.stop();
    }
}

async function crowded(world, proxies) {
    // Above a price of verify_basic the chain is asked; below it the facilitator's word is enough.
    const { stack, route } = await limited(world, {
        overrides: {
            payment: {
                rpc_urls: proxies.map(({ url }) => url),
                rpc_timeout: "2s",
                receipt_check_from: "1.00",
            },
        },
    });
    const [cheap, dear] = [route("verify_basic"), route("verify_deep")];
    const buyers = [];
    for (let i = 0; i < k_buyers; ++i) {
        const from = fresh_client();
        const { account, address } = await world.buyer();
        const payment = await world.sign(account, await terms(dear, from));
        buyers.push({ address, from, send: () => post(dear.url, dear.sample, { payment, from }) });
    }
    for (const each of proxies) each.control({ status: 503 });
    await eventually("none is seen", async () =>
        (await post(dear.url, dear.sample, { from: fresh_client() })).json.available === false, k_patience);
    const asked_of = () =>
        world.facilitator.calls().filter(({ payer }) => buyers.some(({ address }) => address === payer)).length;
    const told = tally();
    const order = { url: `${stack.base_url}/v1/verify`, body: v1_sample("verify_basic") };
    const stop = crowd(2 * k_buyers, k_pause_ms, async (i) => {
        const { from, send } = buyers[i % k_buyers];
        const [rail, answer] = i < k_buyers
            ? ["v2", await send()] : ["v1", await post(order.url, order.body, { from })];
        const { status, json } = answer;
        told.add(`${rail} ${status} ${json?.code ?? ""} charged ${json?.charged}`);
    });
    const sale_ms = await ms_of_sales(world, cheap, k_sales, 202);
    await sleep(k_crowd_ms);
    await stop();
    const asked = asked_of();
    for (const each of proxies) each.control(undefined);
    const jobs = await Promise.all(buyers.map(({ send }) =>
        eventually("it buys", async () => {
            const { status, json } = await send();
            return status === 202 && json.job_id;
        }, k_patience)));
    let wrong = 0;
    for (const { address } of buyers)
        wrong += (await world.chain.transfers({ from: address })).length !== 1;
    await books_agree(stack);
    const refused = told.of("v2 503 chain_unavailable charged false");
    return {
        line:
            `away: with both endpoints refusing ${k_buyers} buyers were told ${told.text()}; the ` +
            `facilitator was asked ${asked} times for them; ${k_sales} sales without the chain in ` +
            `${seconds(median(sale_ms))} (median); back, ${new Set(jobs).size} of ${k_buyers} have their job`,
        broken: {
            "a facilitator was asked": asked > 0,
            "the crowd was not there": refused < k_buyers,
            "an order was sold": told.of("v1 402  charged undefined") > 0,
            "a buyer did not pay once": wrong > 0 || new Set(jobs).size !== k_buyers,
            "sales were slow": median(sale_ms) > k_sale_most_ms,
        },
    };
}
