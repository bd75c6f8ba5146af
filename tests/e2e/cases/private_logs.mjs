// A job's id is the right to read it, and an address names a person: no log holds either, whatever went
// wrong.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, readdirSync, renameSync } from "node:fs";
import { connect } from "node:net";
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
        const access = () => access_lines(stack);
        const seen = (wanted) => access().filter((line) => has(line, wanted));
        await eventually("the access log is written", () => seen({ status: 504 }).length === 2);
        for (const client of k_cut) {
            for (const status of [200, 429, 502, 504]) {
                assert.ok(seen({ client, status, method: "GET" }).length > 0, `${client} ${status}`);
            }
        }
        const refused = { path: "/v1/job/-", status: 429, upstream_status: null, upstream_seconds: null };
        assert.ok(seen({ ...refused, request_limit: "REJECTED" }).length > 0);
        const artifact = { path: "/v1/job/-/artifact", upstream_status: 200, request_limit: "PASSED" };
        for (const line of seen({ ...artifact, status: 200 })) {
            assert.ok(line.bytes > 0, JSON.stringify(line));
            for (const name of ["seconds", "upstream_seconds"]) assert.equal(typeof line[name], "number");
            assert.ok(Math.abs(Date.now() - Date.parse(line.time)) < 3_600_000, line.time);
        }
        for (const status of [502, 504]) assert.ok(seen({ status, upstream_status: status }).length > 0);

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

    for (const [choice, shown] of [["full", "192.0.2.177"], ["none", null]]) {
        test(`log.client_ip = ${choice} is what it says`, async (world) => {
            const stack = await world.open_stack({
                nginx_files: behind_a_proxy(),
                overrides: { log: { client_ip: choice } },
            });
            const headers = { "x-forwarded-for": "192.0.2.177" };
            await request("GET", new URL("/nowhere", stack.base_url), { headers });
            const line = () => access_lines(stack).find(({ path }) => path === "/nowhere");
            await eventually("a line", () => line());
            assert.equal(line().client, shown);
            await stack.stop();
        });
    }

    test("each line of the access log is JSON, whatever was asked, and has the name of the answer", async (world) => {
        const stack = await world.open_stack();
        const odd = ["/a%22b%5C", "/caf%C3%A9", "/%FF%FE", "/a%0Ab%1B", "/?secret=7"];
        const names = [];
        for (const path of odd) {
            const { headers } = await request("GET", new URL(path, stack.base_url));
            names.push(headers["x-request-id"]);
        }
        await garbage(stack);
        const line_of = (name) => access_lines(stack).find(({ request_id }) => request_id === name);
        const is_refused = () => access_lines(stack).some(({ status }) => status === 400);
        await eventually("the lines", () => names.every(line_of) && is_refused());
        const paths = names.map((name) => line_of(name).path);
        assert.deepEqual(paths, ['/a"b\\', "-", "-", "-", "/index.json"]);
        assert.ok(!read_log(stack, "assay.access.log").includes("secret"));
        await stack.stop();
    });
}

// What is no request.
async function garbage(stack) {
    for (const bytes of ["\x16\x03\x01\x00\xff\"\\\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9\"\r\n\r\n"]) {
        const socket = connect(Number(new URL(stack.base_url).port), "127.0.0.1");
        socket.on("error", () => {});
        socket.end(Buffer.from(bytes, "latin1"));
        socket.resume();
        await once(socket, "close");
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

const has = (line, wanted) => Object.entries(wanted).every(([name, value]) => line[name] === value);

// All that are whole; the last one may still be written.
const access_lines = (stack) =>
    read_log(stack, "assay.access.log").split("\n").slice(0, -1).map((line) => JSON.parse(line));

const read_log = (stack, name) => readFileSync(join(stack.run_dir, "log", name), "utf8");
