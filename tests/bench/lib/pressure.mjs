// The service under pressure: clients that hardly send, and clients that only wait.
import { setMaxListeners } from "node:events";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { make_buyer, sign_payment } from "../../e2e/lib/buyer.mjs";
import { post, request } from "../../e2e/lib/http.mjs";
import { start_stack } from "../../e2e/lib/stack.mjs";
import { load, load_granted, write_script } from "./load.mjs";
import { write_purchases } from "./payments.mjs";
import { lost } from "./report.mjs";
import { median, paired_ratio, summary } from "./rounds.mjs";

const k_dripping_clients = 20;
const k_drip_ms = 500; // a byte each: two a second
const k_pollers = 32;
const k_wait_s = 25;
// Longer than a poll needs to come to its wait, on a machine with other work.
const k_settling_in_ms = 300;
// Of the fast routes. One request alone finds its answer on the same processor or on the other, which
// is twice as far, and chance decides for a whole round.
const k_clients = 4;
// Between purchases, so that the lane's queue, which no lane empties, stays short.
const k_pause_ms = 10;

// `world`: what start_stack takes; `held`: programs from held_programs; `path`, `body`: what is sold
// and bought.
export async function measure_pressure(report, plan) {
    const stack = await start_stack({ ...plan.world, program_dir: plan.held.program_dir });
    plan.held.hold(); // so that every job can be waited for
    try {
        await measure_drip(report, plan, stack);
        await measure_pollers(report, plan, stack);
    } finally {
        // The analyses under way would be waited for.
        await stack.kill();
        plan.held.release();
    }
}

async function measure_drip(report, plan, stack) {
    const measure = measures_of(plan, stack)["GET /health"];
    const dripping = Array.from({ length: k_dripping_clients }, () => drip(stack.base_url, plan.path));
    const all = [];
    for (let round = 0; round < plan.rounds; ++round) all.push(await measure());
    const left = dripping.filter((client) => client.stop()).length;
    if (left) throw new Error(`${left} of the dripping clients were sent away`);
    const found = summary(all);
    const name = `GET /health beside ${k_dripping_clients} dripping clients`;
    report.note(`${name}: p50 ${found.p50.toFixed(2)} ms${lost(found)}`);
    report.gate(`${name}, p99`, found.p99, "<", 50, "ms");
}

async function measure_pollers(report, plan, stack) {
    const measures = measures_of(plan, stack);
    const once = async (samples) => {
        for (const [name, measure] of Object.entries(measures)) samples[name].push(await measure());
    };
    const empty = () => Object.fromEntries(Object.keys(measures).map((name) => [name, []]));
    const [idle, pressed] = [empty(), empty()];
    const jobs = await buy_jobs(stack.base_url + plan.path, plan.body);
    const waiting = [];
    await once(empty()); // every thread has its connection to the database
    for (let round = 0; round < plan.rounds; ++round) {
        await once(idle);
        const pollers = start_pollers(stack.base_url, jobs);
        await sleep(k_settling_in_ms);
        await once(pressed);
        waiting.push(pollers.stop());
    }
    report.note(
        `${k_pollers} pollers with Prefer: wait=${k_wait_s}: ${median(waiting)} wait, the others were ` +
            "answered at once and come again after Retry-After",
    );
    for (const name of Object.keys(measures)) {
        const [before, beside] = [summary(idle[name]), summary(pressed[name])];
        const [idle_p50, p50] = [before, beside].map((each) => `${each.p50.toFixed(2)} ms${lost(each)}`);
        report.note(`${name}, p50: ${idle_p50} idle, ${p50} beside the pollers`);
        const ratio = paired_ratio(beside, before, "p50");
        report.gate(`${name} beside ${k_pollers} pollers / idle`, ratio, "<=", 1.5, "x");
    }
}

// What stays quick, by name.
function measures_of({ directory, path, body, seconds }, { base_url }) {
    const headers = { "content-type": "application/json" };
    const get = write_script(directory, "get");
    const unpaid = write_script(directory, "unpaid", { method: "POST", headers, body });
    const url = base_url + path;
    const health = { url: `${base_url}/health`, script: get, connections: k_clients };
    const quote = { url, script: unpaid, connections: k_clients };
    const count = Math.ceil((seconds * 1000) / k_pause_ms);
    const order = { url, body, count, pause_ms: k_pause_ms };
    return {
        "GET /health": () => load_granted(health, seconds),
        "a 402": () => load(quote, seconds),
        "a purchase": async () => {
            const script = await write_purchases(directory, "paused", order);
            return load_granted({ url, script, connections: 1 }, seconds);
        },
    };
}

async function buy_jobs(url, body) {
    const { account } = make_buyer();
    const jobs = [];
    const { required } = await post(url, body);
    for (let i = 0; i < k_pollers; ++i) {
        const sold = await post(url, body, { payment: await sign_payment(account, required) });
        if (sold.status !== 202) throw new Error(`the order was not taken: ${sold.status} ${sold.text}`);
        jobs.push(sold.json.job_id);
    }
    return jobs;
}

// Sends an order's body two bytes a second. stop() tells whether the server had ended it before.
function drip(base_url, path) {
    const { hostname, port } = new URL(base_url);
    const socket = net.connect(Number(port), hostname);
    let is_over = false;
    for (const event of ["data", "error", "close"]) socket.on(event, () => (is_over = true));
    socket.write(
        `POST ${path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: 50000\r\n\r\n`,
    );
    const timer = setInterval(() => socket.write(" "), k_drip_ms);
    return {
        stop() {
            clearInterval(timer);
            const was_over = is_over;
            socket.destroy();
            return was_over;
        },
    };
}

// One poller for each of `jobs`, until stop(), which returns how many of them wait.
function start_pollers(base_url, jobs) {
    const over = new AbortController();
    setMaxListeners(0, over.signal); // as many as there are pollers
    let waiting = 0;
    const poll = async (job_id) => {
        const options = { headers: { prefer: `wait=${k_wait_s}` }, signal: over.signal };
        for (;;) {
            ++waiting;
            const polled = await request("GET", `${base_url}/v1/job/${job_id}`, options);
            --waiting;
            if (polled.status !== 202) throw new Error(`${job_id} is not under way: ${polled.text}`);
            await sleep(polled.headers["retry-after"] * 1000, undefined, { signal: over.signal });
        }
    };
    let failure;
    for (const job_id of jobs) {
        poll(job_id).catch((error) => {
            if (!over.signal.aborted) failure ??= error;
        });
    }
    return {
        stop() {
            over.abort();
            if (failure) throw failure;
            return waiting;
        },
    };
}
