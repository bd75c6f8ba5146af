#!/usr/bin/env node
// A buyer buys every product from a stack on a local chain, and checks what it got. Says each step;
// exit 0 when every purchase held, and nothing is left running either way.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { anchored, anchored_stack } from "./lib/anchor.mjs";
import { decode_header, make_buyer } from "./lib/buyer.mjs";
import { k_usdc, start_chain } from "./lib/chain.mjs";
import { shipped_basket } from "./lib/basket.mjs";
import { eas, k_eas } from "./lib/eas.mjs";
import { start_facilitator } from "./lib/facilitator.mjs";
import { programs, repository, scratch } from "./lib/paths.mjs";
import { await_job, hashes, listed_endpoints } from "./lib/purchase.mjs";
import { judged, v1_buyer } from "./lib/orders.mjs";
import { k_sourced, sample, v1_sample } from "./lib/samples.mjs";
import { k_pay_to, start_stack } from "./lib/stack.mjs";

const k_wallet_atoms = 50_000_000n;
const k_results = join(repository, "build/demo");

const opened = [];
let step_began;
const open = async (what) => {
    opened.unshift(what);
    return what;
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, async () => {
        await close();
        process.exit(status === 0 ? 0 : 130);
    });
}

let status = 1;
try {
    const stack = await demo();
    status = 0;
    if (process.env.KEEP) await kept(stack);
} catch (error) {
    console.error(`\nthe demo failed: ${error?.stack ?? error}`);
} finally {
    await close();
}
process.exit(status);

async function demo() {
    rmSync(k_results, { recursive: true, force: true });
    mkdirSync(k_results, { recursive: true });
    title("A local chain that looks like Base");
    const chain = await open(await start_chain());
    say(`anvil, chain id ${chain.chain_id}, ${chain.url}`);
    say(`USDC (EIP-3009) at ${k_usdc}, attestation service at ${k_eas}`);

    title("A facilitator of the published @x402 packages");
    const facilitator = await open(await start_facilitator({ chain }));
    say(facilitator.url);

    title("The service: nginx, two FastCGI pools, the worker");
    const with_chain = (options) => start_stack({ chain, facilitator, ...options });
    const basket = shipped_basket(`${scratch}-basket`, fetch_log_list);
    const wishes = { overrides: { forensics: { basket, vantage: "demo" } } };
    const stack = await open(await anchored_stack({ chain }, wishes, with_chain));
    say(`${stack.base_url}, files below ${stack.run_dir}`);
    say(`payTo ${k_pay_to}, anchors from ${stack.anchor_account.address}`);

    title("A buyer with an unmodified client");
    const buyer = make_buyer({ cap: "$10" });
    await chain.fund(buyer.address, k_wallet_atoms);
    say(`wallet ${buyer.address} with ${usd(k_wallet_atoms)}`);

    const endpoints = await listed_endpoints(stack.base_url);
    let is_offline = false;
    if (endpoints.length === 0) throw new Error("the manifest lists nothing for sale");
    for (const endpoint of endpoints) {
        title(
            `${endpoint.product} for ${endpoint.price_usdc} USDC on rail ${endpoint.metadata.rail}`,
        );
        const buy = { v1: buy_v1, v2: buy_v2 }[endpoint.metadata.rail];
        if (is_scan(endpoint) && is_offline) {
            await refused_scan(endpoint);
            continue;
        }
        const envelope = await buy({ chain, facilitator, stack, buyer, endpoint });
        keep(endpoint, envelope);
        const { artifact, credits } = envelope;
        if (!is_scan(endpoint)) continue;
        show_scan(artifact);
        is_offline = artifact.vantage.offline;
        if (is_offline) expect(credits[0]?.reason, "vantage_offline", "the credit's reason");
    }
    const standard = endpoints.find(
        ({ product, metadata }) => product === "verify_standard" && metadata.rail === "v2",
    );
    title(`A text beside ${k_sourced.sources.length} sources: verify_standard on rail v2`);
    const sourced = await buy_v2({
        chain, facilitator, stack, buyer, endpoint: standard, body: k_sourced,
    });
    keep(standard, sourced, "-sources");
    show_sources(sourced.artifact);

    title(`All ${endpoints.length} endpoints did what they promise`);
    const bought = relative(process.cwd(), k_results) || ".";
    say(`what the buyer got: ${bought}/*.json, an envelope for each purchase`);
    say(`what the service wrote: ${relative(process.cwd(), stack.run_dir)}, until the next run`);
    say("read next: README.md, from \"Buy something\" to \"Deploy\"; make help lists the targets");
    if (!process.env.KEEP) say("make demo KEEP=1 leaves all of it running, to look at its pages");
    return stack;
}

