// A server made of the first SDK of the Model Context Protocol: node mcp_peer.mjs FILE, a JSON object with
// `tools`, which it lists, and `result`, to which every call comes. Prints "READY port". It keeps no
// sessions and answers by JSON, as we do, with what is quickest of the SDK: its plain Server.
import { readFileSync } from "node:fs";
import http from "node:http";
import { sdk } from "./lib/peers.mjs";

const { Server } = sdk("@modelcontextprotocol/sdk/server/index.js");
const { StreamableHTTPServerTransport } = sdk("@modelcontextprotocol/sdk/server/streamableHttp.js");
const { CallToolRequestSchema, ListToolsRequestSchema } = sdk("@modelcontextprotocol/sdk/types.js");

const { tools, result } = JSON.parse(readFileSync(process.argv[2], "utf8"));

// Without sessions, the SDK wants a server and a transport of its own for each request.
const listening = http.createServer(async (request, response) => {
    const server = new Server({ name: "peer", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
    server.setRequestHandler(CallToolRequestSchema, () => result);
    const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: undefined,
        enableJsonResponse: true,
    });
    response.on("close", () => server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response);
});
listening.listen(0, "127.0.0.1", () => console.log(`READY ${listening.address().port}`));
