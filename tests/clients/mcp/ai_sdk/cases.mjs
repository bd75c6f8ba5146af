// The client of the AI SDK, which gives its model tools and does not pay. It asks for a stream before
// it begins.
import { createMCPClient } from "@ai-sdk/mcp";
import assert from "node:assert/strict";
import { bought_elsewhere, lists_all_tools, told_the_terms } from "../paying.mjs";

async function with_client(world, use) {
    const url = `${world.stack.base_url}/mcp`;
    const client = await createMCPClient({ transport: { type: "http", url } });
    try {
        await use(client, await client.tools());
    } finally {
        await client.close();
    }
}

const k_call = { toolCallId: "1", messages: [] };

export default {
    "lists all tools": (world) => with_client(world, async (client) => {
        lists_all_tools(world, (await client.listTools()).tools);
    }),
    "an unpaid call of each tool is told the terms": (world) =>
        with_client(world, async (_client, tools) => {
            for (const { product, sample } of world.routes)
                told_the_terms(await tools[product].execute(sample, k_call));
        }),
    "reads what was bought elsewhere": (world) => with_client(world, async (_client, tools) => {
        const told = await bought_elsewhere(world);
        const read = await tools.get_result.execute({ job_id: told.job_id }, k_call);
        assert.deepEqual(read.structuredContent, told);
    }),
};
