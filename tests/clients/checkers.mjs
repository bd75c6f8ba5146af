// Other people's checkers of x402 services, which neither sign nor pay.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { post } from "../e2e/lib/http.mjs";
import { python_installed } from "../e2e/lib/installed.mjs";
import { repository } from "../e2e/lib/paths.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const venv = join(repository, "build/deps/clients");
const k_call_ms = 60_000;

export const checkers = [{
    name: "x402-conformance",
    install: () => python_installed(venv, { cwd: here }),
    cases: async () => ({ "the terms of each route are as it wants them": check_terms }),
}];

async function check_terms(world) {
    const door = await start_door(world.routes);
    try {
        const urls = world.routes.map(({ path }) => new URL(path, door.url).href);
        const { stdout } = await promisify(execFile)(
            join(venv, "bin/x402conf"), ["resource", ...urls], { timeout: k_call_ms });
        const { results } = JSON.parse(stdout);
        assert.equal(results.length, world.routes.length);
        for (const { target, checks } of results) {
            assert.deepEqual(checks.filter(({ pass }) => !pass), [], target);
            assert.ok(checks.length >= 7, `${target}: it stopped at ${checks.at(-1)?.check}`);
        }
    } finally {
        await door.stop();
    }
}

// It asks by GET, which our routes answer with 405: here each GET becomes a POST of the route's sample.
async function start_door(routes) {
    const server = createServer(async (request, response) => {
        const route = routes.find(({ path }) => path === request.url);
        const answer = await post(route.url, route.sample);
        response.writeHead(answer.status, {
            "content-type": answer.headers["content-type"],
            "payment-required": answer.headers["payment-required"] ?? "",
        });
        response.end(answer.text);
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    return {
        url: `http://127.0.0.1:${server.address().port}`,
        stop: () => new Promise((done) => server.close(done)),
    };
}
