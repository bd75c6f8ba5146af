// The paying client of Cloudflare's agents, around either SDK: it reads the terms from `_meta` alone
// and sends the payment as base64.
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport }
    from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { withX402Client } from "agents/x402";
import assert from "node:assert/strict";
import { delivered } from "../../../e2e/lib/mcp.mjs";
import { told_the_terms } from "../paying.mjs";

// @x402/core refuses to pay more, whatever `maxPaymentValue` says.
const k_wallet_cap = 1_000_000n;

const k_clients = {
    "the first SDK": [FirstClient, FirstTransport, {}],
    "the second SDK, 2026-07-28": [
        Client, StreamableHTTPClientTransport,
        { versionNegotiation: { mode: { pin: "2026-07-28" } } },
    ],
};

async function with_client([OwnClient, Transport, options], world, settings, use) {
    const client = new OwnClient({ name: "assay-clients", version: "1" }, options);
    await client.connect(new Transport(new URL("/mcp", world.stack.base_url)));
    try {
        const network = world.route.accepts[0].network;
        const paying = withX402Client(client, { network, ...settings });
        await paying.listTools();
        await use(paying);
    } finally {
        await client.close();
    }
}

const cases_of = (kind) => ({
    "buys what its wallet may pay, and is shown the terms of the rest": async (world) => {
        for (const { product, sample, price } of world.routes) {
            const { account, address } = await world.buyer();
            const settings = { account, maxPaymentValue: price };
            await with_client(kind, world, settings, async (client) => {
                const result = await client.callTool(null, { name: product, arguments: sample });
                if (price <= k_wallet_cap) return await delivered(world, address, product, result);
                told_the_terms(result);
                assert.equal((await world.chain.transfers({ from: address })).length, 0);
            });
        }
    },
    "buys nothing that its owner declines": async (world) => {
        const { account, address } = await world.buyer();
        const { product, sample, price } = world.route;
        const asked = [];
        const settings = { account, maxPaymentValue: price };
        await with_client(kind, world, settings, async (client) => {
            const decline = async (accepts) => void asked.push(accepts);
            const declined = await client.callTool(decline, { name: product, arguments: sample });
            assert.equal(declined.isError, true);
        });
        assert.equal(asked[0][0].amount, String(price));
        assert.equal((await world.chain.transfers({ from: address })).length, 0);
    },
});

export default Object.fromEntries(Object.entries(k_clients).flatMap(([name, kind]) =>
    Object.entries(cases_of(kind)).map(([what, run]) => [`around ${name}: ${what}`, run])));
