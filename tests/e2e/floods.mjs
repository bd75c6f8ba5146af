#!/usr/bin/env node
// Floods: crowds of strangers who spend little so that others wait, each beside honest buyers whose
// waiting is measured. `floods.mjs [PART...]`, of those in `parts`. Each prints its figures in one line;
// exit 1 when a bound is broken. As root, for an internet of its own.
import { own_internet } from "./lib/own_internet.mjs";
import { open_world } from "./lib/world.mjs";
import { anew } from "./floods/anew.mjs";
import { away } from "./floods/away.mjs";
import { desk } from "./floods/desk.mjs";
import { mcp } from "./floods/mcp.mjs";
import { memory } from "./floods/memory.mjs";
import { money_back } from "./floods/money_back.mjs";
import { names } from "./floods/names.mjs";
import { orders } from "./floods/orders.mjs";
import { pages } from "./floods/pages.mjs";
import { repeats } from "./floods/repeats.mjs";

const internet = await own_internet();
const parts = { pages, names, memory, orders, repeats, desk, anew, away, money_back, mcp };
const wanted = process.argv.slice(2);
let failed = wanted.some((word) => !parts[word]);
if (failed) console.log(`there are ${Object.keys(parts).join(", ")}`);
for (const [name, run] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const world = await open_world();
    try {
        const { line, broken = {} } = await run(world, internet);
        const words = Object.entries(broken).filter(([, is_so]) => is_so).map(([word]) => word);
        console.log(line + (words.length > 0 ? `\n      BROKEN: ${words.join("; ")}` : ""));
        failed ||= words.length > 0;
    } catch (error) {
        console.log(`${name}: ${error.stack}\n--- logs\n${world.logs()}`);
        failed = true;
    } finally {
        await world.close();
    }
}
await internet?.stop();
process.exit(failed ? 1 : 0);
