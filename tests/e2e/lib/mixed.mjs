// Eight buyers while processes are killed, pools restarted and the facilitator fails, all at
// random; then what must be true of everybody's money and jobs.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { books_agree } from "./books.mjs";
import { drawn, generator } from "./chance.mjs";
import { kill_quietly } from "./process.mjs";
import { buy_stubbornly, served_once } from "./stubborn.mjs";
import { open_world } from "./world.mjs";

const k_buyers = 8;
// A purchase that waits for the lease of a dead process must not keep its buyer from the next.
const k_patience_ms = 1_000;
const k_most_open = 12; // of one buyer
const k_faults = ["down", "error", "lost", "late", "garbage", "cut_json"];
const k_fault_share = 0.1;
const k_sellers = ["assay-api", "assay-worker"];
const k_power_cut_share = 0.03;

// Buys `purchases` in all. `seed` decides who is killed and what fails, though not when. Returns
// {sales, failed, kills, faults}.
export async function buy_among_kills({ purchases, seed, pause_ms = 400, tell = () => undefined }) {
    const random = generator(seed);
    // What is signed stays good for as long as a buyer is patient, however slow the machine is.
    const world = await open_world({ overrides: { payment: { max_timeout: "3600s" } } });
    const told = { sales: 0, failed: 0, kills: 0, faults: 0 };
    let over = false;
    let failure; // the first
    let answers = 0; // of the pools themselves, not of nginx in their place
    try {
        world.facilitator.control_by_chance(() =>
            over ? undefined : fault_by_chance(random, told),
        );
        const killing = kill_at_random(world.stack, {
            random, pause_ms, told, answers: () => answers, is_over: () => over,
        });
        const atoms = world.route.price * BigInt(purchases);
        const buyers = [];
        for (let i = 0; i < k_buyers; ++i) buyers.push(await world.buyer({ atoms }));
        let left = purchases;
        const all = await Promise.all(buyers.map((buyer) => shop(buyer, () => left-- > 0)));
        over = true;
        await killing;
        for (const [i, sales] of all.entries()) {
            await served_once(world, buyers[i], sales);
            told.failed += sales.filter(({ job }) => job.status === "failed").length;
        }
        await books_agree(world.stack);
        return told;
    } catch (error) {
        error.stack += `\n--- logs of the buyers' world\n${world.logs()}`;
        throw error;
    } finally {
        over = true;
        await world.close();
    }

    async function shop(buyer, wants_more) {
        const open = new Set();
        const sales = [];
        const buy_one = async () => {
            try {
                const on_answer = (answer) => (answers += answer && answer.status !== 502 ? 1 : 0);
                sales.push(await buy_stubbornly(world, world.stack, { buyer, on_answer }));
                if (++told.sales % 100 === 0) tell(told);
            } catch (error) {
                failure ??= error;
            }
        };
        while (!failure && wants_more()) {
            const sale = buy_one().finally(() => open.delete(sale));
            open.add(sale);
            await Promise.race([sale, sleep(k_patience_ms)]);
            while (open.size >= k_most_open) await Promise.race(open);
        }
        await Promise.all(open);
        if (failure) throw failure;
        return sales;
    }
}

// Kills a process of `stack`, or all, every `pause_ms` or so, until `is_over()`. `told` counts
// `sales`, of the buyers, and `kills`; `answers()` how often the pools themselves have answered.
export async function kill_at_random(stack, { random, pause_ms, told, answers, is_over }) {
    let seen = -1;
    const sold = new Map(); // how much was, when a program was killed last
    while (!is_over()) {
        await sleep(pause_ms * (0.5 + random()));
        // Where processes die faster than the machine can start them, nothing is tested.
        if (answers() === seen) continue;
        seen = answers();
        // Nor where none lives long enough to see one sale to its end.
        const is_at_work = (program) => sold.get(program) !== told.sales;
        if (random() < k_power_cut_share) {
            if (!k_sellers.every(is_at_work)) continue;
            for (const program of k_sellers) sold.set(program, told.sales);
            ++told.kills;
            await stack.kill();
            await stack.start();
            continue;
        }
        const program = drawn(random, [...k_sellers, "assay-run", "assay-scan"]);
        if (k_sellers.includes(program) && !is_at_work(program)) continue;
        const signal = drawn(random, ["SIGKILL", "SIGKILL", "SIGTERM"]);
        const victims = stack.children(program);
        const victim = victims.length > 0 && drawn(random, victims);
        if (!victim || !kill_quietly(victim.pid, signal)) continue;
        ++told.kills;
        sold.set(program, told.sales);
    }
}

// What the facilitator does wrong this time, if anything: a mode of it.
export function fault_by_chance(random, told) {
    if (random() >= k_fault_share) return undefined;
    ++told.faults;
    return { fault: drawn(random, k_faults) };
}
