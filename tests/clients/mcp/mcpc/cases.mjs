// A command line that signs before it calls, by the price hint of a tool, and keeps its signature for
// the next call as well: each purchase after the first begins with a payment that is used.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { delivered } from "../../../e2e/lib/mcp.mjs";
import { scratch } from "../../../e2e/lib/paths.mjs";
import { eventually } from "../../../e2e/lib/process.mjs";
import { fresh_key } from "../../fresh_key.mjs";
import { run_program } from "../../program.mjs";
import { bought_elsewhere, lists_all_tools } from "../paying.mjs";

const program = fileURLToPath(new URL("node_modules/@apify/mcpc/bin/mcpc", import.meta.url));
const k_session = "@assay";
const k_connect_ms = 90_000;

// `use(run, address)` with a session: run(...args) gives what the program prints, as JSON.
async function in_session(world, use) {
    const home = mkdtempSync(join(scratch, "mcpc-"));
    const env = { HOME: home, MCPC_HOME_DIR: join(home, ".mcpc") };
    const tell = (...args) => run_program(program, ["--json", ...args], { env });
    const run = async (...args) => {
        const { code, stdout, stderr } = await tell(...args);
        assert.ok(stdout, `${args.join(" ")}: ${code} ${stderr}`);
        return JSON.parse(stdout);
    };
    const key = fresh_key();
    const { address } = await world.buyer({ key });
    assert.equal((await tell("x402", "import", key)).code, 0);
    try {
        // On a busy machine its own process may begin later than it waits.
        await eventually("a session", async () => {
            const url = `${world.stack.base_url}/mcp`;
            return (await tell("connect", url, k_session, "--x402")).code === 0;
        }, { timeout_ms: k_connect_ms });
        await use(run, address);
    } finally {
        await tell("close", k_session);
        rmSync(home, { recursive: true, force: true });
    }
}

const call_of = (name, args) => [k_session, "tools-call", name, JSON.stringify(args)];

export default {
    "lists all tools": (world) => in_session(world, async (run) => {
        lists_all_tools(world, await run(k_session, "tools-list"));
    }),
    "buys three times in one session, with one tool": (world) =>
        in_session(world, async (run, address) => {
            const jobs = new Set();
            for (let transfers = 1; transfers <= 3; ++transfers) {
                const args = { payload: `${transfers} + ${transfers} = 5` };
                const bought = await run(...call_of("verify_basic", args));
                await delivered(world, address, "verify_basic", bought, { transfers });
                jobs.add(bought.structuredContent.job_id);
            }
            assert.equal(jobs.size, 3);
        }),
    "buys every product in one session": (world) => in_session(world, async (run, address) => {
        for (const [i, { product, sample }] of world.routes.entries()) {
            const bought = await run(...call_of(product, sample));
            await delivered(world, address, product, bought, { transfers: i + 1 });
        }
    }),
    "reads what was bought elsewhere": (world) => in_session(world, async (run) => {
        const told = await bought_elsewhere(world);
        const read = await run(...call_of("get_result", { job_id: told.job_id }));
        assert.deepEqual(read.structuredContent, told);
    }),
};
