// A job's id is the right to read it, and an address names a person: no log holds either, whatever went
// wrong.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { problem } from "../lib/checks.mjs";
import { request } from "../lib/http.mjs";
import { behind_a_proxy } from "../lib/proxied.mjs";
import { eventually } from "../lib/process.mjs";
import { await_job, payer } from "../lib/purchase.mjs";
import { stands_still } from "../lib/stack.mjs";

const k_clients = ["192.0.2.177", "2001:db8:5:6:7:8:9:a"];
const k_cut = ["192.0.2.0", "2001:db8:5::"];

export default function (test) {
    test("429, 502 and 504: neither log of nginx nor ours holds a whole job id or address", async (world) => {
        const stack = await world.open_stack({
            limits: true,
            nginx_files: behind_a_proxy((text) =>
                text.replace(/^fastcgi_read_timeout .*$/m, "fastcgi_read_timeout 1s;"),
            ),
        });
        const ids = [];
        for (const client of k_clients) {
            const sold = await (await payer(world, stack)).send();
            assert.equal(sold.status, 202, sold.text);
            ids.push(sold.json.job_id);
            await await_job(stack.base_url, sold.json.job_id);
            await provoke(stack, sold.json.job_id, client);
        }
        const access = () => read_log(stack, "assay.access.log");
        await eventually("the access log is written", () => access().match(/" 504 /g)?.length === 2);
        for (const address of k_cut) {
            for (const status of [200, 429, 502, 504]) {
                const line = new RegExp(`^${address.replaceAll(".", "\\.")} .* "GET \\S+" ${status} `, "m");
                assert.match(access(), line);
            }
        }
        assert.match(access(), /"GET \/v1\/job\/-" 429 .* requests=REJECTED/);
        assert.match(access(), /"GET \/v1\/job\/-\/artifact" 200 .* upstream=200 requests=PASSED/);
        assert.match(access(), / 504 .* upstream=504 /);
        assert.match(access(), / 502 .* upstream=502 /);

        await stack.stop();
        const names = readdirSync(join(stack.run_dir, "log"));
        for (const name of ["assay.access.log", "assay.error.log", "nginx.error.log", "worker.log"]) {
            assert.ok(names.includes(name), `${name} of ${names}`);
        }
        for (const name of names) {
            const text = read_log(stack, name);
            for (const secret of [...ids, ...k_clients]) {
                assert.ok(!text.toLowerCase().includes(secret), `${name} holds ${secret}`);
            }
        }
    });

    for (const [choice, shown] of [["full", "192.0.2.177"], ["none", "-"]]) {
        test(`log.client_ip = ${choice} is what it says`, async (world) => {
            const stack = await world.open_stack({
                nginx_files: behind_a_proxy(),
                overrides: { log: { client_ip: choice } },
            });
            const headers = { "x-forwarded-for": "192.0.2.177" };
            await request("GET", new URL("/nowhere", stack.base_url), { headers });
            const line = () => read_log(stack, "assay.access.log").match(/^.*"GET \/nowhere".*$/m)?.[0];
            await eventually("a line", () => line());
            assert.ok(line().startsWith(`${shown} [`), line());
            await stack.stop();
        });
    }
}

// Every way in which nginx answers by itself, on the routes whose path holds the id.
async function provoke(stack, id, client) {
    const headers = { "x-forwarded-for": client };
    const ask = (path) => request("GET", new URL(path, stack.base_url), { headers });
    const [job, artifact] = [`/v1/job/${id}`, `/v1/job/${id}/artifact`];
    for (const path of [job, artifact]) assert.equal((await ask(path)).status, 200);
    for (const path of [`/x/${id}`, `/v1/job/${id}/x`, `/v1//job/${id}?a=${id}`, `/${id.toUpperCase()}`]) {
        await ask(path);
    }
    const burst = await Promise.all(Array.from({ length: 70 }, () => ask(job)));
    const refused = burst.find(({ status }) => status === 429);
    problem(refused, 429, "rate_limited", false);
    await new Promise((resolve) => setTimeout(resolve, 1000));

    const socket = join(stack.run_dir, "run", "fast.sock");
    renameSync(socket, `${socket}.away`);
    problem(await ask(job), 502, "bad_gateway", false);
    renameSync(`${socket}.away`, socket);

    const pools = stack.children("assay-api");
    for (const { pid } of pools) process.kill(pid, "SIGSTOP");
    await eventually("every thread stands still", () => pools.every(({ pid }) => stands_still(pid)));
    problem(await ask(artifact), 504, "gateway_timeout", false);
    for (const { pid } of pools) process.kill(pid, "SIGCONT");
}

const read_log = (stack, name) => readFileSync(join(stack.run_dir, "log", name), "utf8");
