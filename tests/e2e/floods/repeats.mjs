// One payment that never settles, repeated from 24 addresses and from one, with polls of its job beside
// it: honest sales and scans go on, and the payment's owner is told to come again.
import { setTimeout as sleep } from "node:timers/promises";
import { post, request } from "../lib/http.mjs";
import { fresh_client } from "../lib/orders.mjs";
import { crowd, limited, median, most, ms_of_sales, seconds, tally, terms } from "./figures.mjs";

const k_addresses = 24;
const k_calls_at_once = 2; // of each address
const k_pause_ms = 50;
const k_warm_ms = 2_000;
const k_sales = 31;
const k_scans = 9;
const k_sale_most_ms = 300;
const k_never = { settle: { fault: "claim", answer: { success: false, errorReason: "settlement_pending" } } };

export async function repeats(world) {
    const { stack, route } = await limited(world);
    const wanted = route("verify_basic");
    const alone_ms = median(await ms_of_sales(world, wanted, k_sales, 202));
    const lines = [];
    const broken = {};
    for (const addresses of [k_addresses, 1]) {
        const { payment, job_id } = await undecided(world, wanted);
        const from = Array.from({ length: addresses }, fresh_client);
        const told = tally();
        const poll = new URL(`/v1/job/${job_id}`, stack.base_url);
        const stop = crowd(k_calls_at_once * k_addresses, k_pause_ms, async (i) => {
            const address = from[i % addresses];
            const { status, json } = await (i < k_addresses
                ? post(wanted.url, wanted.sample, { payment, from: address })
                : request("GET", poll, { headers: { prefer: "wait=25" }, from: address }));
            told.add(`${status} ${json?.code ?? json?.status ?? ""}`.trim());
        });
        await sleep(k_warm_ms);
        const sale_ms = await ms_of_sales(world, wanted, k_sales, 202);
        const scan_ms = await ms_of_sales(world, route("forensics_run"), k_scans, 200);
        await stop();
        lines.push(
            `one undecided payment repeated and polled from ${addresses} addresses: ${k_sales} sales in ` +
                `${seconds(median(sale_ms))} (median), ${seconds(most(sale_ms))} (most), ${k_scans} scans in ` +
                `${seconds(median(scan_ms))} (the crowd got ${told.text()})`,
        );
        Object.assign(broken, {
            [`sales were slow beside ${addresses}`]: median(sale_ms) > k_sale_most_ms,
            [`the crowd of ${addresses} was not there`]: told.of("503 settlement_pending") < k_sales,
        });
    }
    return { line: `repeats: alone ${seconds(alone_ms)}; ${lines.join("; ")}`, broken };
}

// A payment of a buyer's own whose outcome the facilitator never tells.
async function undecided(world, route) {
    const from = fresh_client();
    const { account, address } = await world.buyer();
    world.facilitator.control_for(address, k_never);
    const payment = await world.sign(account, await terms(route, from));
    const { status, text, json } = await post(route.url, route.sample, { payment, from });
    if (status !== 503 || json.code !== "settlement_pending") throw new Error(`${status} ${text}`);
    return { payment, job_id: json.job_id };
}
