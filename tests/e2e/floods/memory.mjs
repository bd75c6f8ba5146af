// Buyers with bodies of 6 MiB in a crowd, and a facilitator that takes its time with each of them:
// no process grows past what its unit grants, and who has no room hears so at once.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { post } from "../lib/http.mjs";
import { fresh_client } from "../lib/orders.mjs";
import {
    limited,
    many,
    median,
    most,
    peak_memory,
    sale,
    seconds,
    tally,
    terms,
    timed,
} from "./figures.mjs";

const k_buyers = 32;
const k_slow_ms = 15_000;
const k_body_bytes = 6 * 1024 * 1024;
const k_points = 50_000;
const k_small_bytes = 20_000;
const k_most_mb = 200;
const k_refused_most_ms = 3_000;
const k_small_most_ms = 1_000;
const k_pause_ms = 300;

// Who asks with such a body, and what their wallets hold.
const k_kinds = {
    unpaid: { signs: false },
    penniless: { signs: true, atoms: 1n },
    paid: { signs: true },
};

export async function memory(world) {
    const { stack, route } = await limited(world, {
        overrides: { facilitator: { urls: [world.facilitator.url], timeout: "20s" } },
    });
    const [large, small] = [route("correlation"), route("verify_basic")];
    const pids = stack.children("assay-api").map(({ pid }) => pid);
    const at_start = peak_memory(pids);
    const body = large_body();
    const text = { payload: "2 + 2 = 4. ".repeat(k_small_bytes / 11) };
    const slow = { verify: { delay_ms: k_slow_ms }, settle: { delay_ms: k_slow_ms } };
    const told = [];
    const broken = {};
    for (const [kind, { signs, atoms }] of Object.entries(k_kinds)) {
        const buyers = await many(k_buyers, 4, async () => {
            const from = fresh_client();
            if (!signs) return { from };
            const { account } = await world.buyer({ atoms });
            world.facilitator.control_for(account.address, slow);
            return { from, payment: await world.sign(account, await terms(large, from)) };
        });
        const answers = tally();
        const refused_ms = [];
        const small_ms = [];
        let is_over = false;
        const small_buyer = (async () => {
            while (!is_over) {
                const [{ status, json }, ms] = await sale(world, small, { body: text });
                if (status !== 202) answers.add(`a small one: ${status} ${json?.code}`);
                small_ms.push(ms);
                await sleep(k_pause_ms);
            }
        })();
        await Promise.all(
            buyers.map(async (options) => {
                const [{ status, json }, ms] = await timed(() => post(large.url, body, options));
                answers.add(`${status} ${json?.code ?? ""}`.trim());
                if (status !== 503) return;
                refused_ms.push(ms);
                if (json.charged !== false) broken[`${kind}: 503 without charged:false`] = true;
            }),
        );
        is_over = true;
        await small_buyer;
        const late_ms = most([0, ...refused_ms]);
        const peak = peak_memory(pids);
        told.push(
            `${k_buyers} ${kind} (${answers.text()}): ${peak} MB at most, 503 within ` +
                `${seconds(late_ms)}, ${small_ms.length} texts of 20 KB sold in ` +
                `${seconds(median(small_ms))} (median)`,
        );
        Object.assign(broken, {
            [`${kind}: too much memory`]: peak >= k_most_mb,
            [`${kind}: a refusal was late`]: late_ms > k_refused_most_ms,
            [`${kind}: small sales were slow`]: median(small_ms) > k_small_most_ms,
            [`${kind}: a small sale was refused`]: answers.text().includes("a small one"),
        });
    }
    return { line: `memory: ${at_start} MB before; ${told.join("; ")}`, broken };
}

// Two streams with as many points as are taken, and as many digits as a body has room for.
function large_body() {
    const start = Date.UTC(2026, 0, 1);
    const points = () =>
        Array.from({ length: k_points }, (_, i) => ({
            t: new Date(start + i * 60_000).toISOString().slice(0, 19) + "Z",
            v: randomBytes(4).readUInt32BE() / 2 ** 32,
        }));
    const streams = { a: { points: points() }, b: { points: points() } };
    const text = JSON.stringify({ query: "?", streams });
    return text + " ".repeat(k_body_bytes - text.length);
}
