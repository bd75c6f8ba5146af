// Paying clients of HTTP: each buys with `Prefer: wait`, with and without sources, and buys once when
// its paid answer is lost and it is started anew.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installed, python_installed } from "../e2e/lib/installed.mjs";
import { repository } from "../e2e/lib/paths.mjs";
import { bought_once } from "../e2e/lib/purchase.mjs";
import {
    finds_both_figures, k_payload, k_texts, quotes_what_stands_there, route_of,
} from "../e2e/lib/sourced.mjs";
import { fresh_key } from "./fresh_key.mjs";
import { start_lossy_proxy } from "./lossy_proxy.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const venv = join(repository, "build/deps/clients");
const k_call_ms = 90_000;

// `argv(url, body, headers)`: the command that posts `body`, or reads it from its input, and pays.
const clients = [
    { name: "x402 for Python, requests", ...python("requests") },
    { name: "x402 for Python, httpx", ...python("httpx") },
    {
        name: "mppx",
        install: () =>
            installed("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: here }),
        key: "MPPX_PRIVATE_KEY",
        argv: (url, body, headers) => [
            process.execPath, join(here, "node_modules/mppx/dist/bin.js"), url,
            "--silent", "-X", "POST", "-J", body, ...headers.flatMap((each) => ["-H", each]),
        ],
    },
];

const cases = {
    "the artifact is in the answer to its payment": async (world, client) => {
        const key = fresh_key();
        await world.buyer({ key });
        const told = await call(client, world.route.url, world.route.sample, key, ["Prefer:wait=20"]);
        assert.equal(told.status, "complete");
        assert.match(told.result_hash, /^0x[0-9a-f]{64}$/);
        assert.ok(told.artifact);
    },
    "a text is verified with two sources": async (world, client) => {
        const key = fresh_key();
        const { address } = await world.buyer({ key });
        const { url, price } = route_of(world, "verify_standard");
        const body = { payload: k_payload, sources: k_texts };
        const [told, spent] = await world.money_moved(address, () =>
            call(client, url, body, key, ["Prefer:wait=20"]));
        assert.equal(spent, price);
        assert.equal(told.status, "complete");
        assert.deepEqual(told.artifact.sources.map(({ status }) => status), ["used", "used"]);
        finds_both_figures(told.artifact);
        quotes_what_stands_there(told.artifact, k_payload, k_texts);
    },
    "its paid answer is lost, and it is started anew: bought once": async (world, client) => {
        const key = fresh_key();
        const { address } = await world.buyer({ key });
        const proxy = await start_lossy_proxy();
        try {
            // Some pay where the terms say that the service is.
            const stack = await world.open_stack({ overrides: { service: { base_url: proxy.url } } });
            proxy.base_url = stack.base_url;
            const url = new URL(world.route.path, proxy.url).href;
            await assert.rejects(call(client, url, world.route.sample, key));
            assert.ok(proxy.has_lost);
            const told = await call(client, url, world.route.sample, key);
            await bought_once({ ...world, stack }, address, told);
        } finally {
            await proxy.stop();
        }
    },
};

// Each client as run.mjs wants it.
export const http_clients = clients.map((client) => ({
    ...client,
    cases: async () => Object.fromEntries(
        Object.entries(cases).map(([name, run]) => [name, (world) => run(world, client)])),
}));

function python(library) {
    const program = join(venv, "bin/python");
    return {
        install: () => python_installed(venv, { cwd: here }),
        key: "PRIVATE_KEY",
        argv: (url, body, headers) => [program, join(here, "x402_buyer.py"), library, url, ...headers],
    };
}

// The answer as JSON. Fails when the client does, or when it prints no JSON.
function call(client, url, request, key, headers = []) {
    const body = JSON.stringify(request);
    const [command, ...args] = client.argv(url, body, headers);
    const env = { ...process.env, [client.key]: key };
    return new Promise((done, fail) => {
        const child = execFile(command, args, { env, timeout: k_call_ms }, (error, stdout, stderr) => {
            if (error) return fail(new Error(`${client.name}: ${error.message}\n${stderr}`));
            try {
                done(JSON.parse(stdout));
            } catch {
                fail(new Error(`${client.name} printed ${stdout.slice(0, 500)}`));
            }
        });
        child.stdin.on("error", () => undefined); // who does not read it
        child.stdin.end(body);
    });
}
