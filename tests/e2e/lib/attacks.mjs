// A stranger who steals and floods at once, beside buyers on both rails, while processes are
// killed: copies the authorizations of rail v1 into rail v2 before their block, buys syntheses of
// pages that are not read, sends custom scans with garbage signatures, and orders and claims
// without paying. Then: each buyer has their job, or its credit, once; the stranger has nothing
// that others have paid.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { books_agree } from "./books.mjs";
import { sign_payment } from "./buyer.mjs";
import { generator } from "./chance.mjs";
import { until } from "./failpoints_v1.mjs";
import { post, request } from "./http.mjs";
import { fault_by_chance, kill_at_random } from "./mixed.mjs";
import { fresh_client, v1_buyer } from "./orders.mjs";
import { relay } from "./stranger.mjs";
import { buy_stubbornly, served_once } from "./stubborn.mjs";
import { open_world } from "./world.mjs";

const k_at_once = 8;
const k_pages = 20;
const k_names = 8;
const k_orders = 5; // of a client at once
const k_claims = 5; // for each of them
const k_attackers = 4; // in each way
const k_pause_ms = 400; // of each of them
const k_late_ms = 330_000; // the transfer is then older than any that the clock alone decides
const k_theirs = ["queued", "running", "complete"]; // what no copy may ever be

// Buys `purchases`, half on each rail, and goes on until `late` buyers more, who sign for their
// transfer k_late_ms after its block, have their jobs. `page(n)` is the address of a page that
// cannot be read, `pause_ms` lies between two kills, undefined: none is killed; `stacks` as
// open_world has it. Returns how often what happened.
export async function buy_among_attacks({ purchases, late = 0, seed, page, pause_ms, tell, stacks }) {
    const random = generator(seed);
    const world = await open_world({ stacks });
    const words = ["sales", "failed", "kills", "faults", "copies", ...Object.keys(k_attacks)];
    const told = Object.fromEntries(words.map((word) => [word, 0]));
    const copies = []; // ids of the jobs that the stranger wants for the money of others
    const stolen = [];
    let is_over = false;
    let answers = 0;
    const on_answer = (answer) => (answers += answer && answer.status !== 502 ? 1 : 0);
    try {
        world.facilitator.control_by_chance(() =>
            is_over || !pause_ms ? undefined : fault_by_chance(random, told),
        );
        const terms = await world.terms(world.route);
        const stops = Object.entries(k_attacks).flatMap(([word, make]) => {
            const attack = make(world, page, stolen);
            return Array.from({ length: k_attackers }, () => again_and_again(attack, word, told));
        });
        const killing = pause_ms
            ? kill_at_random(world.stack, {
                  random, pause_ms, told, answers: () => answers, is_over: () => is_over,
              })
            : undefined;
        const count = (job) => {
            if (job.status === "failed") ++told.failed;
            if (++told.sales % 50 === 0) tell?.(told);
        };
        const sign = (wait_ms) =>
            signed(world, terms, { on_answer, copies, told, wait_ms }).then(count);
        let waiting = late;
        const late_ones = Array.from({ length: late }, () =>
            sign(k_late_ms).finally(() => --waiting),
        );
        let next = 0;
        const shop = async () => {
            for (let i = next++; !is_over && (i < purchases || waiting > 0); i = next++)
                await (i % 2 === 0 ? by_header(world, on_answer).then(count) : sign());
        };
        const shops = Array.from({ length: k_at_once }, shop);
        await Promise.all([...late_ones, ...shops]).finally(() => {
            is_over = true;
        });
        await killing;
        await Promise.all(stops.map((stop) => stop()));
        for (const id of copies) {
            const { status, json, text } = await until(() => poll(world, id));
            if (status === 200 || k_theirs.includes(json?.status)) stolen.push(text);
        }
        assert.deepEqual(stolen, []);
        await books_agree(world.stack);
        return told;
    } catch (error) {
        error.stack += `\n--- logs of the attacked world\n${world.logs()}`;
        throw error;
    } finally {
        is_over = true;
        await world.close();
    }
}

async function by_header(world, on_answer) {
    const sale = await buy_stubbornly(world, world.stack, { on_answer });
    await served_once(world, sale.buyer, [sale]);
    return sale.job;
}

