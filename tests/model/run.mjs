#!/usr/bin/env node
// A real model, far too small for the work, behind a published server: is it refused by `assay llm
// check` and `assay llm bench`, within their budget and in the right words, and are ten texts
// reviewed beside it as without it? Where the packages can't be had the suite is skipped.
//   node run.mjs      twenty minutes at most, of which the first installation takes most
// Last line: "N passed, N failed, N skipped"; exit 1 when any failed.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { request } from "../e2e/lib/http.mjs";
import { python_installed } from "../e2e/lib/installed.mjs";
import { programs, repository } from "../e2e/lib/paths.mjs";
import { eventually, start_process } from "../e2e/lib/process.mjs";
import { free_port } from "../e2e/lib/stack.mjs";
import { first_rows } from "../same/inputs.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const venv = join(repository, "build/deps/model");
const folder = join(repository, "build/model");
const record = join(folder, "record.json");
const k_model = "gemma-3-270m";
const k_ends_ms = performance.now() + 20 * 60_000;
const k_install_ms = 14 * 60_000;
const k_load_ms = 60_000;
const k_job_s = 180;
const k_own_s = 10; // what the critics take beside the model, and a busy machine
const k_checks = [
    "arith.sum", "arith.percent_change", "date.weekday", "unit.conversion", "table.total",
];
const k_exits = { PASS: 0, FAIL: 1, INCONCLUSIVE: 3, CAUTION: 5 };
// What may differ beside a model: who was asked, and what they said of their own.
const k_of_the_model = ["basis", "chain", "coverage", "critics", "engine", "opinions", "power", "scope"];

const count = { passed: 0, failed: 0, skipped: 0 };
const missing = await python_installed(venv, { cwd: here, timeout_ms: k_install_ms });
if (missing) {
    ++count.skipped;
    console.log(`SKIP  ${k_model}: its packages can't be had: ${missing}`);
} else {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await beside_server("as-published", as_published);
    await beside_server("without-schemas", without_schemas);
    await beside_server("with-schemas", with_schemas);
}
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exit(count.failed > 0 ? 1 : 0);

// The package's own server takes no request of ours, which is no answer.
async function as_published() {
    await test("a server that refuses every request is away", async () => {
        const { exit, out } = await assay(["llm", "check"]);
        assert.match(out, /does not do what a review asks of it: model_away; 2 times away\./);
        assert.equal(exit, 3);
    });
}

async function without_schemas() {
    await test("answers in prose are no answers", async () => {
        const { exit, out } = await assay(["llm", "check"]);
        assert.match(out, /calls +2, of which 0 could be used/);
        assert.match(out, /The model does not do what a review asks of it: model_answer; /);
        assert.equal(exit, 1);
    });
    const [wrong] = first_rows(k_checks[0]);
    await test(`beside prose, ${told_of(wrong)}`, async () => {
        await is_reviewed_as_ever(wrong);
        tell_answers();
    });
}

async function with_schemas() {
    await test("answers that miss the test sentences are told", async () => {
        const { exit, out } = await assay(["llm", "check"]);
        assert.match(out, /canary +[0-4] of 6 test sentences of ours are answered right/);
        assert.match(out, /The model does not do what a review asks of it: model_canary\./);
        assert.equal(exit, 1);
    });
    await test("the bench ends by itself, and gives no level", async () => {
        const { exit, out } = await assay(["llm", "bench"]);
        console.log(out);
        assert.equal(exit, 1);
        const kept = JSON.parse(readFileSync(record, "utf8"));
        console.log(readFileSync(record, "utf8").trim());
        assert.deepEqual([kept.level, kept.model, kept.reported_model], ["none", k_model, k_model]);
        assert.match(kept.reason, /^\d+ of \d+ test sentences were answered wrong or not at all: /);
        assert.ok(kept.missed.of < 100, "it goes on though no level can be met");
    });
    await test("the record is made again of what was heard, without a server", async () => {
        const again = await run(["llm", "bench", "--replay", `${record}.transcripts`]);
        assert.equal(again.out, readFileSync(record, "utf8"));
    });
    for (const row of k_checks.flatMap(first_rows)) {
        await test(told_of(row), async () => {
            await is_reviewed_as_ever(row);
            tell_answers();
        });
    }
}

