// What an agent reads has to fit into its context: how little it takes to buy, and that all of it
// comes compressed.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { post, request } from "../lib/http.mjs";
import { await_job } from "../lib/purchase.mjs";
import { k_sourced } from "../lib/samples.mjs";
import { conforms } from "../lib/schema.mjs";

const k_may_read_bytes = 20_000;
const k_worth_compressing = 1024;
const k_is_compressed_itself = [".png"];

export default function (test) {
    test("llms.txt, one 402 and one schema are enough to buy a text's review with sources", async (world) => {
        const reading = reader();
        const llms = await reading.get(new URL("/llms.txt", world.stack.base_url));
        const [, url, members, schema_url] = llms.match(
            /^- \[verify_standard\]\((\S+)\): POST (.*) \(\[schema\]\((\S+)\)\)$/m,
        );
        assert.match(members, /`payload`.*`sources`/);
        const price = llms.match(/^- verify_standard: .*\(amount (\d+)\)/m)[1];

        const schema = JSON.parse(await reading.get(schema_url));
        conforms(schema, schema, k_sourced);
        assert.throws(() => conforms(schema, schema, { payload: 7 }));
        assert.throws(() => conforms(schema, schema, { sources: [] }));

        const unpaid = await reading.ask(() => post(url, k_sourced));
        assert.equal(unpaid.status, 402, unpaid.text);
        assert.equal(unpaid.json.would_fail, undefined);
        assert.equal(unpaid.json.accepts[0].amount, price);
        assert.ok(reading.bytes() < k_may_read_bytes, `${reading.bytes()} bytes`);

        const cap = llms.match(/maxAmountPerPayment: "(\$\d+)"/)[1];
        const buyer = await world.buyer({ cap });
        const [paid, spent] = await world.money_moved(buyer.address, () =>
            buyer.fetch(url, {
                method: "POST",
                headers: { "content-type": "application/json", prefer: "wait=25" },
                body: JSON.stringify(k_sourced),
            }),
        );
        const answer = await paid.json();
        assert.ok([200, 202].includes(paid.status), JSON.stringify(answer));
        assert.equal(String(spent), price);
        const { json } = await await_job(world.stack.base_url, answer.job_id);
        assert.equal(json.status, "complete");
        assert.equal(json.artifact.sources.length, k_sourced.sources.length);
    });

    test("every document of any type comes compressed when asked, and is the same", async (world) => {
        const folder = join(world.stack.run_dir, "www");
        const types = new Set();
        for (const path of served_paths(folder)) {
            const url = new URL(path, world.stack.base_url);
            const plain = await request("GET", url);
            assert.equal(plain.status, 200, path);
            assert.equal(plain.headers["content-encoding"], undefined, path);
            if (plain.bytes.length <= k_worth_compressing) continue;
            const packed = await request("GET", url, { headers: { "accept-encoding": "gzip" } });
            if (k_is_compressed_itself.some((end) => path.endsWith(end))) {
                assert.equal(packed.headers["content-encoding"], undefined, path);
                continue;
            }
            types.add(plain.headers["content-type"]);
            assert.equal(packed.headers["content-encoding"], "gzip", path);
            assert.equal(packed.headers["content-type"], plain.headers["content-type"], path);
            assert.match(packed.headers.vary, /accept-encoding/i, path);
            assert.ok(gunzipSync(packed.bytes).equals(plain.bytes), path);
        }
        for (const type of [
            "application/json",
            "text/html; charset=utf-8",
            "text/plain; charset=utf-8",
            "text/css; charset=utf-8",
            "text/javascript; charset=utf-8",
        ])
            assert.ok(types.has(type), `${type} is not among ${[...types]}`);
    });

    test("each schema that openapi.json names is there, as other documents are", async (world) => {
        const { text } = await request("GET", new URL("/openapi.json", world.stack.base_url));
        const named = new Set(text.match(/https?:[^"]*\/schemas\/[^"]*/g));
        assert.ok(named.size >= 5, [...named].join());
        for (const url of named) {
            const schema = await request("GET", url);
            assert.equal(schema.status, 200, url);
            assert.equal(schema.json.$id, url);
            assert.equal(schema.headers["cache-control"], "public, max-age=60");
            assert.equal(schema.headers["access-control-allow-origin"], "*");
            assert.match(schema.headers["content-type"], /^application\/json/);
            const { etag } = schema.headers;
            const again = await request("GET", url, { headers: { "if-none-match": etag } });
            assert.equal(again.status, 304, url);
        }
        const nothing = await request("GET", new URL("/schemas/Nothing.json", world.stack.base_url));
        assert.equal(nothing.status, 404);
    });
}

// Fetches, and counts what an agent has to read of it: body and header of the terms.
function reader() {
    let bytes = 0;
    const ask = async (send) => {
        const answer = await send();
        bytes += answer.bytes.length + (answer.headers["payment-required"]?.length ?? 0);
        return answer;
    };
    const get = async (url) => {
        const answer = await ask(() => request("GET", url));
        assert.equal(answer.status, 200, `${url}`);
        return answer.text;
    };
    return { ask, get, bytes: () => bytes };
}

// Where the files of the document root are served, but for those that have an address of their own.
function served_paths(folder) {
    const k_own_address = {
        "index.json": "/",
        "x402.json": "/.well-known/x402.json",
        "api-catalog": "/.well-known/api-catalog",
        "ai-catalog": "/.well-known/ai-catalog.json",
        "mcp-catalog": "/.well-known/mcp/catalog.json",
        "server-card": "/mcp/server-card",
    };
    return readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== "routes.digest")
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
        .map((name) => k_own_address[name] ?? `/${name}`)
        .map((path) => (path.endsWith(".html") ? page_of(path) : path));
}

const page_of = (path) => {
    const name = path.slice(1, -".html".length);
    return ["ui", "docs", "accuracy"].includes(name) ? `/${name}` : `/ui/${name}`;
};