// An authorization of the payer's own nonce, which the stranger has before its block; then the
// payer signs.
async function signed(world, terms, { on_answer, copies, told, wait_ms = 0 }) {
    const buyer = await v1_buyer(world);
    const order = await until(() => buyer.order());
    // The facilitator has found the copy valid, and it is never heard what became of it.
    world.facilitator.control_for(buyer.address, { settle: { fault: "down" } });
    const { payload } = await sign_payment(buyer.account, order);
    const theirs = await attempt(() =>
        post(world.route.url, world.route.sample, {
            payment: { x402Version: 2, accepted: terms.accepts[0], payload },
            from: fresh_client(),
        }),
    );
    if (theirs?.json?.job_id) {
        ++told.copies;
        copies.push(theirs.json.job_id);
    }
    const { transactionHash } = await relay(world, payload);
    await sleep(wait_ms);
    const proof = { payer_signature: await buyer.sign(order, transactionHash) };
    const verdict = await until(async () => {
        const answer = await buyer.notify(order, transactionHash, proof);
        on_answer(answer);
        return [200, 409].includes(answer.status) && answer;
    });
    assert.equal(verdict.status, 200, verdict.text);
    await until(async () => (await buyer.resubmit(order)).status === 202);
    const job = await until(async () => {
        const { json } = await buyer.poll(order);
        return ["complete", "failed"].includes(json?.status) && json;
    });
    assert.equal(job.payment.tx_hash, transactionHash);
    const owed = job.credits.map(({ reason }) => reason);
    assert.deepEqual(owed, job.status === "complete" ? [] : ["job_failed"], order.job_id);
    return job;
}

const poll = async (world, id) => {
    const answer = await request("GET", new URL(`/v1/job/${id}`, world.stack.base_url));
    return ![429, 502, 503].includes(answer.status) && answer;
};

// Each gives what does it once and tells how much of it came through.
const k_attacks = {
    silent(world, page) {
        let pages = 0;
        const path = "/v1/synthesize";
        return async () => {
            const sources = Array.from({ length: k_pages }, () => page(pages++));
            const body = { type: "synthesis", query: "?", sources };
            const stranger = await v1_buyer(world, world.stack, { path, body });
            const order = await stranger.order();
            const { transactionHash } = await stranger.pay(order);
            await until(async () => (await stranger.notify(order, transactionHash)).status === 200);
            return (await stranger.resubmit(order)).status === 202;
        };
    },
    garbage(world, _, stolen) {
        const scan = world.routes.find(({ product }) => product === "forensics_custom");
        return async () => {
            const from = fresh_client();
            const { account } = await world.buyer();
            const terms = (await post(scan.url, scan.sample, { from })).required;
            const edit = ({ payload, ...rest }) => ({
                ...rest,
                payload: { ...payload, signature: `0x${"77".repeat(66)}` },
            });
            const payment = await world.sign(account, terms, { edit });
            const name = () => `${randomBytes(6).toString("hex")}.never.netlab`;
            const targets = Array.from({ length: k_names }, name);
            const { status, text } = await post(scan.url, { targets }, { payment, from });
            if ([200, 202].includes(status)) stolen.push(`a scan for a garbage signature: ${text}`);
            return true;
        };
    },
    unpaid(world) {
        return async () => {
            const stranger = await v1_buyer(world);
            const ordered = await Promise.all(
                Array.from({ length: k_orders }, () => attempt(() => stranger.order())),
            );
            const orders = ordered.filter(Boolean);
            const claim = (order) => stranger.notify(order, `0x${randomBytes(32).toString("hex")}`);
            await Promise.all(
                orders.flatMap((order) =>
                    Array.from({ length: k_claims }, () => attempt(() => claim(order))),
                ),
            );
            return orders.length;
        };
    },
};

// Counts in `told` what came through. Returns what ends it.
function again_and_again(attack, word, told) {
    let is_over = false;
    const run = (async () => {
        while (!is_over) {
            told[word] += Number((await attempt(attack)) ?? 0);
            await sleep(k_pause_ms);
        }
    })();
    return async () => {
        is_over = true;
        await run;
    };
}

// undefined when the other side was killed meanwhile, or has no room.
async function attempt(work) {
    try {
        return await work();
    } catch {
        return undefined;
    }
}
