// Buyers whose settlement the facilitator does not tell, and who sign anew at once, again and again, from
// 24 addresses: each of them pays once, and honest sales go on.
import { setTimeout as sleep } from "node:timers/promises";
import { books_agree } from "../lib/books.mjs";
import { post } from "../lib/http.mjs";
import { fresh_client } from "../lib/orders.mjs";
import { crowd, limited, median, most, ms_of_sales, seconds, tally, terms } from "./figures.mjs";

const k_buyers = 24;
const k_calls_at_once = 2; // of each
const k_pause_ms = 50;
const k_warm_ms = 1_000;
const k_sales = 31;
const k_sale_most_ms = 300;

export async function anew(world) {
    const { stack, route } = await limited(world);
    const wanted = route("verify_basic");
    const buyers = [];
    for (let i = 0; i < k_buyers; ++i) {
        const from = fresh_client();
        const { account, address } = await world.buyer();
        world.facilitator.control_for(address, { settle: { fault: "lost", times: 1 } });
        buyers.push({ account, address, from, told: await terms(wanted, from), jobs: new Set() });
    }
    const told = tally();
    const stop = crowd(k_calls_at_once * k_buyers, k_pause_ms, async (i) => {
        const { account, from, jobs, ...buyer } = buyers[i % k_buyers];
        const payment = await world.sign(account, buyer.told);
        const { status, json } = await post(wanted.url, wanted.sample, { payment, from });
        if (json?.job_id) jobs.add(json.job_id);
        told.add(`${status} ${json?.code ?? json?.status ?? ""}`.trim());
    });
    await sleep(k_warm_ms);
    const sale_ms = await ms_of_sales(world, wanted, k_sales, 202);
    await stop();
    let twice = 0;
    for (const { address, jobs } of buyers)
        twice += (await world.chain.transfers({ from: address })).length !== 1 || jobs.size !== 1;
    await books_agree(stack);
    return {
        line:
            `anew: beside ${k_buyers} buyers who sign anew at once (${told.text()}) ${k_sales} sales in ` +
            `${seconds(median(sale_ms))} (median), ${seconds(most(sale_ms))} (most); ${twice} of the ` +
            `buyers did not pay once for one job`,
        broken: {
            "a buyer did not pay once": twice > 0,
            "sales were slow": median(sale_ms) > k_sale_most_ms,
            "the crowd was not there": told.of("503 settlement_pending") < k_buyers,
        },
    };
}
