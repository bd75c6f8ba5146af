// The results that the service shows are what it sells.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import canonicalize from "canonicalize";
import { request } from "../lib/http.mjs";
import { programs } from "../lib/paths.mjs";
import { canonical_with_account, k_writer } from "../lib/scripted_writer.mjs";
import {
    account_of,
    k_must_hold,
    products_with_account,
    sample_file,
    sample_request,
    sampled_products,
} from "../lib/shown_samples.mjs";

// What `seal` adds to what the engine printed (src/work/finish).
const k_of_the_job = ["job_id", "product", "completed_at", "usage"];

export default function (test) {
    test("there is one of each product, served as it is", async (world) => {
        const sold = new Set(world.endpoints.map(({ product }) => product));
        assert.deepEqual(new Set(sampled_products()), sold);
        for (const product of sold) {
            const kept = readFileSync(sample_file(product));
            const url = new URL(`/samples/${product}.json`, world.stack.base_url);
            const served = await request("GET", url);
            assert.equal(served.status, 200);
            assert.match(served.headers["content-type"], /^application\/json/);
            assert.ok(served.bytes.equals(kept), product);
            const artifact = JSON.parse(kept);
            assert.equal(artifact.product, product);
            assert.equal(canonicalize(artifact), kept.toString(), "canonical bytes");
        }
    });

    test("our programs make the same texts' results again", () => {
        for (const product of sampled_products().filter((each) => !each.startsWith("forensics"))) {
            const made = spawnSync(join(programs, "assay-run"), [product], {
                input: JSON.stringify(sample_request(product)),
                encoding: "utf8",
            });
            assert.equal(made.status, 0, made.stderr);
            const shown = JSON.parse(readFileSync(sample_file(product)));
            for (const name of k_of_the_job) delete shown[name];
            assert.equal(canonicalize(JSON.parse(made.stdout)), canonicalize(shown), product);
        }
    });

    test("our programs and the script make the same accounts again, which say that it is one", async (world) => {
        const page = await request("GET", new URL("/ui/result", world.stack.base_url));
        assert.deepEqual(products_with_account(), ["brief", "synthesis"]);
        for (const product of products_with_account()) {
            const name = account_of(product);
            const kept = readFileSync(sample_file(name), "utf8");
            assert.deepEqual(sample_request(name), sample_request(product));
            assert.equal(await canonical_with_account(product, sample_request(name)), kept, name);
            const served = await request("GET", new URL(`/samples/${name}.json`, world.stack.base_url));
            assert.equal(served.bytes.toString(), kept);
            assert.ok(page.bytes.includes(`href="#sample=${name}">the same with an account</a>`));
            const { account, job_id } = JSON.parse(kept);
            assert.ok(account.statement.startsWith(`Edited by ${k_writer} from`), account.statement);
            assert.ok(account.edited > 0 && account.quoted > 0 && account.rewritten > 0);
            assert.equal(job_id, undefined, "it was not sold");
        }
    });

    test("the maps hold what people found in their sources", () => {
        for (const [product, must] of Object.entries(k_must_hold)) {
            const shown = JSON.parse(readFileSync(sample_file(product)));
            assert.ok(shown.answer.text.includes(must.answer), `${product}: ${shown.answer.text}`);
            const values = shown.values.flatMap((each) => each.values.map(({ text }) => text));
            for (const value of must.values) assert.ok(values.includes(value), `${product}: ${value}`);
            const lines = shown.ballot.flatMap((row) => row.lines.map(({ quote }) => quote));
            assert.ok(lines.some((quote) => quote.startsWith(must.line)), `${product}: ${must.line}`);
        }
    });

    test("the scans say that they are a laboratory's", () => {
        for (const product of sampled_products().filter((each) => each.startsWith("forensics"))) {
            const { vantage } = JSON.parse(readFileSync(sample_file(product)));
            assert.match(vantage.label, /laboratory/, product);
        }
    });
}