// Until a signal comes, which ends this process.
function kept(stack) {
    title("The stack stays up until you press Ctrl-C");
    say(`its page: ${stack.base_url}/ui`);
    return new Promise(() => undefined);
}

function keep({ product, metadata }, envelope, what = "") {
    const file = join(k_results, `${product}${what}-${metadata.rail}.json`);
    writeFileSync(file, `${JSON.stringify(envelope, null, 4)}\n`);
    say(`kept as ${relative(process.cwd(), file)}`);
}

function fetch_log_list(path) {
    const words = ["reference", "update", "--to", path];
    const { status, stdout, stderr } = spawnSync(join(programs, "assay"), words, { encoding: "utf8" });
    say(`assay reference update: ${(status === 0 ? stdout : stderr).trim()}`);
    return status === 0;
}

// What each claim of the text is beside the sources, and what became of them.
function show_sources({ sources, sources_summary, claims, findings }) {
    for (const { source, title, origin, status, reason, chars, flags } of sources)
        say(`  [${source + 1}] ${title ?? "untitled"}: ${origin}, ${reason ?? status}, ` +
            `${chars} characters, ${flags.join(" ") || "no orders to its reader"}`);
    for (const { id, source_status } of claims) say(`  ${id} ${source_status}`);
    const counts = Object.entries(sources_summary).filter(([, count]) => count > 0);
    say(counts.map(([word, count]) => `${count} ${word}`).join(", "));
    const found = findings.find(({ check }) => check === "source.number");
    expect(found?.spans[0].quote, "4.6 million dollars", "the figure that a source contradicts");
}

function is_scan({ product }) {
    return product.startsWith("forensics");
}

function show_scan({ checks, summary }) {
    for (const each of checks) say(`  ${each.check.padEnd(6)} ${each.verdict}: ${each.summary}`);
    say(summary);
}

// The scan before has told that this machine sees no network: its price is a credit, and no further
// one is sold.
async function refused_scan({ resource, product, metadata }) {
    const body = JSON.stringify(metadata.rail === "v1" ? v1_sample(product) : sample(product));
    if (metadata.rail === "v2") return say("not sold while the vantage is offline: 503 before any charge");
    const headers = { "content-type": "application/json" };
    const answer = await fetch(resource, { method: "POST", headers, body });
    expect(answer.status, 503, "an order of a scan from an offline vantage");
    say(`POST ${resource} -> 503 ${(await answer.json()).code}`);
}

async function buy_v2(
    { chain, facilitator, stack, buyer, endpoint, body = sample(endpoint.product) },
) {
    const before = await balances(chain, buyer.address);
    const settled_before = facilitator.calls("settle").length;
    const request = {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
    };

    const unpaid = await fetch(endpoint.resource, request);
    const [terms] = decode_header(unpaid.headers.get("payment-required")).accepts;
    say(
        `POST ${endpoint.resource} -> ${unpaid.status}: ${usd(BigInt(terms.amount))} to ${terms.payTo}`,
    );

    const paid = await buyer.fetch(endpoint.resource, request);
    const sold = await paid.json();
    if (![200, 202].includes(paid.status))
        throw new Error(`${paid.status} ${JSON.stringify(sold)}`);
    const settlement = decode_header(paid.headers.get("payment-response"));
    say(
        `paid by @x402/fetch -> ${paid.status}: ${sold.job_id}, settled in ${settlement.transaction}`,
    );
    const envelope = await show_result(chain, stack, sold.job_id);
    await paid_once(chain, buyer.address, before, endpoint);
    expect(facilitator.calls("settle").length - settled_before, 1, "settlements");
    return envelope;
}

async function buy_v1({ chain, stack, endpoint }) {
    const body = v1_sample(endpoint.product);
    const path = new URL(endpoint.resource).pathname;
    const buyer = await v1_buyer({ chain }, stack, { body, path });
    const before = await balances(chain, buyer.address);
    const order = await buyer.order();
    say(`POST ${endpoint.resource} -> 402: ${usd(BigInt(order.amount))}, ${order.job_id}`);
    const { transactionHash } = await buyer.pay(order);
    say(`sent the ready transaction of the answer: ${transactionHash}`);
    const told = await judged(buyer, order, transactionHash);
    expect(told.status, 200, "answer of the webhook");
    say(`POST /v1/webhook/payment -> ${told.status} ${told.json.status}`);
    const asked = await buyer.resubmit(order);
    expect(asked.status, 202, "answer to the request sent again");
    say(`POST ${endpoint.resource} with job_id -> ${asked.status} ${asked.json.status}`);
    const envelope = await show_result(chain, stack, order.job_id);
    await paid_once(chain, buyer.address, before, endpoint);
    return envelope;
}

