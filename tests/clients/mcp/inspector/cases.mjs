// The inspector's command line, strict about schemas, in each era.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { encode_header } from "../../../e2e/lib/buyer.mjs";
import { delivered, tool_payer } from "../../../e2e/lib/mcp.mjs";
import { run_program } from "../../program.mjs";
import { bought_elsewhere, lists_all_tools, told_the_terms } from "../paying.mjs";

const program = fileURLToPath(new URL(
    "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
    import.meta.url,
));
const k_is_error = 5; // its exit status

async function inspect(world, era, args, wanted = 0) {
    const { code, stdout, stderr } = await run_program(program, [
        "--cli", `${world.stack.base_url}/mcp`, "--transport", "http", "--protocol-era", era,
        "--format", "json", "--quiet", ...args,
    ]);
    assert.equal(code, wanted, `${args[1]}: ${stdout}\n${stderr}`);
    return JSON.parse(stdout).result ?? JSON.parse(stdout);
}

const call_of = (name, args) => [
    "--method", "tools/call", "--tool-name", name, "--tool-args-json", JSON.stringify(args),
];

const cases_of = (era) => ({
    "finds nothing wrong with the schemas": async (world) => {
        const { tools } = await inspect(world, era, ["--method", "tools/list", "--strict"]);
        lists_all_tools(world, tools);
    },
    "an unpaid call shows the terms": async (world) => {
        const { product, sample } = world.route;
        told_the_terms(await inspect(world, era, call_of(product, sample), k_is_error));
    },
    "buys with a payment among its metadata": async (world) => {
        const { product, sample } = world.route;
        const { buyer, payment } = await tool_payer(world, product, sample);
        const metadata = ["--tool-metadata", `x402/payment=${encode_header(payment)}`];
        const bought = await inspect(world, era, [...call_of(product, sample), ...metadata]);
        await delivered(world, buyer.address, product, bought);
    },
    "reads what was bought elsewhere": async (world) => {
        const told = await bought_elsewhere(world);
        const read = await inspect(world, era, call_of("get_result", { job_id: told.job_id }));
        assert.deepEqual(read.structuredContent, told);
    },
});

export default Object.fromEntries(["legacy", "auto", "modern"].flatMap((era) =>
    Object.entries(cases_of(era)).map(([name, run]) => [`${era}: ${name}`, run])));
