// The second SDK, in each way that it may negotiate the revision.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";
import { sdk_cases } from "../paying.mjs";

const k_ways = [
    ["legacy", {}, "legacy"],
    ["auto", { versionNegotiation: { mode: "auto" } }, "modern"],
    ["pinned", { versionNegotiation: { mode: { pin: "2026-07-28" } } }, "modern"],
];

export default Object.fromEntries(k_ways.flatMap(([way, options, era]) => {
    const cases = sdk_cases(async (url) => {
        const client = new Client({ name: "assay-clients", version: "1" }, options);
        await client.connect(new StreamableHTTPClientTransport(url));
        assert.equal(client.getProtocolEra(), era);
        return client;
    });
    return Object.entries(cases).map(([name, run]) => [`${way}: ${name}`, run]);
}));
