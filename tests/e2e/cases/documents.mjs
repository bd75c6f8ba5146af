// What the service says about itself is what it does: every document against the 402 that the route
// really answers, and against the published schemas and validators.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
    parsePaymentRequired,
    PaymentRequiredV2Schema,
    PaymentRequirementsV2Schema,
} from "@x402/core/schemas";
import { validateDiscoveryExtension } from "@x402/extensions/bazaar";
import { request } from "../lib/http.mjs";
import { e2e_dir, scratch } from "../lib/paths.mjs";
import { eventually } from "../lib/process.mjs";

const k_pages = [
    "/",
    "/ui",
    "/llms.txt",
    "/openapi.json",
    "/.well-known/x402",
    "/.well-known/x402.json",
];
const k_types = {
    "/": "application/json",
    "/ui": "text/html",
    "/llms.txt": "text/plain",
    "/openapi.json": "application/json",
    "/.well-known/x402": "application/json",
    "/.well-known/x402.json": "application/json",
};
const k_price_discovery = ["/v1/forensics", "/v1/synthesize", "/v1/verify", "/v2/forensics"];
const k_header_limit = 3_000;
const k_made_for_tests = "verify_basic_twin"; // no program that is sold has this row

export default function (test) {
    const path_of = (endpoint) => new URL(endpoint.resource).pathname;
    const on_v1 = (world) => world.endpoints.filter((each) => each.metadata.rail === "v1");
    const get = (world, path, headers = {}) =>
        request("GET", new URL(path, world.stack.base_url), { headers });

    test("the manifest lists what its routes answer to an empty POST", async (world) => {
        assert.ok(world.endpoints.length > 0);
        for (const endpoint of world.endpoints) {
            const unpaid = await request("POST", endpoint.resource);
            assert.equal(unpaid.status, 402, `${endpoint.resource}: ${unpaid.text}`);
            const terms = unpaid.json;
            const own = terms.accepts
                .filter((each) => terms.accepts.length === 1 || each.product === endpoint.product)
                .map(({ product, ...rest }) => rest);
            assert.deepEqual(own, endpoint.accepts, endpoint.resource);
            assert.equal(terms.resource.url, endpoint.resource);
            if (endpoint.metadata.rail === "v2") {
                assert.equal(terms.resource.description, endpoint.description);
            }
            assert.equal(Math.round(endpoint.price_usdc * 1e6), Number(endpoint.accepts[0].amount));
            assert.equal(endpoint.type, "http");
            assert.equal(endpoint.method, "POST");
            assert.equal(endpoint.x402Version, 2);
            assert.match(endpoint.metadata.category, /^(ai|security)$/);
            assert.equal(
                endpoint.settlement,
                endpoint.metadata.rail === "v2" ? "x402_facilitator" : "webhook",
            );
        }
    });

    test("both manifest paths serve the same bytes, with the terms' chain and payTo", async (world) => {
        const [plain, with_suffix] = [
            await get(world, "/.well-known/x402"),
            await get(world, "/.well-known/x402.json"),
        ];
        assert.ok(plain.bytes.equals(with_suffix.bytes));
        const { x402Version, provider, payment, settlement, endpoints, provenance } = plain.json;
        const { items, lastUpdated } = plain.json;
        assert.deepEqual(
            items.map(({ resource, accepts }) => [resource.url, accepts]),
            world.routes.map(({ url, accepts }) => [url, accepts]),
        );
        assert.ok(Number.isInteger(lastUpdated) && lastUpdated <= Date.now() / 1_000);
        assert.equal(x402Version, 2);
        for (const key of ["name", "identity", "url", "docs", "catalog"])
            assert.ok(key in provider, key);
        for (const {
            accepts: [terms],
        } of endpoints) {
            assert.equal(terms.network, payment.network);
            assert.equal(terms.asset, payment.asset);
            assert.equal(terms.payTo, payment.payTo);
        }
        assert.equal(payment.network, `eip155:${payment.chain_id}`);
        assert.equal(payment.asset_symbol, "USDC");
        assert.ok(settlement.modes.includes("x402_facilitator"));
        assert.deepEqual(
            new Set(settlement.modes),
            new Set(endpoints.map((each) => each.settlement)),
        );
        assert.equal(provenance.mode, "onchain_anchor");
    });

    test("402 and manifest pass the schemas of @x402/core, header and body alike", async (world) => {
        for (const route of world.routes) {
            const unpaid = await request("POST", route.url);
            for (const terms of [unpaid.required, unpaid.json]) {
                assert.equal(parsePaymentRequired(terms).success, true, JSON.stringify(terms));
                PaymentRequiredV2Schema.parse(terms);
            }
            const header = unpaid.headers["payment-required"];
            assert.match(header, /^[A-Za-z0-9+/]+={0,2}$/);
            assert.equal(header.length % 4, 0);
            assert.ok(header.length < k_header_limit, `${header.length} bytes`);
            assert.ok(unpaid.required.resource.description.length <= 500);
            assert.match(unpaid.required.resource.description, /^[\x20-\x7e]+$/);
        }
        for (const { accepts } of world.endpoints) {
            for (const terms of accepts) PaymentRequirementsV2Schema.parse(terms);
        }
    });

    test("the bazaar extension is valid and its example would be sold", async (world) => {
        for (const route of world.routes) {
            const { required } = await request("POST", route.url);
            const { bazaar } = required.extensions;
            const verdict = validateDiscoveryExtension(bazaar);
            assert.equal(verdict.valid, true, JSON.stringify(verdict));
            assert.equal(bazaar.info.input.method, "POST");
            if (route.product !== k_made_for_tests) {
                const sample = await request("GET", bazaar.info.output.sample);
                assert.equal(sample.status, 200);
                assert.ok(sample.json.verdict);
            }
            const probe = await request("POST", route.url, {
                headers: { "content-type": "application/json" },
                body: JSON.stringify(bazaar.info.input.body),
            });
            assert.equal(probe.status, 402);
            assert.equal(probe.json.would_fail, undefined, JSON.stringify(probe.json.would_fail));
        }
    });

    test("the catalog has the manifest's products, prices and service levels", async (world) => {
        const { json } = await get(world, "/");
        for (const key of [
            "entity",
            "identity",
            "description",
            "products",
            "limits",
            "payment",
            "provenance",
        ]) {
            assert.ok(key in json, key);
        }
        assert.equal(json.payment.wallet, world.routes[0].accepts[0].payTo);
        const { max_awaiting_per_ip, max_awaiting_per_ip_hour, awaiting_ttl_sec } = json.limits;
        assert.deepEqual(
            [max_awaiting_per_ip, max_awaiting_per_ip_hour, awaiting_ttl_sec],
            [5, 15, 900],
        );
        const variants = Object.values(json.products)
            .flatMap((family) => Object.values(family.tiers ?? family.types))
            .flatMap(({ product, rails, price_usdc, sla_sec }) =>
                rails.map((rail) => `${product} ${rail} ${price_usdc} ${sla_sec}`),
            )
            .sort();
        assert.deepEqual(
            variants,
            world.endpoints
                .map(
                    ({ product, price_usdc, metadata: { rail, sla_sec } }) =>
                        `${product} ${rail} ${price_usdc} ${sla_sec}`,
                )
                .sort(),
        );
        for (const family of Object.values(json.products)) {
            const urls = Object.values(family.rails).flatMap(({ endpoints }) => endpoints);
            for (const url of urls) {
                assert.ok(world.endpoints.some((each) => each.resource === url), url);
            }
        }
    });

    test("openapi.json has each route with its price and no other", async (world) => {
        const { json } = await get(world, "/openapi.json");
        assert.match(json.openapi, /^3\.1\./);
        for (const route of world.routes) {
            const operation = json.paths[route.path].post;
            assert.deepEqual(operation.security, []);
            const { price, protocols } = operation["x-payment-info"];
            assert.equal(price.currency, "USD");
            assert.equal(Number(price.amount), route.price_usdc);
            assert.ok(protocols.some((each) => "x402" in each));
            for (const status of ["202", "402", "422"]) {
                assert.ok(
                    status in operation.responses ||
                        (status === "202" && "200" in operation.responses),
                    status,
                );
            }
        }
        for (const [path, operations] of Object.entries(json.paths)) {
            for (const method of Object.keys(operations).filter((key) =>
                /^(get|post)$/.test(key),
            )) {
                const url = new URL(
                    path.replace("{job_id}", "job_01aaaaaaaaaaaaaaaaaaaaaaaa"),
                    world.stack.base_url,
                );
                const answer = await request(method.toUpperCase(), url);
                assert.notEqual(answer.status, 405, `${method} ${path}`);
                if (answer.status === 404) {
                    assert.ok(
                        path.includes("{") || path.startsWith("/.well-known/"),
                        `${method} ${path} is 404`,
                    );
                }
            }
        }
    });

    test("llms.txt and the page name every route and its price", async (world) => {
        const [llms, page] = [(await get(world, "/llms.txt")).text, (await get(world, "/ui")).text];
        assert.match(llms, /^# \S/);
        for (const endpoint of world.endpoints) {
            for (const text of [llms, page]) {
                assert.ok(text.includes(endpoint.resource), endpoint.resource);
                const prices = [String(endpoint.price_usdc), endpoint.price_usdc.toFixed(2)];
                assert.ok(
                    prices.some((price) => text.includes(price)),
                    `${endpoint.product}: ${prices}`,
                );
            }
        }
    });

    test("price-discovery GETs show the terms of what is sold there", async (world) => {
        for (const path of k_price_discovery) {
            const sold = world.endpoints.filter((each) => path_of(each) === path);
            const answer = await get(world, path);
            if (sold.length === 0) {
                assert.ok([404, 405].includes(answer.status), `${path}: ${answer.status}`);
                continue;
            }
            assert.equal(answer.status, 200, answer.text);
            assert.equal(answer.json.accepts.length, sold.length);
            for (const {
                accepts: [terms],
            } of sold) {
                assert.ok(
                    answer.json.accepts.some((each) => each.amount === terms.amount),
                    path,
                );
            }
        }
    });

    test("documents are cached for a minute, by ETag, and readable from any origin", async (world) => {
        for (const path of k_pages) {
            const first = await get(world, path);
            assert.equal(first.status, 200, path);
            assert.ok(
                first.headers["content-type"].startsWith(k_types[path]),
                `${path}: ${first.headers["content-type"]}`,
            );
            assert.equal(first.headers["cache-control"], "public, max-age=60", path);
            assert.equal(first.headers["access-control-allow-origin"], "*", path);
            assert.ok(first.headers.etag, path);
            const again = await get(world, path, { "if-none-match": first.headers.etag });
            assert.equal(again.status, 304, path);
            assert.equal(again.bytes.length, 0, path);
        }
        assert.equal((await get(world, "/favicon.ico")).status, 200);
    });

    test("@agentcash/discovery has no warning", async (world) => {
        const discovery = (...args) => {
            const { status, text } = run_package("@agentcash/discovery/bin/discovery.js", [
                ...args,
                "--json",
            ]);
            assert.equal(status, 0, text);
            return JSON.parse(text);
        };
        const found = discovery("discover", world.stack.base_url);
        assert.equal(found.ok, true);
        assert.deepEqual(found.warnings, []);
        for (const route of world.routes) {
            const checked = discovery("check", route.url);
            assert.equal(checked.found, true);
            assert.deepEqual(checked.warnings, []);
        }
    });

    test("@redocly/cli accepts openapi.json", async (world) => {
        const file = join(scratch, "openapi.json");
        writeFileSync(file, (await get(world, "/openapi.json")).bytes);
        const { status, text } = run_package("@redocly/cli/bin/cli.js", [
            "lint",
            "--format=stylish",
            file,
        ]);
        assert.equal(status, 0, text);
    });

    test("/health is quick and says how the parts are", async (world) => {
        await eventually("the worker has seen the block", async () => {
            await world.chain.go_on(); // one that stood still for long is "halted"
            const { json } = await get(world, "/health");
            return json.checks.rpc === "ok";
        });
        const begin = Date.now();
        const { status, json } = await get(world, "/health");
        assert.ok(Date.now() - begin < 1_000);
        assert.equal(status, 200);
        assert.equal(json.status, "ok", JSON.stringify(json));
        assert.match(json.version, /^\d+\.\d+/);
        for (const key of ["db", "worker", "queue", "facilitator", "anchor"])
            assert.ok(key in json.checks, key);
        assert.ok(Array.isArray(json.alarms));
    });

    test("without a facilitator rail v2 is off and in no document", async (world) => {
        const stack = await world.open_stack({ facilitator: null });
        const at = (path) => new URL(path, stack.base_url);
        for (const route of world.routes) {
            const answer = await request("POST", at(route.path), {
                body: "{}",
                headers: { "content-type": "application/json" },
            });
            assert.equal(answer.status, 404, answer.text);
            assert.equal(answer.json.code, "rail_off");
            assert.deepEqual(answer.json.sold.sort(), [...new Set(on_v1(world).map(path_of))].sort());
            for (const path of k_pages) {
                assert.ok(!(await request("GET", at(path))).text.includes(route.path), path);
            }
        }
        for (const endpoint of on_v1(world)) {
            for (const path of k_pages) {
                const { text } = await request("GET", at(path));
                assert.ok(text.includes(path_of(endpoint)), path);
            }
        }
        assert.equal(await stack.stop(), true);
    });
}

// Runs a program of a package; none of them may talk to anybody but us.
function run_package(script, args) {
    const run = spawnSync(process.execPath, [join(e2e_dir, "node_modules", script), ...args], {
        encoding: "utf8",
        cwd: scratch,
        timeout: 60_000,
        env: {
            ...process.env,
            REDOCLY_TELEMETRY: "off",
            REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
            CI: "true",
        },
    });
    return { status: run.status, text: run.stdout + run.stderr };
}
