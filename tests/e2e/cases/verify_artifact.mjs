// `assay verify-artifact` on a stranger's machine: no configuration, no rights, a service and a node
// of which it believes nothing.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { anchored as await_anchor, anchored_stack } from "../lib/anchor.mjs";
import { eas } from "../lib/eas.mjs";
import { request } from "../lib/http.mjs";
import { programs } from "../lib/paths.mjs";
import { await_job, payer } from "../lib/purchase.mjs";

export default function (test) {
    test("service, chain and file agree", async (world) => {
        const { url, envelope } = await complete_job(world);
        await anchored(world, envelope.result_hash);
        const node = ["--rpc", world.chain.url];
        const service = ["--service", world.stack.base_url];
        for (const words of [
            [url, ...node],
            [`${url}/artifact`, ...node],
            [envelope.job_id, ...service, ...node],
            [file_of(envelope), ...node],
            [file_of(envelope.artifact), ...service, ...node],
        ]) {
            const { code, report } = await verify(words);
            assert.equal(code, 0, JSON.stringify(report));
            assert.equal(report.verdict, "match");
            assert.equal(report.result_hash, envelope.result_hash);
        }
        const stored = await request("GET", `${url}/artifact`);
        const { report } = await verify([file_of(stored.bytes), ...node]);
        assert.ok(!report.steps.some((each) => each.step === "file"), "its bytes are canonical");
    });

    test("the transaction names who anchored", async (world) => {
        const { url, envelope } = await complete_job(world);
        const node = ["--rpc", world.chain.url];
        const [, account] = await world.chain.client.request({ method: "eth_accounts" });
        const send = (data) =>
            world.chain.client.request({
                method: "eth_sendTransaction",
                params: [{ from: account, to: account, data }],
            });
        const carrying = await send(envelope.result_hash);
        const other = await send("0x1234");
        const found = await verify([url, "--tx", carrying, ...node]);
        assert.equal(found.code, 0);
        assert.match(JSON.stringify(found.report), new RegExp(account, "i"));
        assert.equal((await verify([url, "--tx", other, ...node])).code, 1);
    });

    for (const mode of ["eas", "selfsend"]) {
        test(`the anchor of the service is found, ${mode}`, async (world) => {
            const stack = await anchored_stack(world, { anchor: { mode } });
            const sold = await (await payer(world, stack)).send();
            const { job_id } = (await await_job(stack.base_url, sold.json.job_id)).json;
            const { anchor } = await await_anchor(stack, job_id);
            const words = [`${stack.base_url}/v1/job/${job_id}`, "--rpc", world.chain.url];
            const { code, report } = await verify(words);
            assert.equal(code, 0, JSON.stringify(report));
            const told = JSON.stringify(report.steps);
            assert.ok(told.includes(`${anchor.tx_hash} carries the hash`), told);
            assert.ok(told.includes(stack.anchor_account.address), "who sent it");
            assert.ok(told.includes("its sender is the account that the service publishes"), told);
            assert.equal(told.includes("stamped at"), mode === "eas");
            // Anyone can put a hash on the chain, that of a forged result, too.
            const [, stranger] = await world.chain.client.request({ method: "eth_accounts" });
            const theirs = await world.chain.client.request({
                method: "eth_sendTransaction",
                params: [{ from: stranger, to: stranger, data: report.result_hash }],
            });
            const other = await verify([...words, "--tx", theirs]);
            assert.equal(other.code, 5, JSON.stringify(other.report));
            assert.equal(other.report.verdict, "undecided");
            await stack.stop();
        });
    }

    test("a changed result is told from one that is not anchored", async (world) => {
        const { envelope } = await complete_job(world);
        const changed = file_of({ ...envelope.artifact, verdict: "PASS!" });
        const node = ["--rpc", world.chain.url];
        assert.equal((await verify([changed, ...node])).code, 4);
        const asked = await verify([changed, "--service", world.stack.base_url, ...node]);
        assert.equal(asked.code, 1);
        assert.equal(asked.report.verdict, "mismatch");
    });

    test("who does not answer is unreachable", async (world) => {
        const { url, envelope } = await complete_job(world);
        const dead = "http://127.0.0.1:9";
        assert.equal((await verify([url, "--rpc", dead])).code, 3);
        const service = ["--service", dead, "--rpc", world.chain.url];
        assert.equal((await verify([file_of(envelope), ...service])).code, 3);
    });

    test("a hostile service is not believed, followed or waited for", async (world) => {
        const { envelope } = await complete_job(world);
        const { base_url } = world.stack;
        const answers = {
            redirect: (response) =>
                response.writeHead(302, { location: `${base_url}/v1/job/${envelope.job_id}` }).end(),
            "endless body": (response) => {
                const more = () => response.write("x".repeat(65_536), (error) => error || more());
                more();
            },
            "another job": (response) =>
                response.end(JSON.stringify(envelope).replaceAll(envelope.job_id, k_other_job)),
            "wrong types": (response) => response.end('{"artifact":[],"result_hash":{}}'),
            "control characters": (response) =>
                response.end('{"job_id":"\\u001b[2J","status":"\\u001b[31m"}'),
            "nothing at all": (response) => response.destroy(),
            "half an answer": (response) => {
                response.writeHead(200, { "content-length": 1000 });
                response.write("{", () => response.destroy());
            },
        };
        for (const [name, answer] of Object.entries(answers)) {
            const server = createServer((_, response) => answer(response));
            await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
            const service = `http://127.0.0.1:${server.address().port}`;
            const words = [envelope.job_id, "--service", service, "--rpc", world.chain.url];
            const { code, stdout } = await verify(words, { json: false });
            server.close();
            server.closeAllConnections();
            assert.equal(code, name === "another job" ? 1 : 3, name);
            assert.doesNotMatch(stdout, /\u001b/, name);
        }
    });
}

