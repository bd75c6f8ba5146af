// A shop that sells with a language model: what it says of the model, and what a stranger makes of
// the record of a job.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { books_agree } from "./books.mjs";
import { request } from "./http.mjs";
import { start_model } from "./model.mjs";
import { programs } from "./paths.mjs";
import { eventually } from "./process.mjs";
import { v2_routes } from "./world.mjs";

// A world whose stack asks `model`, once it is on sale (or said not to be, with `status`).
async function selling_with(world, model, llm = {}, status = "ok") {
    const stack = await world.open_stack({
        overrides: { llm: { url: model.url, model: "scripted", ...llm } },
    });
    await model_is(stack, status);
    return { ...world, stack, routes: await v2_routes(stack) };
}

// What `use(selling, model)` comes to, with a stack that sells with a model which answers so.
export async function with_model(world, behaviour, use, options = {}) {
    const { llm = {}, status = "ok", calls_itself } = options;
    const model = await start_model(behaviour, { calls_itself });
    try {
        const selling = await selling_with(world, model, llm, status);
        await use(selling, model);
        await books_agree(selling.stack);
    } finally {
        await model.stop();
    }
}

export const health = async (stack) => (await request("GET", new URL("/health", stack.base_url))).json;
export const model_is = (stack, status, timeout_ms = 60_000) =>
    eventually(`the model is ${status}`, async () =>
        (await health(stack)).checks.model === status, { timeout_ms, interval_ms: 200 });

export const transcript_of = (world, job_id) =>
    request("GET", new URL(`/v1/job/${job_id}/transcript`, world.stack.base_url));

export function told_away({ status, json, headers, text }) {
    assert.equal(status, 503, text);
    assert.equal(json.code, "model_away");
    assert.equal(json.charged, false);
    assert.ok(Number(headers["retry-after"]) > 0);
}

// A stranger decides anew from the record, without a model.
export async function replays(world, job, artifact, body) {
    const record = await transcript_of(world, job.job_id);
    assert.equal(record.status, 200, record.text);
    const file = (name, content) => {
        const path = join(world.stack.run_dir, `${job.job_id}.${name}`);
        writeFileSync(path, content);
        return path;
    };
    const words = (transcript) => [
        "verify-artifact", file("json", artifact), "--replay", file("record", transcript),
        "--request", file("request", JSON.stringify(body)),
    ];
    assert.match(await said(words(record.bytes)), /^ok: replay: /m);
    const forged = JSON.parse(record.text);
    forged.calls.at(-1).request += " ";
    assert.match(await said(words(JSON.stringify(forged))), /replay: the result names another/);
}

// Without a chain, which is asked for the stamp, the command ends with an error of its own.
const said = (words) =>
    new Promise((resolve) => {
        execFile(join(programs, "assay"), words, (_, stdout, stderr) => resolve(stdout + stderr));
    });
