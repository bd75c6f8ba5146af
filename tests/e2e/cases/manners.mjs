// HTTP manners on every route: methods, preflights, unknown names, what Host may decide.
import assert from "node:assert/strict";
import { problem, validation_errors } from "../lib/checks.mjs";
import { request } from "../lib/http.mjs";

export default function (test) {
    test("other methods are 405 with Allow, HEAD included", async (world) => {
        const documents = await request("GET", new URL("/openapi.json", world.stack.base_url));
        for (const route of world.routes) {
            const is_priced = "get" in documents.json.paths[route.path];
            for (const method of ["GET", "HEAD", "PUT", "DELETE", "PATCH"]) {
                const answer = await request(method, route.url);
                if (is_priced && ["GET", "HEAD"].includes(method)) {
                    assert.equal(answer.status, 200); // the price, and nothing else
                    assert.equal(answer.headers["payment-required"], undefined);
                    continue;
                }
                assert.equal(answer.status, 405, `${method} ${route.path}: ${answer.text}`);
                assert.match(answer.headers.allow, /\bPOST\b/);
                if (method !== "HEAD") problem(answer, 405, "method_not_allowed", false);
            }
        }
        for (const path of ["/", "/health", "/v1/job/job_00000000000000000000000000"]) {
            const answer = await request("POST", new URL(path, world.stack.base_url), {
                body: "{}",
            });
            assert.equal(answer.status, 405, `POST ${path}: ${answer.text}`);
            assert.match(answer.headers.allow, /\bGET\b/);
        }
    });

    test("HEAD answers as GET without a body", async (world) => {
        for (const path of [
            "/",
            "/llms.txt",
            "/openapi.json",
            "/.well-known/x402",
            "/ui",
            "/health",
        ]) {
            const url = new URL(path, world.stack.base_url);
            const [get, head] = [await request("GET", url), await request("HEAD", url)];
            assert.equal(head.status, get.status, path);
            assert.equal(head.headers["content-type"], get.headers["content-type"], path);
            assert.equal(head.bytes.length, 0, path);
        }
    });

    test("OPTIONS is a preflight on every route", async (world) => {
        const paths = [
            ...world.routes.map((route) => route.path),
            "/",
            "/v1/job/job_00000000000000000000000000",
            "/.well-known/x402.json",
            "/openapi.json",
            "/health",
        ];
        for (const path of paths) {
            const answer = await request("OPTIONS", new URL(path, world.stack.base_url), {
                headers: {
                    origin: "https://agent.example",
                    "access-control-request-method": "POST",
                    "access-control-request-headers":
                        "content-type,payment-signature,access-control-expose-headers",
                },
            });
            assert.equal(answer.status, 204, `${path}: ${answer.text}`);
            assert.equal(answer.headers["access-control-allow-origin"], "*");
            const allowed = answer.headers["access-control-allow-headers"].toLowerCase();
            for (const name of [
                "content-type",
                "payment-signature",
                "prefer",
                "idempotency-key",
                "if-none-match",
                "access-control-expose-headers",
            ]) {
                assert.ok(allowed.includes(name), `${path}: ${allowed}`);
            }
            assert.match(answer.headers["access-control-allow-methods"], /POST|GET/);
        }
    });

    test("a preflight allows the headers that it names, when they are names", async (world) => {
        const allowed = async (names) => {
            const answer = await request("OPTIONS", new URL("/v2/verify/basic", world.stack.base_url), {
                headers: {
                    origin: "https://agent.example",
                    "access-control-request-method": "POST",
                    "access-control-request-headers": names,
                },
            });
            assert.equal(answer.status, 204, answer.text);
            return answer.headers["access-control-allow-headers"];
        };
        const fixed = await allowed("");
        assert.match(fixed, /access-control-expose-headers$/);
        for (const names of [
            "authorization,baggage,content-type,traceparent,tracestate,x-stainless-os",
            "x-a, x.b, X_c",
            Array(32).fill("n".repeat(64)).join(","),
        ])
            assert.equal(await allowed(names), `${fixed}, ${names}`);
        for (const names of [
            "*",
            "x-a,,x-b",
            "x-a;x-b",
            "<script>",
            "n".repeat(65),
            Array(33).fill("n").join(","),
        ])
            assert.equal(await allowed(names), fixed, names);
    });

    test("whether it lives and whether it sells is told to who watches", async (world) => {
        const get = (path) => request("GET", new URL(path, world.stack.base_url));
        const live = await get("/health/live");
        assert.deepEqual([live.status, live.json], [200, { live: true }]);
        const ready = await get("/health/ready");
        assert.deepEqual([ready.status, ready.json], [200, { ready: true, reasons: [] }]);
        assert.equal(ready.headers["cache-control"], "no-store");
    });

    test("every answer names its request: as the client did, or by a name of ours", async (world) => {
        const name_of = async (path, name, method = "GET") => {
            const headers = name === undefined ? {} : { "x-request-id": name };
            const answer = await request(method, new URL(path, world.stack.base_url), { headers });
            return answer.headers["x-request-id"];
        };
        const paths = ["/", "/ui", "/health", "/health/live", "/no/such/route", world.route.path];
        for (const path of paths) {
            for (const method of ["GET", "POST", "OPTIONS"]) {
                assert.equal(await name_of(path, "Trace.1_a-9", method), "Trace.1_a-9", path);
                assert.match(await name_of(path, undefined, method), /^[0-9a-f]{32}$/, path);
            }
        }
        for (const garbage of ["", "a b", "a,b", "<script>", "a".repeat(65), "é", "job_1"])
            assert.match(await name_of("/health", garbage), /^[0-9a-f]{32}$/, garbage);
        assert.notEqual(await name_of("/health"), await name_of("/health"));
    });

    test("an unknown route is a problem, an unknown job 404, a malformed job id 422", async (world) => {
        const get = (path) => request("GET", new URL(path, world.stack.base_url));
        problem(await get("/no/such/route"), 404, "not_found", false);
        problem(await get("/v2/no/such/product"), 404, "not_found", false);
        problem(await get("/v1/job/job_01aaaaaaaaaaaaaaaaaaaaaaaa"), 404, "job_unknown", false);
        problem(
            await get("/v1/job/job_01aaaaaaaaaaaaaaaaaaaaaaaa/artifact"),
            404,
            "job_unknown",
            false,
        );
        for (const id of [
            "7",
            "job_short",
            "job_01AAAAAAAAAAAAAAAAAAAAAAAA",
            "job_01aaaaaaaaaaaaaaaaaaaaaaai",
        ]) {
            const answer = await get(`/v1/job/${id}`);
            assert.equal(answer.status, 422, `${id}: ${answer.text}`);
            validation_errors(answer.json.detail);
            assert.equal(answer.json.detail[0].loc[0], "path");
        }
    });

    test("what nginx refuses to read is a problem too, not a page", async (world) => {
        const get = (path) => request("GET", world.stack.base_url, { path });
        problem(await get("/v1/job/%00"), 400, "bad_request", false);
        problem(await get("/../../etc/passwd"), 400, "bad_request", false);
        problem(await get(`/${"a".repeat(40_000)}`), 400, "bad_request", false);
        problem(await get("/%zz"), 400, "bad_request", false);
    });

    test("a resource's URL is the configured one, whatever Host says", async (world) => {
        const answer = await request("POST", world.route.url, {
            headers: { host: "evil.example", "x-forwarded-host": "evil.example" },
        });
        assert.equal(answer.status, 402, answer.text);
        assert.equal(answer.required.resource.url, world.route.url);
        assert.ok(!answer.text.includes("evil.example"));
    });
}
