// What nginx alone says of MCP: which requests it lets through to the pool of agents, and the
// documents by which clients find it.
import assert from "node:assert/strict";
import { renameSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { problem } from "../lib/checks.mjs";
import { request } from "../lib/http.mjs";
import { await_job, once_settled, payer } from "../lib/purchase.mjs";

const k_body_max_bytes = (6 * 1024 + 64) * 1024;

export default function (test) {
    const at = (world, path = "/mcp") => new URL(path, world.stack.base_url);
    const json = { "content-type": "application/json" };
    const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

    test("MCP is only spoken by POST: no stream, no session", async (world) => {
        for (const method of ["GET", "HEAD", "PUT", "DELETE", "PATCH"]) {
            const headers = { accept: "text/event-stream", "mcp-session-id": "x" };
            const answer = await request(method, at(world), { headers });
            if (method !== "HEAD") problem(answer, 405, "method_not_allowed", false);
            assert.equal(answer.status, 405, method);
            assert.equal(answer.headers.allow, "POST, OPTIONS", method);
        }
        const other = await request("POST", at(world, "/llms.txt"));
        assert.equal(other.headers.allow, "GET, HEAD, OPTIONS");
    });

    test("a page in a browser may send what MCP asks for", async (world) => {
        const answer = await request("OPTIONS", at(world), {
            headers: {
                origin: "https://agent.example",
                "access-control-request-method": "POST",
                "access-control-request-headers": "content-type,mcp-param-x",
            },
        });
        assert.equal(answer.status, 204, answer.text);
        assert.equal(answer.headers["access-control-allow-origin"], "*");
        assert.match(answer.headers["access-control-allow-methods"], /\bPOST\b/);
        const allowed = answer.headers["access-control-allow-headers"].split(", ");
        for (const name of [
            "content-type",
            "payment-signature",
            "mcp-protocol-version",
            "mcp-method",
            "mcp-name",
            "content-type,mcp-param-x",
        ])
            assert.ok(allowed.includes(name), `${name}: ${allowed}`);
    });

    test("the largest body is let through, one byte more is not", async (world) => {
        const send = (size) =>
            request("POST", at(world), { headers: json, body: ping.padEnd(size) });
        assert.notEqual((await send(k_body_max_bytes)).status, 413);
        problem(await send(k_body_max_bytes + 1), 413, "body_too_large", false);
    });

    test("an answer has the request's own name", async (world) => {
        const name = "agent-7.of_42";
        const answer = await request("POST", at(world), {
            headers: { ...json, "x-request-id": name },
            body: ping,
        });
        assert.equal(answer.headers["x-request-id"], name);
    });

    test("clients find the tools: by the catalog, the card, its older place, and a link", async (world) => {
        const get = (path) => request("GET", at(world, path));
        const url = (path) => at(world, path).href;
        for (const [path, version, type] of [
            ["/.well-known/mcp/catalog.json", "draft", /^application\/json/],
            ["/.well-known/ai-catalog.json", "1.0", /^application\/ai-catalog\+json/],
        ]) {
            const answer = await get(path);
            assert.equal(answer.status, 200, path);
            assert.match(answer.headers["content-type"], type);
            assert.equal(answer.json.specVersion, version);
            const [entry] = answer.json.entries;
            assert.equal(entry.url, url("/mcp/server-card"));
            assert.equal(entry.type, "application/mcp-server-card+json");
            assert.match(entry.identifier, /^urn:air:127\.0\.0\.1:(mcp:)?assay$/);
        }
        const [card, older] = [await get("/mcp/server-card"), await get("/.well-known/mcp/server-card.json")];
        assert.ok(card.bytes.equals(older.bytes));
        for (const { status, headers } of [card, older]) {
            assert.equal(status, 200);
            assert.match(headers["content-type"], /^application\/mcp-server-card\+json/);
            assert.equal(headers["access-control-allow-origin"], "*");
            assert.match(headers["access-control-expose-headers"], /\bETag\b/);
            assert.match(headers["cache-control"], /public, max-age=/);
        }
        const again = await request("GET", at(world, "/mcp/server-card"), {
            headers: { "if-none-match": card.headers.etag },
        });
        assert.equal(again.status, 304);
        const { name, description, title, remotes } = card.json;
        assert.match(name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
        assert.ok(description.length <= 100 && title.length <= 100);
        assert.deepEqual([remotes[0].type, remotes[0].url], ["streamable-http", url("/mcp")]);
        const root = await request("HEAD", at(world, "/"));
        assert.match(root.headers.link, /<\/mcp\/server-card>; rel=service-desc/);
        const { linkset } = (await get("/.well-known/api-catalog")).json;
        assert.ok(linkset[0]["service-desc"].some(({ href }) => href === url("/mcp/server-card")));
        const llms = await get("/llms.txt");
        assert.ok(llms.text.includes(url("/mcp")));
        assert.equal((await get("/.well-known/oauth-protected-resource")).status, 404, "no login");
    });

    test("the agents' pool sells as the one does that it stands in for here", async (world) => {
        const { stack } = world;
        const [slow, agents] = ["slow", "agents"].map((pool) => join(stack.run_dir, "run", `${pool}.sock`));
        renameSync(slow, `${slow}.away`);
        symlinkSync(agents, slow);
        try {
            const { send } = await payer(world, stack);
            const sold = await once_settled(send);
            assert.equal(sold.status, 202, sold.text);
            assert.equal((await await_job(stack.base_url, sold.json.job_id)).json.status, "complete");
        } finally {
            unlinkSync(slow);
            renameSync(`${slow}.away`, slow);
        }
    });

    test("where the agents' pool is away, a payment may have been made, and HTTP sells on", async (world) => {
        const { stack, route } = world;
        const socket = join(stack.run_dir, "run", "agents.sock");
        renameSync(socket, `${socket}.away`);
        try {
            const answer = await request("POST", at(world), { headers: json, body: ping });
            problem(answer, 502, "bad_gateway", null);
            assert.equal((await request("POST", route.url)).status, 402);
        } finally {
            renameSync(`${socket}.away`, socket);
        }
        const answer = await request("POST", at(world), { headers: json, body: ping });
        assert.notEqual(answer.status, 502);
    });
}
