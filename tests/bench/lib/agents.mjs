// POST /mcp beside the SDK that most servers of the Model Context Protocol are made of, and sales by
// tools beside sales by the route.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { mcp_clients } from "../../clients/mcp_clients.mjs";
import { k_eras, message_of } from "../../e2e/lib/mcp.mjs";
import { request } from "../../e2e/lib/http.mjs";
import { start_stack } from "../../e2e/lib/stack.mjs";
import { load_granted, write_script } from "./load.mjs";
import { write_calls, write_purchases } from "./payments.mjs";
import { start_mcp_peer } from "./peers.mjs";
import { each_has_a_job, k_answering, undone } from "./purchases.mjs";
import { paired_ratio, summary } from "./rounds.mjs";

const k_tool = "verify_basic";
const [k_era] = k_eras; // what the SDK speaks
const k_sales_per_second = 2_000; // more than either way manages, as purchases have it
const k_warm_ups = 1;

// `plan` as measure_purchases has it; `interleaved` as run.mjs has it.
export async function measure_agents(report, plan, interleaved) {
    const overrides = { http: { ...plan.world.overrides.http, poll_wait_max: "1s" } };
    const stack = await start_stack({
        ...plan.world,
        overrides: { ...plan.world.overrides, ...overrides },
        program_dir: plan.held.program_dir,
    });
    plan.held.hold(); // so that sales alone are measured
    try {
        await measure_messages(report, plan, stack, interleaved);
        await measure_sales(report, plan, stack);
    } finally {
        // The analyses under way would be waited for.
        await stack.kill();
        plan.held.release();
    }
}

async function measure_messages(report, { directory, path, body }, stack, interleaved) {
    const messages = {
        "tools/list": message_of("tools/list", {}, { era: k_era }),
        "unpaid tools/call": message_of("tools/call", call_of(body), { era: k_era }),
    };
    const url = `${stack.base_url}/mcp`;
    const scripts = Object.entries(messages).map(([name, message]) =>
        [name, write_script(directory, name.replace("/", "_"), { method: "POST", ...message })]);
    const headers = { "content-type": "application/json" };
    const order = write_script(directory, "v2_order", { method: "POST", headers, body });
    const of_scripts = (who, target) =>
        scripts.map(([name, script]) => [`${who} ${name}`, { ...target, script }]);
    const ours = { roots: [stack.pid], programs: k_answering };
    const targets = [
        ["our v2 402, beside /mcp", { ...ours, url: stack.base_url + path, script: order }],
        ...of_scripts("our", { ...ours, url }),
    ];
    const missing = await mcp_clients.find(({ name }) => name === "mcp sdk").install();
    const peer = missing ? undefined : await peer_of(directory, url, messages);
    if (missing) report.note(`the SDK of MCP is skipped: ${missing}`);
    else targets.push(...of_scripts("SDK", peer));
    const rows = await interleaved(Object.fromEntries(targets));
    await peer?.stop();
    report.rows(rows);
    for (const name of Object.keys(messages)) {
        const own = rows[`our ${name}`];
        const ratio = (other) => paired_ratio(own, rows[other]);
        report.gate(`${name} / v2 402`, ratio("our v2 402, beside /mcp"), ">=", 0.8, "x");
        if (!missing) report.gate(`${name} / the MCP SDK`, ratio(`SDK ${name}`), ">=", 2, "x");
    }
}

const call_of = (body) => ({ name: k_tool, arguments: JSON.parse(body) });

// The SDK's server with our tools and terms, which answers each message as we do.
async function peer_of(directory, url, messages) {
    const told = async (at, { headers, body }) =>
        (await request("POST", at, { headers, body })).json.result;
    const { tools } = await told(url, messages["tools/list"]);
    const result = await told(url, messages["unpaid tools/call"]);
    const file = join(directory, "mcp_peer.json");
    writeFileSync(file, JSON.stringify({ tools, result }));
    const peer = await start_mcp_peer(file);
    assert.deepEqual((await told(peer.url, messages["tools/list"])).tools, tools);
    assert.deepEqual(await told(peer.url, messages["unpaid tools/call"]), result);
    return peer;
}

// No analysis runs meanwhile, and of a client two calls wait for theirs: a second each, whatever the door.
async function measure_sales(report, { directory, path, body, rounds, seconds }, stack) {
    const url = stack.base_url + path;
    const order = { url, body, count: Math.ceil(seconds * k_sales_per_second) };
    const message = message_of("tools/call", call_of(body), { era: k_era });
    const ways = {
        "sale by HTTP": () => write_purchases(directory, "by_http", {
            ...order, headers: { prefer: "wait=25" },
        }),
        "sale by /mcp": () => write_calls(directory, "by_mcp", { ...order, message }),
    };
    const targets = { "sale by HTTP": url, "sale by /mcp": `${stack.base_url}/mcp` };
    const samples = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
    for (let round = -k_warm_ups; round < rounds; ++round) {
        const names = round % 2 ? Object.keys(ways).reverse() : Object.keys(ways);
        for (const name of names) {
            const target = { roots: [stack.pid], programs: k_answering, url: targets[name] };
            const script = await ways[name]();
            const waiting = await undone(stack.base_url);
            const sold = await load_granted({ ...target, script }, seconds);
            await each_has_a_job(stack, sold, waiting);
            if (round >= 0) samples[name].push(sold);
        }
    }
    const rows = Object.fromEntries(Object.entries(samples).map(([name, all]) => [name, summary(all)]));
    report.rows(rows);
    const ratio = paired_ratio(rows["sale by /mcp"], rows["sale by HTTP"]);
    report.gate("sales by /mcp / by HTTP", ratio, ">=", 0.8, "x");
}
