// The adapters of LangChain, which give an agent tools and do not pay: a result that is an error is
// thrown, with its text as the message.
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import assert from "node:assert/strict";
import { bought_elsewhere, lists_all_tools } from "../paying.mjs";

async function with_tools(world, use) {
    const url = `${world.stack.base_url}/mcp`;
    const client = new MultiServerMCPClient({ mcpServers: { assay: { transport: "http", url } } });
    try {
        const tools = await client.getTools();
        await use(Object.fromEntries(tools.map((each) => [each.name, each])), tools);
    } finally {
        await client.close();
    }
}

// Where a schema admits several types, the adapters keep the object alone: a source may be no bare text.
const told_here = ({ sources, ...sample }) => ({
    ...sample,
    ...(sources && {
        sources: sources.map((each) => (typeof each === "string" ? { text: each } : each)),
    }),
});

export default {
    "lists all tools": (world) => with_tools(world, async (_by_name, tools) => {
        lists_all_tools(world, tools);
    }),
    "an unpaid call of each tool throws the terms": (world) => with_tools(world, async (tools) => {
        for (const { product, sample, price } of world.routes) {
            await assert.rejects(tools[product].invoke(told_here(sample)), (error) => {
                const terms = JSON.parse(error.message.slice(error.message.indexOf('{"')));
                assert.equal(terms.accepts[0].amount, String(price));
                return true;
            });
        }
    }),
    "reads what was bought elsewhere": (world) => with_tools(world, async (tools) => {
        const told = await bought_elsewhere(world);
        const read = await tools.get_result.invoke({ job_id: told.job_id });
        assert.ok(JSON.stringify(read).includes(told.result_hash));
    }),
};
