// The first SDK, which nearly all hosts have: it holds every result to the tool's outputSchema.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { sdk_cases } from "../paying.mjs";

export default sdk_cases(async (url) => {
    const client = new Client({ name: "assay-clients", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(url));
    return client;
});
