#!/usr/bin/env node
// The service beside its peers on this machine, in one run: interleaved rounds, medians, gates.
//   node run.mjs [WORD]       only the parts with that word in their names: peers, anchors, agents
// Settings by environment: ROUNDS=5 SECS=2 WAKES=300 STRICT=
import os from "node:os";
import { join } from "node:path";
import { make_buyer, sign_payment } from "../e2e/lib/buyer.mjs";
import { post, request } from "../e2e/lib/http.mjs";
import { programs } from "../e2e/lib/paths.mjs";
import { await_job } from "../e2e/lib/purchase.mjs";
import { start_stack } from "../e2e/lib/stack.mjs";
import { measure_agents } from "./lib/agents.mjs";
import { measure_anchors } from "./lib/anchors.mjs";
import { measure_canonical } from "./lib/canonical.mjs";
import { start_yes_facilitator } from "./lib/facilitator.mjs";
import { held_programs } from "./lib/held.mjs";
import { load, processes_of, write_script } from "./lib/load.mjs";
import { measure_orders } from "./lib/orders.mjs";
import { start_hello, start_node_peer } from "./lib/peers.mjs";
import { measure_pressure } from "./lib/pressure.mjs";
import { measure_purchases } from "./lib/purchases.mjs";
import { paired_ratio, summary } from "./lib/rounds.mjs";
import { directory, made, open, report, run, setting } from "./lib/session.mjs";
import { time_verify } from "./lib/verify_time.mjs";
import { measure_wakes } from "./lib/wakes.mjs";
import { report_of } from "./lib/text.mjs";

const rounds = setting("ROUNDS", 5);
const seconds = setting("SECS", 2);
const wakes = setting("WAKES", 300);
const k_path = "/v2/verify/basic";
const k_price = "$0.50"; // of k_path
const k_body = JSON.stringify({ payload: report_of(1_000) });
const k_json = { "content-type": "application/json" };
// What `assay stack` starts by default for the fast pool.
const k_pool = { processes: 2, threads: 8 };

await run(measure);

async function measure() {
    report.note(machine());
    const [, , word = ""] = process.argv;
    const parts = { peers: measure_peers, anchors: measure_anchored, agents: measure_agents_part };
    const wanted = Object.keys(parts).filter((name) => name.includes(word));
    if (wanted.length === 0) throw new Error(`no part is called so: ${word}`);
    const facilitator = await open(start_yes_facilitator(made("facilitator")));
    for (const name of wanted) await parts[name](facilitator);
}

async function measure_anchored(facilitator) {
    await measure_anchors(report, { facilitator, path: k_path, body: k_body });
}

async function measure_agents_part(facilitator) {
    await measure_agents(report, plan_of(facilitator, made("agents")), interleaved);
}

async function measure_peers(facilitator) {
    report.gate("assay-run verify_basic, 100 KB", await time_verify(directory), "<", 150, "ms");
    const canonical = await measure_canonical(directory, rounds);
    report.note(
        `canonical JSON, 1 MB: ${canonical.ours.toFixed(0)} MB/s, with reading the text ` +
            `${canonical.parsed.toFixed(0)}; npm canonicalize ${canonical.peer.toFixed(0)}`,
    );
    report.gate("canonical JSON of a 1 MB artifact", canonical.ours, ">=", 50, "MB/s");

    const world = world_of(facilitator);
    const stack = await open(start_stack(world));
    const bought = await buy(stack.base_url);
    const job_url = `${stack.base_url}/v1/job/${bought.job_id}`;

    const hello = await open(
        start_hello({
            ...k_pool,
            program: join(programs, "hello-fcgi"),
            directory: made("hello"),
            root: join(stack.run_dir, "www"),
            answers: {
                "/hello/402": cgi_form(await post(stack.base_url + k_path, k_body)),
                "/hello/job": cgi_form(await request("GET", job_url)),
            },
        }),
    );
    const peers = { facilitator: facilitator.url, path: k_path, price: k_price, description: "d".repeat(360) };
    const express = await open(start_node_peer("express", peers));
    const hono = await open(start_node_peer("hono", peers));

    const order = write_script(directory, "order", { method: "POST", headers: k_json, body: k_body });
    const probe = write_script(directory, "probe", { method: "POST" });
    const get = write_script(directory, "get");
    const ours = { roots: [stack.pid] };
    const rows = await interleaved({
        "our v2 402": { ...ours, url: stack.base_url + k_path, script: order },
        "our v2 402, empty body": { ...ours, url: stack.base_url + k_path, script: probe },
        "hello, same 402": { ...hello, url: `${hello.url}/hello/402`, script: order },
        "@x402/express 402": { ...express, script: order },
        "@x402/hono 402": { ...hono, script: order },
        "our poll of a complete job": { ...ours, url: job_url, script: get },
        "hello, same job": { ...hello, url: `${hello.url}/hello/job`, script: get },
        "our manifest": { ...ours, url: `${stack.base_url}/.well-known/x402.json`, script: get },
        "nginx, same manifest": { ...hello, url: `${hello.url}/x402.json`, script: get },
        "our catalog": { ...ours, url: `${stack.base_url}/`, script: get },
        "nginx, same catalog": { ...hello, url: `${hello.url}/index.json`, script: get },
    });
    report.rows(rows);
    const ratio = (name, ourselves, peer, least) =>
        report.gate(name, paired_ratio(rows[ourselves], rows[peer]), ">=", least, "x");
    ratio("402 / libfcgi hello, same bytes", "our v2 402", "hello, same 402", 0.85);
    ratio("402 / @x402/express", "our v2 402", "@x402/express 402", 4);
    ratio("402 / @x402/hono", "our v2 402", "@x402/hono 402", 2);
    ratio("manifest / nginx static", "our manifest", "nginx, same manifest", 0.9);
    ratio("catalog / nginx static", "our catalog", "nginx, same catalog", 0.9);
    ratio("poll / libfcgi hello, same bytes", "our poll of a complete job", "hello, same job", 0.8);

    for (const [name, { p50, p99 }] of Object.entries(await measure_wakes(stack, wakes))) {
        report.note(`wake-up, COMMIT to the ${name}: p50 ${p50.toFixed(2)} ms`);
        report.gate(`wake-up, COMMIT to the ${name}, p99`, p99, "<", 5, "ms");
    }
    const after_load = processes_of([stack.pid]);
    await stack.stop();

    const sale = plan_of(facilitator, directory);
    const after_sales = await measure_purchases(report, { ...sale, express });
    memory([...after_load, ...after_sales]);
    await measure_pressure(report, sale);
    await measure_orders(report, sale);
}

