// What the clients of MCP do here alike: they read what is sold, and pay by results of tools.
import assert from "node:assert/strict";
import { call_tool, delivered, once_over, tool_payer } from "../../e2e/lib/mcp.mjs";

// Calls a tool as a payer does that follows the specification of x402 over MCP: it calls, signs the
// terms that it is told, and calls again with the payment. `client` is one of the SDKs', `payer` the
// x402Client of a wallet.
export async function call_paying(client, payer, name, args) {
    const called = await client.callTool({ name, arguments: args });
    const terms = called.structuredContent;
    if (!called.isError || !Array.isArray(terms?.accepts)) return called;
    const payment = await payer.createPaymentPayload(terms);
    const paid = { name, arguments: args, _meta: { "x402/payment": payment } };
    return once_over(async () => {
        const result = await client.callTool(paid);
        return { ...result, told: result.structuredContent };
    });
}

// Checks what a client lists: every product and the free tool, each with its price.
export function lists_all_tools(world, tools) {
    const names = tools.map(({ name }) => name).sort();
    const products = world.routes.map(({ product }) => product);
    assert.deepEqual(names, [...products, "get_result"].sort());
    for (const { description } of tools) assert.match(description, /USDC|[Ff]ree/);
}

export function told_the_terms({ isError, structuredContent, content }) {
    assert.equal(isError, true);
    assert.equal(structuredContent.x402Version, 2);
    assert.deepEqual(JSON.parse(content[0].text), structuredContent);
}

// Buys over MCP by hand, and returns the envelope of the job.
export async function bought_elsewhere(world) {
    const { product, sample } = world.route;
    const { payment } = await tool_payer(world, product, sample);
    const { base_url } = world.stack;
    const { told } = await once_over(() => call_tool(base_url, product, sample, { payment }));
    assert.equal(told.status, "complete");
    return told;
}

// The cases of an SDK. `connect(url)` gives its client, connected.
export const sdk_cases = (connect) => ({
    "connects, lists and reads": (world) => connected(world, connect, async (client) => {
        assert.equal(client.getServerVersion().name, "assay");
        assert.match(client.getInstructions(), /x402\/payment/);
        lists_all_tools(world, (await client.listTools()).tools);
        const { resources } = await client.listResources();
        for (const { uri } of resources) {
            const { contents } = await client.readResource({ uri });
            assert.ok(JSON.parse(contents[0].text), uri);
        }
        assert.deepEqual((await client.listResourceTemplates()).resourceTemplates, []);
        const { prompts } = await client.listPrompts();
        const args = { draft: "2 + 2 = 5", summary: "2 + 2 = 5", sources: "2 + 2 = 4" };
        for (const { name, arguments: wanted } of prompts) {
            const given = Object.fromEntries(wanted.map((each) => [each.name, args[each.name]]));
            const { messages } = await client.getPrompt({ name, arguments: given });
            assert.ok(messages[0].content.text.includes("2 + 2 = 5"));
        }
    }),
    "an unpaid call of each tool is told the terms": (world) =>
        connected(world, connect, async (client) => {
            await client.listTools();
            for (const { product, sample } of world.routes)
                told_the_terms(await client.callTool({ name: product, arguments: sample }));
        }),
    "buys every product by a payer of its own": (world) =>
        connected(world, connect, async (client) => {
            await client.listTools();
            for (const { product, sample } of world.routes) {
                const { client: payer, address } = await world.buyer();
                const result = await call_paying(client, payer, product, sample);
                await delivered(world, address, product, result);
            }
        }),
    "a refused argument and a garbage payment are results, too": (world) =>
        connected(world, connect, async (client) => {
            await client.listTools();
            const { product: name, sample } = world.route;
            const unpaid = await client.callTool({ name, arguments: { payload: 7 } });
            assert.ok(unpaid.structuredContent.would_fail.length > 0);
            const _meta = { "x402/payment": "bm90IGpzb24=" };
            const refused = await client.callTool({ name, arguments: sample, _meta });
            assert.equal(refused.isError, true);
            assert.equal(refused.structuredContent.charged, false);
        }),
    "reads what was bought elsewhere": (world) => connected(world, connect, async (client) => {
        await client.listTools();
        const told = await bought_elsewhere(world);
        const { job_id } = told;
        const read = await client.callTool({ name: "get_result", arguments: { job_id } });
        assert.deepEqual(read.structuredContent, told);
    }),
});

async function connected(world, connect, use) {
    const client = await connect(new URL("/mcp", world.stack.base_url));
    try {
        await use(client);
    } finally {
        await client.close();
    }
}