// The text gets the verdict, the findings and all else that it gets without a model, within the
// budget, and the artifact says what was lacking.
async function is_reviewed_as_ever({ text, is_right }) {
    const file = join(folder, "text.txt");
    writeFileSync(file, text);
    const alone = await run(["verify", "--tier", "deep", file]);
    const begin = performance.now();
    const transcript = join(folder, "transcript.json");
    const beside = await assay(
        ["verify", "--tier", "deep", "--model", "--transcript", transcript, file]);
    const seconds = (performance.now() - begin) / 1000;
    const [wanted, artifact] = [alone, beside].map(({ out }) => JSON.parse(out));
    const { engine, verdict, findings, opinions } = artifact;
    const asked = `${engine.llm.calls.length} questions, ${seconds.toFixed(1)} s`;
    console.log(`      ${verdict}, ${engine.degraded_reason}, ${asked}`);
    for (const each of [wanted, artifact]) {
        for (const name of k_of_the_model) delete each[name];
        // Why a text is not decided is told of the model, where one was asked.
        for (const name of ["reason", "text"]) delete each.summary[name];
        delete each.summary.relations.pointed;
    }
    assert.deepEqual(artifact, wanted);
    assert.equal(findings.length === 0, is_right);
    assert.deepEqual(opinions, []);
    assert.ok(findings.every((each) => each.pointed_by === undefined));
    assert.deepEqual([beside.exit, alone.exit], [k_exits[verdict], k_exits[verdict]]);
    assert.ok(seconds < k_job_s + k_own_s);
    assert.equal(engine.degraded, true);
    const is_used = engine.llm.calls.every(({ outcome }) => outcome === "used");
    assert.equal(engine.degraded_reason, is_used ? "model_canary" : "model_answer");
}

// What the model said to the last text.
function tell_answers() {
    const { calls } = JSON.parse(readFileSync(join(folder, "transcript.json"), "utf8"));
    for (const { task, body } of calls) {
        const { content } = JSON.parse(body).choices[0].message;
        console.log(`      ${task}: ${JSON.stringify(content)}`);
    }
}

function told_of({ place, is_right }) {
    return `${place}, ${is_right ? "right" : "wrong"}`;
}

async function beside_server(manner, use) {
    const port = await free_port();
    const url = `http://127.0.0.1:${port}/v1`;
    const server = start_process(
        join(venv, "bin/python"), [join(here, "serve.py"), manner, String(port)]);
    try {
        await eventually("the model is loaded", async () => {
            if (server.exited()) throw new Error(server.log());
            return (await request("GET", `${url}/models`).catch(() => undefined))?.status === 200;
        }, { timeout_ms: k_load_ms });
        writeFileSync(config(), [
            "[llm]", `url = "${url}"`, `model = "${k_model}"`, `record = "${record}"`,
            "max_output_tokens = 256", `job_time = "${k_job_s}s"`, "",
        ].join("\n"));
        await use();
    } finally {
        await server.stop();
    }
}

async function test(name, body) {
    const begin = performance.now();
    let problem;
    try {
        await body();
    } catch (error) {
        problem = error;
    }
    ++count[problem ? "failed" : "passed"];
    const ms = Math.round(performance.now() - begin);
    console.log(`${problem ? "FAIL" : "ok  "}  ${name} (${ms} ms)`);
    if (problem) console.log(problem.stack);
}

function config() {
    return join(folder, "assay.toml");
}

function assay(words) {
    return run([...words, "--config", config()]);
}

// {exit, out}. Nothing runs longer than the suite may.
function run(words) {
    const timeout = Math.max(1, Math.round(k_ends_ms - performance.now()));
    return new Promise((done, fail) => {
        execFile(join(programs, "assay"), words, { timeout }, (error, out, err) => {
            if (error?.killed) return fail(new Error(`${words[0]}: the suite's time is over`));
            done({ exit: error?.code ?? 0, out: out || err });
        });
    });
}