function world_of(facilitator) {
    return {
        chain: { chain_id: 8453, url: "http://127.0.0.1:9" },
        facilitator,
        // Buyers may be ahead of the analyses by as much as they can.
        overrides: { http: { ...pool_keys(), slow_threads: 32 }, sla: { verify_basic: "86400s" } },
    };
}

// What is bought, where, in how many rounds, with files in `directory`.
function plan_of(facilitator, directory) {
    return {
        directory,
        world: world_of(facilitator),
        held: held_programs(directory),
        ...{ path: k_path, body: k_body, price: k_price, rounds, seconds },
    };
}

// Every target once a round, so that a busy minute of the machine hits all of them.
async function interleaved(targets) {
    const samples = Object.fromEntries(Object.keys(targets).map((name) => [name, []]));
    for (let round = 0; round < rounds; ++round) {
        for (const [name, target] of Object.entries(targets)) {
            samples[name].push(await load(target, seconds));
        }
    }
    return Object.fromEntries(Object.entries(samples).map(([name, all]) => [name, summary(all)]));
}

// One job, paid and complete, as a poll finds it.
async function buy(base_url) {
    const { required } = await post(base_url + k_path, k_body);
    const payment = await sign_payment(make_buyer().account, required);
    const sold = await post(base_url + k_path, k_body, { payment });
    if (sold.status !== 202) throw new Error(`the order was not taken: ${sold.status} ${sold.text}`);
    const { json } = await await_job(base_url, sold.json.job_id);
    if (json.status !== "complete") throw new Error(`the job ended as ${JSON.stringify(json)}`);
    return json;
}

// An answer as a FastCGI program gives it, without what nginx added.
function cgi_form({ status, headers, bytes }) {
    const names = { "payment-required": "PAYMENT-REQUIRED" };
    const lines = Object.entries(headers)
        .filter(([name]) => !["server", "date", "connection", "keep-alive"].includes(name))
        .map(([name, value]) => `${names[name] ?? name}: ${value}\r\n`);
    return Buffer.concat([Buffer.from(`Status: ${status}\r\n${lines.join("")}\r\n`), bytes]);
}

// Children that run a job come and go: the worker and the servers stay.
function memory(processes) {
    const largest = processes.reduce((a, b) => (b.rss_mb > a.rss_mb ? b : a));
    const all = processes.map(({ name, rss_mb }) => `${name} ${rss_mb.toFixed(1)}`);
    report.note(`RSS after load, MB: ${all.join(", ")}`);
    report.gate(`RSS of the largest process (${largest.name})`, largest.rss_mb, "<", 40, "MB");
}

function pool_keys() {
    return { fast_processes: k_pool.processes, fast_threads: k_pool.threads };
}

function machine() {
    const [one] = os.loadavg();
    return `${os.cpus().length} processors, load ${one.toFixed(1)} before the run; ${rounds} rounds of ${seconds} s`;
}
