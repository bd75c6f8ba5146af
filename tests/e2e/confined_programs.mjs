#!/usr/bin/env node
// Everything that is sold, by programs that run under the directives of their units, on an internet
// of their own: without root no page is read, and what namespaces do is not tested. Exit 1 with
// what went wrong.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { books_agree } from "./lib/books.mjs";
import { post, request } from "./lib/http.mjs";
import { honest, start_model } from "./lib/model.mjs";
import { odd_page, own_internet } from "./lib/own_internet.mjs";
import { programs, repository } from "./lib/paths.mjs";
import { eventually } from "./lib/process.mjs";
import { sample } from "./lib/samples.mjs";
import { bought_v1, bought_v2, finds_both_figures, k_payload, k_texts } from "./lib/sourced.mjs";
import { v2_routes, with_world } from "./lib/world.mjs";
import { wrapped_programs } from "./lib/wrapped_programs.mjs";

const k_as_unit = join(repository, "tests/support/as_unit");
const k_script = `unit="assay-$ASSAY_POOL@"
case "$0" in */assay-worker) unit=assay-worker ;; esac
exec "${k_as_unit}" "$unit.service" "$0.true" "$@"`;
const k_exit = { ok: 0, unreachable: 3, doubtful: 5 };

const internet = await own_internet();
const program_dir = wrapped_programs(programs, k_script, ["assay-api", "assay-worker"]);
try {
    await with_world(async (world) => {
        await every_product(world);
        await with_a_model(world);
    });
} finally {
    await internet?.stop();
}

async function confined(world, overrides) {
    const stack = await world.open_stack({ program_dir, overrides });
    return { ...world, stack, routes: await v2_routes(stack) };
}

async function every_product(world) {
    const selling = await confined(world);
    for (const { product } of selling.routes) {
        const bought = product.startsWith("forensics") ? scanned : bought_v2;
        await bought(selling, sample(product), product);
    }
    await bought_v1(selling, { payload: k_payload });
    const body = { payload: k_payload, sources: k_texts };
    const { artifact, credits } = await bought_v2(selling, body);
    finds_both_figures(artifact);
    assert.deepEqual(credits, []);
    if (internet) await a_page_is_read(selling);
    await errands(selling.stack);
    await books_agree(selling.stack);
    const told = new Set(selling.stack.log().match(/^as_unit: .*$/gm));
    console.log([...told].join("\n"));
    assert.doesNotMatch(selling.stack.log(), /event=(fault|\w+_missing|priority_kept)/);
}

async function a_page_is_read(selling) {
    const sources = [k_texts[0], odd_page("harbour.txt")];
    const { artifact, credits } = await bought_v2(selling, { payload: k_payload, sources });
    assert.deepEqual(artifact.sources.map(({ status, reason }) => [status, reason]),
        [["used", null], ["used", null]]);
    finds_both_figures(artifact);
    assert.deepEqual(credits, []);
}

// Its second product is asked of a host of that internet, where there is one.
async function scanned(selling, body, product) {
    const route = selling.routes.find((each) => each.product === product);
    const wanted = body.targets && internet ? { targets: ["12.3.0.1"] } : body;
    const buyer = await selling.buyer();
    const payment = await selling.sign(buyer.account, await selling.terms(route));
    const answer = await post(route.url, wanted, { payment });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json.status, "complete", answer.text);
}

// What timers and `systemctl restart assay-render` start.
async function errands(stack) {
    const run = join(stack.run_dir, "run");
    const www = join(stack.run_dir, "www");
    rmSync(www, { recursive: true });
    for (const place of ["www", "rendered", "reference"]) mkdirSync(join(stack.run_dir, place));
    const under = (service, ...words) => {
        const { status, stdout, stderr } = spawnSync(
            k_as_unit, [`${service}.service`, join(programs, "assay"), ...words],
            { encoding: "utf8", env: { ...process.env, ASSAY_RUN_DIR: run } });
        return { status, text: `${stdout}${stderr}` };
    };
    const rendered = under("assay-render", "render", "--config", stack.config_file, "--nginx",
        join(stack.run_dir, "rendered"), "--nginx-log", join(stack.run_dir, "log"));
    assert.equal(rendered.status, k_exit.ok, rendered.text);
    const names = readdirSync(www, { recursive: true });
    assert.ok(names.length > 10, names.join());
    for (const name of names)
        assert.ok(statSync(join(www, name)).mode & 0o004, `${name}: nginx may not read it`);
    // On the internet of this test no publisher answers: that is all there is to say.
    const updated = under("assay-reference", "reference", "update", "--to",
        join(stack.run_dir, "reference/logs.json"));
    if (internet) assert.equal(updated.status, k_exit.unreachable, updated.text);
    const basket = join(stack.run_dir, "watched.json");
    const health = join(stack.run_dir, "reference/health.json");
    const servers = [1, 2, 3].map((n) => ({ host: `t${n}.org`, ip: `12.3.0.${n}` }));
    writeFileSync(basket, JSON.stringify({
        schema_version: 1, health_json: health, ntp: { servers, port: 123 },
    }));
    const checked = under("assay-basket", "reference", "check", "--basket", basket);
    assert.ok(Object.values(k_exit).includes(checked.status), checked.text);
    if (checked.status !== k_exit.unreachable) JSON.parse(readFileSync(health, "utf8"));
}

async function with_a_model(world) {
    const model = await start_model(honest());
    try {
        const selling = await confined(world, { llm: { url: model.url, model: "scripted" } });
        await eventually("the model is on sale", async () => {
            const { json } = await request("GET", new URL("/health", selling.stack.base_url));
            return json.checks.model === "ok";
        });
        const body = { payload: k_payload };
        const { artifact, credits } = await bought_v2(selling, body, "verify_deep");
        assert.equal(artifact.engine.mode, "builtin+llm");
        assert.equal(artifact.engine.degraded, false, JSON.stringify(artifact.engine));
        assert.deepEqual(credits, []);
    } finally {
        await model.stop();
    }
}