const k_other_job = "job_01hxyzabcdefghjkmnpqrstvwx";

// A complete job of a fresh buyer: {url, envelope}.
async function complete_job(world) {
    const sold = await (await payer(world)).send();
    const { json: envelope } = await await_job(world.stack.base_url, sold.json.job_id);
    assert.equal(envelope.status, "complete");
    return { url: `${world.stack.base_url}/v1/job/${envelope.job_id}`, envelope };
}

// The hash is in the chain: the worker's anchor, or our own stamp where it does not anchor.
async function anchored(world, hash) {
    const { stamp, time_of } = eas(world.chain);
    if ((await time_of(hash)) === 0n) await stamp([hash]);
    assert.notEqual(await time_of(hash), 0n);
}

// Where the user nobody may read, too.
function file_of(content) {
    const directory = mkdtempSync(join(tmpdir(), "assay-result-"));
    process.once("exit", () => rmSync(directory, { recursive: true }));
    chmodSync(directory, 0o755);
    const path = join(directory, "result.json");
    writeFileSync(path, Buffer.isBuffer(content) ? content : JSON.stringify(content));
    return path;
}

// As nobody, in an empty environment. With json: {code, report}, else {code, stdout}.
async function verify(words, { json = true } = {}) {
    const as_nobody =
        process.getuid() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
    const [command, ...rest] = [
        ...as_nobody,
        join(programs, "assay"),
        "verify-artifact",
        ...words,
        ...(json ? ["--json"] : []),
    ];
    return new Promise((resolve, reject) => {
        execFile(command, rest, { env: { PATH: process.env.PATH } }, (error, stdout, stderr) => {
            if (error && typeof error.code !== "number") return reject(error);
            const code = error ? error.code : 0;
            if (stderr !== "") return reject(new Error(`${code}: ${stderr}`));
            resolve({ code, stdout, report: json ? JSON.parse(stdout) : undefined });
        });
    });
}
