#!/usr/bin/env node
// What this revision sells and asks payment for beside another one, in one run: interleaved rounds,
// of which each side begins every second one, and the medians of the rounds' own ratios.
//   node before.mjs TREE      the other revision's tree, built
// Settings by environment: ROUNDS=6 SECS=2 STRICT=, as run.mjs has them.
import { join, resolve } from "node:path";
import { programs, repository } from "../e2e/lib/paths.mjs";
import { start_stack } from "../e2e/lib/stack.mjs";
import { start_yes_facilitator } from "./lib/facilitator.mjs";
import { held_programs } from "./lib/held.mjs";
import { k_connections, load, load_granted, write_script } from "./lib/load.mjs";
import { each_has_a_job, k_answering, undone, with_payments } from "./lib/purchases.mjs";
import { paired_ratio, summary } from "./lib/rounds.mjs";
import { directory, made, open, report, run, setting } from "./lib/session.mjs";
import { report_of } from "./lib/text.mjs";

const rounds = setting("ROUNDS", 6);
const seconds = setting("SECS", 2);
const k_path = "/v2/verify/basic";
const k_body = JSON.stringify({ payload: report_of(1_000) });
const k_headers = { "content-type": "application/json" };
const k_least = 0.95; // of the other revision's rate
const k_margin = 3; // payments that run out show as refused, which ends the run
let fastest = 0; // sales a second of either side so far

const [, , tree] = process.argv;
await run(measure);

async function measure() {
    const facilitator = await open(start_yes_facilitator(made("facilitator")));
    const order = write_script(directory, "order", { method: "POST", headers: k_headers, body: k_body });
    const sides = {
        before: await open_side(facilitator, "before", resolve(tree)),
        now: await open_side(facilitator, "now", repository),
    };
    const measures = {
        "unpaid 402": ({ target }) => load({ ...target, script: order }, seconds),
        sale: sale_of,
    };
    for (const side of Object.values(sides)) await sale_of(side); // warms up, and is not counted
    for (const [name, measure] of Object.entries(measures)) {
        const samples = { before: [], now: [] };
        for (let round = 0; round < rounds; ++round) {
            const names = round % 2 ? ["now", "before"] : ["before", "now"];
            for (const each of names) samples[each].push(await measure(sides[each]));
        }
        tell(name, summary(samples.before), summary(samples.now));
    }
}

function tell(name, before, now) {
    report.rows({ [`${name}, before`]: before, [`${name}, now`]: now });
    const ratios = now.all.map((each, round) => (each.rate / before.all[round].rate).toFixed(3));
    const cpu = paired_ratio(now, before, "cpu_us").toFixed(3);
    report.note(`${name}, now / before by round: ${ratios.join(" ")}; cpu ${cpu} x`);
    report.gate(`${name}, rate now / before`, paired_ratio(now, before), ">=", k_least, "x");
}

// The programs and nginx's files of `root`, with what the analyses need held back.
async function open_side(facilitator, name, root) {
    const from = { programs: programs.replace(repository, root), nginx_files: join(root, "nginx") };
    const held = await held_programs(made(name), from);
    const stack = await start_stack({
        chain: { chain_id: 8453, url: "http://127.0.0.1:9" },
        facilitator,
        // Buyers may be ahead of the analyses by as much as they can.
        overrides: { http: { slow_threads: k_connections }, sla: { verify_basic: "86400s" } },
        program_dir: held.program_dir,
    });
    await open({ stop: () => stack.kill() }); // the analyses under way would be waited for
    held.hold();
    const target = { roots: [stack.pid], programs: k_answering, url: stack.base_url + k_path };
    return { stack, target };
}

// No analysis runs in the whole run, so that sales alone are measured: both sides' queues grow alike.
async function sale_of({ stack, target }) {
    const rate = k_margin * fastest || undefined;
    const paying = await with_payments({ directory, body: k_body }, target, seconds, rate);
    const waiting = await undone(stack.base_url);
    const sold = await load_granted(paying, seconds);
    await each_has_a_job(stack, sold, waiting);
    fastest = Math.max(fastest, sold.rate);
    return sold;
}
