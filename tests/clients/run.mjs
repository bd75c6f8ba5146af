#!/usr/bin/env node
// Published clients of other registries, and heavy ones, unmodified, against the built service. A
// client that can't be installed is skipped, with the reason.
//   node run.mjs [WORD...]      only clients whose name has one of the words
// Last line: "N passed, N failed, N skipped"; exit 1 when any failed or none was named.
import { run_case } from "../e2e/lib/cases.mjs";
import { with_world } from "../e2e/lib/world.mjs";
import { checkers } from "./checkers.mjs";
import { http_clients } from "./http_clients.mjs";
import { mcp_clients } from "./mcp_clients.mjs";

const k_case_ms = 270_000;

const words = process.argv.slice(2);
const count = { passed: 0, failed: 0, skipped: 0 };
await with_world(async (world) => {
    for (const client of [...http_clients, ...mcp_clients, ...checkers]) {
        if (words.length > 0 && !words.some((word) => client.name.includes(word))) continue;
        const missing = await client.install();
        if (missing) {
            ++count.skipped;
            console.log(`SKIP  ${client.name}: ${missing}`);
            continue;
        }
        for (const [name, run] of Object.entries(await client.cases()))
            await try_out(world, client, name, run);
    }
});
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exit(count.failed > 0 || count.passed + count.skipped === 0 ? 1 : 0);

async function try_out(world, client, name, run) {
    const { ms, problem } = await run_case({ run, timeout_ms: k_case_ms }, world);
    ++count[problem ? "failed" : "passed"];
    console.log(`${problem ? "FAIL" : "ok  "}  ${client.name}: ${name} (${ms} ms)`);
    if (problem) console.log(problem);
}
