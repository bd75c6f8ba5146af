// The README's examples of checking a result, word for word, as a stranger who has nothing of ours.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { sha256, stringToHex } from "viem";
import { eas } from "../lib/eas.mjs";
import { e2e_dir, scratch } from "../lib/paths.mjs";
import { await_job, payer } from "../lib/purchase.mjs";
import { example, example_path } from "../lib/examples.mjs";

const run = promisify(execFile);

export default function (test) {
    for (const [name, check] of [
        ["viem and canonicalize", in_node],
        ["shell", in_shell],
    ]) {
        test(`${name}: a result is checked against the chain`, async (world) => {
            const { json } = await (await payer(world)).send();
            const job_url = `${world.stack.base_url}/v1/job/${json.job_id}`;
            const { json: envelope } = await await_job(world.stack.base_url, json.job_id);
            const { stamp, time_of } = eas(world.chain);
            const hash = envelope.result_hash;
            if ((await time_of(hash)) === 0n) await stamp([hash]);
            const stamped = new Date(Number(await time_of(hash)) * 1000).toISOString();
            const { stdout } = await check(job_url, world.chain.url);
            assert.equal(stdout.trim(), `${hash} ${stamped}`);
        });

        test(`${name}: a transaction carries what no contract has stamped`, async (world) => {
            const artifact = { a: Math.random().toString(36) };
            const result_hash = sha256(stringToHex(JSON.stringify(artifact)));
            const [, account] = await world.chain.client.request({ method: "eth_accounts" });
            const send = (data) =>
                world.chain.client.request({
                    method: "eth_sendTransaction",
                    params: [{ from: account, to: account, data }],
                });
            const answer = async (tx_hash) => {
                const service = await serve({ artifact, result_hash, anchor: { tx_hash } });
                return check(service.url, world.chain.url).finally(service.stop);
            };
            const carrying = await send(result_hash);
            assert.equal((await answer(carrying)).stdout.trim(), `${result_hash} ${carrying}`);
            await assert.rejects(answer(await send("0x1234")), /not anchored there/);
        });

        test(`${name}: what was changed or never stamped is told`, async (world) => {
            const { json } = await (await payer(world)).send();
            const { json: envelope } = await await_job(world.stack.base_url, json.job_id);
            const artifact = { ...envelope.artifact, verdict: "PASS!" };
            const liar = await serve({ ...envelope, artifact });
            await assert.rejects(check(liar.url, world.chain.url), /another hash/);
            await liar.stop();

            // Small enough that any writer of JSON makes the canonical bytes.
            const nothing = await serve({
                artifact: {},
                result_hash: k_hash_of_nothing,
                anchor: { status: "pending" },
            });
            await assert.rejects(check(nothing.url, world.chain.url), /not anchored yet/);
            await nothing.stop();
        });
    }
}

const k_hash_of_nothing = "0x44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";

async function in_node(job_url, rpc_url) {
    const directory = mkdtempSync(join(scratch, "example-"));
    symlinkSync(join(e2e_dir, "node_modules"), join(directory, "node_modules"));
    writeFileSync(join(directory, "verify.mjs"), example("verify.mjs"));
    return run(process.execPath, ["verify.mjs", job_url, rpc_url], { cwd: directory });
}

function in_shell(job_url, rpc_url) {
    const script = example("verify.sh");
    return run("bash", ["-eu", "-o", "pipefail", "-c", script], {
        env: {
            PATH: example_path(),
            HOME: scratch, // cast looks for a folder of keys there
            JOB_URL: job_url,
            RPC_URL: rpc_url,
            no_proxy: "*",
        },
    });
}

// A service of one job.
async function serve(envelope) {
    const server = createServer((request, response) => {
        response.setHeader("content-type", "application/json");
        const wanted = request.url.endsWith("/artifact") ? envelope.artifact : envelope;
        response.end(JSON.stringify(wanted));
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    return {
        url: `http://127.0.0.1:${server.address().port}/v1/job/x`,
        stop: () => new Promise((stopped) => server.close(stopped)),
    };
}
