#!/usr/bin/env node
// Makes the results in www/samples: buys the text products with the requests that stand there, and
// has two test networks scanned. What is kept are the bytes that a buyer gets and that are hashed.
// Those with an account are not bought: a writer that follows a script stands where a language model
// would, and PRODUCT_account is made of the request of PRODUCT.
//   node record_samples.mjs [PRODUCT...]
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import canonicalize from "canonicalize";
import { request } from "./lib/http.mjs";
import { repository } from "./lib/paths.mjs";
import { await_job } from "./lib/purchase.mjs";
import { canonical_with_account } from "./lib/scripted_writer.mjs";
import {
    account_of,
    products_with_account,
    sample_file,
    sample_request,
    sample_request_file,
    sampled_products,
} from "./lib/shown_samples.mjs";
import { open_world } from "./lib/world.mjs";

// Of a scan that was not bought: the id of our examples (catalog/bazaar.cpp).
const k_example_job = "job_01kaj8v5e3q0t5n8r2m4w6y9zd";

const named = process.argv.slice(2);
const is_wanted = (each) => named.length === 0 || named.includes(each);
const wanted = sampled_products().filter(is_wanted);
const is_scan = (product) => product.startsWith("forensics");
await record_texts(wanted.filter((each) => !is_scan(each)));
record_scans(wanted.filter(is_scan));
for (const product of products_with_account()) {
    const name = account_of(product);
    if (!is_wanted(name)) continue;
    copyFileSync(sample_request_file(product), sample_request_file(name));
    keep(name, await canonical_with_account(product, sample_request(product)));
}

async function record_texts(products) {
    if (products.length === 0) return;
    const world = await open_world();
    try {
        const buyer = await world.buyer();
        for (const product of products) keep(product, await bought(world, buyer, product));
    } finally {
        await world.close();
    }
}

async function bought(world, buyer, product) {
    const { url } = world.routes.find((each) => each.product === product);
    const sold = await buyer.fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(sample_request(product)),
    });
    const { job_id } = await sold.json();
    const { base_url } = world.stack;
    assert.equal((await await_job(base_url, job_id)).json.status, "complete");
    return (await request("GET", new URL(`/v1/job/${job_id}/artifact`, base_url))).bytes;
}

function record_scans(products) {
    if (products.length === 0) return;
    const told = spawnSync(join(repository, "tests/netlab/record"), { encoding: "utf8" });
    assert.equal(told.status, 0, told.stderr);
    const scans = JSON.parse(told.stdout);
    for (const product of products) {
        const artifact = scans[product];
        const done = Date.parse(artifact.started_at) + artifact.elapsed_ms;
        const added = {
            job_id: k_example_job,
            product,
            completed_at: new Date(done).toISOString(),
            usage: { ms: artifact.elapsed_ms },
        };
        keep(product, canonicalize({ ...artifact, ...added }));
    }
}

function keep(product, bytes) {
    writeFileSync(sample_file(product), bytes);
    console.log(`www/samples/${product}.json`);
}