async function balances(chain, buyer) {
    return { buyer: await chain.balance(buyer), seller: await chain.balance(k_pay_to) };
}

async function paid_once(chain, buyer, before, endpoint) {
    const price = BigInt(endpoint.accepts[0].amount);
    const after = await balances(chain, buyer);
    say(`buyer  ${usd(before.buyer)} -> ${usd(after.buyer)}`);
    say(`seller ${usd(before.seller)} -> ${usd(after.seller)}`);
    expect(before.buyer - after.buyer, price, "what the buyer paid");
    expect(after.seller - before.seller, price, "what the seller got");
}

async function show_result(chain, stack, job_id) {
    const { base_url } = stack;
    const { json: envelope } = await await_job(base_url, job_id);
    expect(envelope.status, "complete", "status of the job");
    const { artifact } = envelope;
    say(`GET ${base_url}/v1/job/${job_id} -> ${envelope.status}`);
    if (envelope.verdict) say(verdict_line(envelope));
    for (const line of words_of(artifact)) say(line);
    const { stated, canonicalized } = await hashes(base_url, envelope);
    say(`result_hash            ${stated}`);
    say(`npm canonicalize       ${canonicalized}`);
    expect(canonicalized, stated, "hash by canonicalize");
    const by_shell = sha256sum(`${base_url}/v1/job/${job_id}/artifact`);
    say(`curl .. | sha256sum    ${by_shell}`);
    expect(by_shell, stated, "hash by sha256sum");
    const { anchor } = await anchored(stack, job_id);
    const stamp = Number(await eas(chain).time_of(canonicalized));
    say(`getTimestamp(hash)     ${stamp}, ${anchor.status} in ${anchor.tx_hash}`);
    expect(stamp * 1000, Date.parse(anchor.block_time), "time of the anchor");
    const proof = verify_artifact(`${base_url}/v1/job/${job_id}`, chain.url);
    say(`assay verify-artifact  ${proof.stdout.trim().split("\n").at(-1)}`);
    expect(proof.status, 0, "exit of assay verify-artifact");
    return envelope;
}

// Each product says how sure it is in a place of its own: a number, or one with its factors.
function verdict_line({ verdict, artifact }) {
    const { score, confidence, conclusion } = artifact;
    const sure = confidence?.score ?? confidence ?? conclusion?.confidence;
    const words = [`verdict ${verdict}`];
    if (typeof score === "number") words.push(`score ${score}`);
    if (typeof sure === "number") words.push(`confidence ${sure}`);
    return words.join(", ");
}

// What the artifact says in words, whatever its product.
function words_of({ summary, conclusion, sections = [], findings = [] }) {
    const text = summary?.text ?? conclusion?.text;
    const lines = text ? [text] : [];
    for (const { title, items } of sections) lines.push(`  ${title}: ${items.length} items`);
    for (const { severity, check, title, suggestion } of findings)
        lines.push(`  ${severity} ${check}: ${title}.${suggestion ? ` ${suggestion}` : ""}`);
    return lines;
}

function verify_artifact(job_url, rpc_url) {
    const words = ["verify-artifact", job_url, "--rpc", rpc_url];
    return spawnSync(join(programs, "assay"), words, { encoding: "utf8" });
}

// As a buyer with nothing but a shell would do it.
function sha256sum(url) {
    const run = spawnSync(
        "bash",
        ["-c", "set -o pipefail; curl -fsS --noproxy '*' \"$0\" | sha256sum", url],
        { encoding: "utf8" },
    );
    if (run.status !== 0) throw new Error(run.stderr);
    return `0x${run.stdout.slice(0, 64)}`;
}

function expect(actual, expected, what) {
    if (actual !== expected) throw new Error(`${what}: ${actual} instead of ${expected}`);
}

async function close() {
    for (const each of opened.splice(0)) await each.stop();
}

function usd(atoms) {
    const digits = String(atoms).padStart(7, "0");
    return `${digits.slice(0, -6)}.${digits.slice(-6, -4)} USDC`;
}

function title(text) {
    tell_time();
    console.log(`\n== ${text}`);
}

// How long the step before took.
function tell_time() {
    const now = performance.now();
    if (step_began !== undefined) say(`(${((now - step_began) / 1000).toFixed(1)} s)`);
    step_began = now;
}

function say(text) {
    console.log(`   ${text}`);
}
