// What the parts of a campaign measure with.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { post, request } from "../lib/http.mjs";
import { fresh_client } from "../lib/orders.mjs";
import { once_settled } from "../lib/purchase.mjs";
import { v2_routes } from "../lib/world.mjs";

const k_busy_pause_ms = 500;
const k_poll_pause_ms = 200;

export const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
export const most = (list) => Math.max(...list);
export const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;

// Returns [what `work` gives, how many ms it took].
export async function timed(work) {
    const begin = performance.now();
    const result = await work();
    return [result, performance.now() - begin];
}

// `work(i)` for each i below `count`, so many at once.
export async function many(count, at_once, work) {
    const results = [];
    let next = 0;
    const one_after_the_other = async () => {
        for (let i = next++; i < count; i = next++) results[i] = await work(i);
    };
    await Promise.all(Array.from({ length: at_once }, one_after_the_other));
    return results;
}

// Calls `work(i)` again and again, `pause_ms` after its last end, until `stop()`, which waits for
// it.
export function crowd(count, pause_ms, work) {
    let is_over = false;
    const loops = Array.from({ length: count }, async (_, i) => {
        while (!is_over) {
            await work(i);
            await sleep(pause_ms);
        }
    });
    return async () => {
        is_over = true;
        await Promise.all(loops);
    };
}

// How often each word was given, as text.
export function tally() {
    const counts = {};
    return {
        add: (word) => {
            counts[word] = (counts[word] ?? 0) + 1;
        },
        of: (word) => counts[word] ?? 0,
        text: () => Object.entries(counts).map(([word, n]) => `${n} x ${word}`).join(", "),
    };
}

// A world whose stack keeps its limits, and its route of `product`.
export async function limited(world, options = {}) {
    const stack = await world.open_stack({ limits: true, ...options });
    const routes = await v2_routes(stack);
    return { stack, route: (product) => routes.find((each) => each.product === product) };
}

// As `from` is told them: limits are per client.
export const terms = async (route, from) =>
    (await post(route.url, route.sample, { from })).required;

// One sale to a buyer of their own at an address of their own, signed before the clock runs:
// [the answer, ms]. Options: body, of the route's sample else; facilitator, how it treats them.
export async function sale(world, route, { body = route.sample, facilitator = {} } = {}) {
    const from = fresh_client();
    const { account } = await world.buyer();
    world.facilitator.control_for(account.address, facilitator);
    const payment = await world.sign(account, await terms(route, from));
    return timed(() => post(route.url, body, { payment, from }));
}

// What each of some sales takes, in ms, one after the other. Options as of sale().
export async function ms_of_sales(world, route, count, expected, options = {}) {
    const sales = await many(count, 1, () => sale(world, route, options));
    const unsold = sales.find(([{ status }]) => status !== expected);
    if (unsold) throw new Error(unsold[0].text);
    return sales.map(([, ms]) => ms);
}

// One sale, tried until the facilitator has come in time and there is room: the job's id. `on_busy()` is
// told each time that there is none.
export async function sold(world, route, body = route.sample, on_busy = () => undefined) {
    const from = fresh_client();
    const { account } = await world.buyer();
    const payment = await world.sign(account, await terms(route, from));
    for (;;) {
        const { status, text, json } = await once_settled(() =>
            post(route.url, body, { payment, from }),
        );
        if (status === 202) return json.job_id;
        if (json?.code !== "busy") throw new Error(`not sold: ${status} ${text}`);
        on_busy();
        await sleep(k_busy_pause_ms);
    }
}

// The job's last poll once it is complete, without a wait, which holds a place.
export async function done(stack, id) {
    const from = fresh_client();
    for (;;) {
        const url = `${stack.base_url}/v1/job/${id}`;
        const { status, text, json } = await request("GET", url, { from });
        if (json?.status === "complete") return json;
        if (status !== 202) throw new Error(`${id}: ${status} ${text}`);
        await sleep(k_poll_pause_ms);
    }
}

// Of the processes `pids`, in MB.
export function peak_memory(pids) {
    const peaks = pids.map((pid) => {
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        return Number(status.match(/VmHWM:\s+(\d+) kB/)[1]);
    });
    return Math.round(most(peaks) / 1024);
}
