// Paid purchases with a facilitator that answers at once: ours beside @x402/express, and beside what
// the database's gate allows on this file system.
import { execFile } from "node:child_process";
import { closeSync, mkdirSync, openSync, readSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { make_buyer, sign_payment } from "../../e2e/lib/buyer.mjs";
import { post, request } from "../../e2e/lib/http.mjs";
import { programs } from "../../e2e/lib/paths.mjs";
import { eventually } from "../../e2e/lib/process.mjs";
import { start_stack } from "../../e2e/lib/stack.mjs";
import {
    k_connections,
    load,
    load_granted,
    processes_of,
    processor_us,
    write_script,
} from "./load.mjs";
import { write_purchases } from "./payments.mjs";
import { start_node_peer } from "./peers.mjs";
import { median, paired_ratio, summary } from "./rounds.mjs";

const run = promisify(execFile);
// What answers a purchase. The worker and its children come after the answer.
export const k_answering = ["nginx", "assay-api"];
// More than either seller manages: payments that run out show as refused, which ends the run.
const k_payments_per_second = 4_000;
// Node compiles what it runs often, and has lost much of it after a pause of seconds.
const k_warm_up_s = 2;
const k_drain_ms = 300_000;
const k_lone_purchases = 50;

// `world`, `held`: as measure_pressure has them; `express`: the peer that declares nothing and reads
// no request; `path`, `body`, `price`: what is bought, in `rounds` rounds of `seconds`. Returns the
// processes that have sold.
export async function measure_purchases(report, plan) {
    const any = write_script(plan.directory, "any", { method: "POST", body: "{}" });
    const stub = await load({ url: `${plan.world.facilitator.url}/verify`, script: any }, plan.seconds);
    report.note(`the facilitator stub alone: ${stub.rate.toFixed(0)} answers/s`);

    const stack = await start_stack({ ...plan.world, program_dir: plan.held.program_dir });
    let same_offer;
    try {
        same_offer = await start_same_offer(plan, stack);
        const rows = await measure_rows({ ...plan, same_offer }, stack);
        report.rows(rows);
        tell(report, ...Object.values(rows));
        return processes_of([stack.pid]);
    } finally {
        await same_offer?.stop();
        await stack.stop();
    }
}

// @x402/express with our own 402: a buyer echoes what it declares, and the seller reads that.
async function start_same_offer({ world, path, body, price }, { base_url }) {
    const { required } = await post(base_url + path, body);
    const { resource, extensions } = required;
    const { description } = resource;
    return start_node_peer("express", {
        facilitator: world.facilitator.url,
        ...{ path, price, description, extensions },
    });
}

// Beside the peers, which have no job to do, ours sells while the analyses are held; the row after
// it has them run meanwhile, on the same processors.
async function measure_rows(plan, stack) {
    const { held, express, same_offer, path, rounds, seconds } = plan;
    const ours = { roots: [stack.pid], programs: k_answering, url: stack.base_url + path };
    const measures = {
        "our purchase": async (buy) => {
            held.hold();
            return beside_gate(plan, stack, transactions, buy, async (sold) => {
                await each_has_a_job(stack, sold);
                held.release();
            });
        },
        "our purchase, jobs running": (buy) => beside_gate(plan, stack, transactions, buy),
        "@x402/express, same offer": (buy) => buy(),
        "@x402/express, bare": (buy) => buy(),
    };
    const peers = { "@x402/express, same offer": same_offer, "@x402/express, bare": express };
    const warm_up = async (seller) => {
        await load_granted(await with_payments(plan, seller, k_warm_up_s), k_warm_up_s);
    };
    // Before there are sales whose transfers the worker looks for.
    held.hold();
    const transactions = await transactions_of_a_purchase(plan, stack);
    held.release();
    for (const seller of [ours, same_offer, express]) await warm_up(seller);
    const samples = Object.fromEntries(Object.keys(measures).map((name) => [name, []]));
    for (let round = 0; round < rounds; ++round) {
        for (const [name, measure] of Object.entries(measures)) {
            await drained(stack);
            const seller = peers[name] ?? ours;
            if (seller !== ours) await warm_up(seller);
            const target = await with_payments(plan, seller, seconds);
            samples[name].push(await measure(() => load_granted(target, seconds)));
        }
    }
    return Object.fromEntries(Object.entries(samples).map(([name, all]) => [name, summary(all)]));
}

// What `buy` found, with the rates of the bare gate just before (`gate`, and `single` of one writer)
// and, for each purchase, commits until the last answer (`commits`), commits and processor time of
// the whole stack until the last job was done (`all_commits`, `all_us`). Purchases at the same
// moment share commits: what each needs of the gate is `transactions`, which a lone buyer counts.
async function beside_gate(plan, stack, transactions, buy, answered = () => {}) {
    const gate = await gate_rate(plan, k_connections);
    const single = await gate_rate(plan, 1);
    const before = { commits: commits(stack), us: processor_us([stack.pid]) };
    const sold = await buy();
    const each = (all) => all / sold.requests;
    const until_answered = each(commits(stack) - before.commits);
    await answered(sold);
    await drained(stack);
    return {
        ...sold,
        gate,
        single,
        commits: until_answered,
        transactions,
        of_gate: (sold.rate * transactions) / gate,
        all_commits: each(commits(stack) - before.commits),
        all_us: each(processor_us([stack.pid]) - before.us),
    };
}

function tell(report, ours, busy, same_offer, bare) {
    const of = (row, key) => median(row.all.map((each) => each[key]));
    const number = (row, key, digits = 0) => of(row, key).toFixed(digits);
    report.note(
        `commits per purchase, counted by SQLite in its log's index: ` +
            `${number(ours, "transactions", 2)} of a lone buyer, and of ${k_connections}, who share ` +
            `them, ${number(ours, "commits", 2)}, ${number(busy, "commits", 2)} while jobs run, ` +
            `${number(busy, "all_commits", 2)} until the last is done, with looks for transfers on ` +
            "a chain that is not there",
    );
    report.note(
        `commits/s of the bare gate: ${number(ours, "gate")} with ${k_connections} writers, ` +
            `${number(ours, "single")} with one: at most ` +
            `${(of(ours, "gate") / of(ours, "transactions")).toFixed(0)} or ` +
            `${(of(ours, "single") / of(ours, "transactions")).toFixed(0)} purchases/s if none shared`,
    );
    report.note(
        `cpu us per purchase: ${number(ours, "cpu_us")} for the answer (nginx and pools), about ` +
            `${number(busy, "all_us")} with the job (worker and assay-run, until the last is done); ` +
            `@x402/express, which has no job to do, ${number(same_offer, "cpu_us")} with the same ` +
            `402 and the request read, ${number(bare, "cpu_us")} with neither`,
    );
    const saved = (peer) => 1 / paired_ratio(ours, peer, "cpu_us");
    report.note(
        "purchase, cpu of @x402/express with the same 402 and the request read / of ours: " +
            `${saved(same_offer).toFixed(2)} x`,
    );
    report.gate("purchase, cpu of @x402/express / of ours", saved(bare), ">=", 3, "x");
    report.gate("purchases / what the bare gate allows", of(ours, "of_gate"), ">=", 0.7, "x");
    report.note(`purchases / what the bare gate allows, jobs running: ${number(busy, "of_gate", 2)} x`);
}

// Commits of one purchase after the other.
async function transactions_of_a_purchase({ path, body }, { base_url, ...stack }) {
    const { required } = await post(base_url + path, body);
    const before = commits(stack);
    for (let i = 0; i < k_lone_purchases; ++i) {
        const payment = await sign_payment(make_buyer().account, required);
        const { status, text } = await post(base_url + path, body, { payment });
        if (status !== 202) throw new Error(`a purchase was answered ${status} ${text}`);
    }
    return (commits(stack) - before) / k_lone_purchases;
}

// `seller` with a script that buys there, up to `rate` times a second.
export async function with_payments({ directory, body }, seller, seconds, rate = k_payments_per_second) {
    const order = { url: seller.url, body, count: Math.ceil(seconds * rate) };
    const script = await write_purchases(directory, "purchases", order);
    return { ...seller, script };
}

// Commits per second of the bare gate with so many writers; `kind` as gate-bench has it.
export async function gate_rate({ directory, seconds }, writers, ...kind) {
    const own = join(directory, "gate");
    mkdirSync(own);
    const args = [own, String(writers), String(seconds), ...kind];
    const { stdout } = await run(join(programs, "gate-bench"), args);
    rmSync(own, { recursive: true });
    return Number(stdout);
}

// How many transactions that changed something were committed to the stack's database, by whatever
// process: SQLite counts them in the third word of the log's index, `iChange` of its WalIndexHdr.
function commits({ run_dir }) {
    const word = Buffer.alloc(4);
    const index = openSync(join(run_dir, "assay.db-shm"), "r");
    readSync(index, word, 0, word.length, 8);
    closeSync(index);
    return word.readUInt32LE();
}

// The worker has caught up with the buyers.
export function drained({ base_url }) {
    const is_empty = async () => (await undone(base_url)) === 0;
    return eventually("every job is done", is_empty, { timeout_ms: k_drain_ms });
}

// While analyses are held, of what `sold` says, beside jobs that were `waiting` before: a sale that made
// no job was a repeat of another one.
export async function each_has_a_job({ base_url }, { requests, wrong }, waiting = 0) {
    const jobs = (await undone(base_url)) - waiting;
    if (jobs < requests - wrong) throw new Error(`${requests} purchases made ${jobs} jobs`);
}

export async function undone(base_url) {
    const { json } = await request("GET", `${base_url}/health`);
    const lane = json.checks.queue.analysis; // absent while nothing is in it
    return lane ? lane.waiting + lane.running : 0;
}
