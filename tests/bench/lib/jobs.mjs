// Jobs that are sold while the worker stands still, and what it and its children spend on them.
import { readFileSync } from "node:fs";
import { encode_header, make_buyer, sign_payment } from "../../e2e/lib/buyer.mjs";
import { post } from "../../e2e/lib/http.mjs";
import { drained, undone } from "./purchases.mjs";
import { report_of } from "./text.mjs";

const k_path = "/v2/verify/basic";
const k_body = JSON.stringify({ payload: report_of(1_000) });
const k_at_once = 8; // sales
const k_ms_per_tick = 10; // USER_HZ of every Linux is 100

// Results a second, and milliseconds of processor time for a job: {rate, worker_user, worker_system,
// child_user, child_system}.
export async function sell_and_work(stack, jobs) {
    const [{ pid }] = stack.children("assay-worker");
    const payments = await signed_payments(stack.base_url + k_path, jobs);
    process.kill(pid, "SIGSTOP");
    try {
        await sell(stack.base_url + k_path, payments);
        const waiting = await undone(stack.base_url);
        if (waiting !== jobs) throw new Error(`${jobs} sales made ${waiting} jobs`);
    } finally {
        process.kill(pid, "SIGCONT");
    }
    const [before, begun] = [spent(pid), performance.now()];
    await drained(stack);
    const seconds = (performance.now() - begun) / 1000;
    const after = spent(pid);
    const each = Object.entries(before).map(([part, ms]) => [part, (after[part] - ms) / jobs]);
    return { rate: jobs / seconds, ...Object.fromEntries(each) };
}

// Milliseconds of a job by process.
export const parts_of = (each) => ({
    worker: each.worker_user + each.worker_system,
    child: each.child_user + each.child_system,
});

async function signed_payments(url, count) {
    const { required } = await post(url, k_body);
    const out = [];
    for (let i = 0; i < count; ++i)
        out.push(encode_header(await sign_payment(make_buyer().account, required)));
    return out;
}

async function sell(url, payments) {
    const headers = { "content-type": "application/json" };
    const rest = [...payments];
    const buy = async () => {
        for (let payment = rest.pop(); payment; payment = rest.pop()) {
            const paid = { ...headers, "PAYMENT-SIGNATURE": payment };
            const answer = await fetch(url, { method: "POST", headers: paid, body: k_body });
            const text = await answer.text();
            if (answer.status !== 202) throw new Error(`a sale was answered ${answer.status} ${text}`);
        }
    };
    await Promise.all(Array.from({ length: k_at_once }, buy));
}

// Milliseconds of processor time: the worker's own, and of children that it has reaped.
function spent(pid) {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
    const ticks = stat.slice(11, 15).map((each) => Number(each) * k_ms_per_tick);
    const [worker_user, worker_system, child_user, child_system] = ticks;
    return { worker_user, worker_system, child_user, child_system };
}
