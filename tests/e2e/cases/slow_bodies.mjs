// Clients that hold connections: whatever one of them does, every other one is served, and who is
// refused has reached no pool.
import assert from "node:assert/strict";
import { encode_header } from "../lib/buyer.mjs";
import { problem } from "../lib/checks.mjs";
import { drip } from "../lib/drip.mjs";
import { post, request } from "../lib/http.mjs";
import { fresh_client, v1_buyer } from "../lib/orders.mjs";
import { behind_a_proxy } from "../lib/proxied.mjs";
import { eventually } from "../lib/process.mjs";
import { once_settled, payer } from "../lib/purchase.mjs";

const k_allowed = 32; // limits.connections_per_ip
const k_slow = 64; // as many as stopped all sales once
const k_sales = 100;
const k_orders = 20;
const k_at_once = 10;

export default function (test) {
    test("64 slow uploads: 100 of 100 sales, webhooks and long polls of others are answered", async (world) => {
        // Where the test itself asks for terms from.
        const overrides = { limits: { unbound_networks: ["127.0.0.1"] } };
        const stack = await world.open_stack({ limits: true, overrides });
        const route = new URL(world.route.path, stack.base_url).href;
        const stalled = await payer(world, stack);
        const header = `PAYMENT-SIGNATURE: ${encode_header(stalled.payment)}\r\n`;
        const hostile = [fresh_client(), fresh_client(), fresh_client()];
        // One address gets no more than its part, paid for or not.
        const uploads = await begun(k_slow, (i) =>
            drip(route, { header: i % 2 === 0 ? header : "", from: hostile[0] }),
        );
        try {
            await eventually("all but its part refused", () => refused(uploads) === k_slow - k_allowed);
            for (const each of uploads.filter(({ answer }) => answer() !== "")) {
                assert.match(each.answer(), /^HTTP\/1\.1 429 /);
                assert.match(each.answer(), /"code":"rate_limited"/);
                assert.match(each.answer(), /"charged":false/);
            }
            // The others are stopped one by one by their own limit: 64 stay from several.
            for (const from of hostile.slice(1)) {
                uploads.push(...(await begun(k_allowed / 2, () => drip(route, { header, from }))));
            }
            await eventually("the rest is waited for", () => open(uploads) === k_slow);

            const answered = { sale: 0, long_poll: 0, webhook: 0 };
            await in_crowds(k_sales, async () => {
                const buyer = await payer(world, stack, { from: fresh_client() });
                const sold = await once_settled(buyer.send);
                assert.equal(sold.status, 202, sold.text);
                ++answered.sale;
                const poll = await wait_for(stack, sold.json.job_id, fresh_client(), 1);
                assert.ok([200, 202].includes(poll.status), poll.text);
                ++answered.long_poll;
            });
            await in_crowds(k_orders, async () => {
                const buyer = await v1_buyer(world, stack);
                const order = await buyer.order();
                const { transactionHash } = await buyer.pay(order);
                for (let i = 0; i < k_sales / k_orders; ++i) {
                    const told = await buyer.notify(order, transactionHash);
                    assert.ok([200, 202].includes(told.status), told.text);
                    ++answered.webhook;
                }
            });
            console.log(
                `    with ${open(uploads)} slow uploads: ` +
                    Object.entries(answered).map(([name, count]) => `${count} of ${k_sales} ${name}s`).join(", "),
            );
            assert.equal(open(uploads), k_slow, "an upload ended meanwhile");
        } finally {
            uploads.forEach(({ stop }) => stop());
        }
        await stack.stop();
    }, { timeout_ms: 300_000 });

    test("20 waiting polls and 32 uploads from one address do not hinder each other", async (world) => {
        const stack = await world.open_stack({ limits: true });
        const from = fresh_client();
        const buyer = await v1_buyer(world, stack, { from: fresh_client() });
        const order = await buyer.order();
        const job = (await payer(world, stack).then(({ send }) => send())).json.job_id;
        const route = new URL(world.route.path, stack.base_url).href;
        const uploads = await begun(k_allowed, () => drip(route, { from }));
        try {
            for (const id of [job, order.job_id]) {
                await new Promise((resolve) => setTimeout(resolve, 2000)); // the burst of requests
                const polls = await Promise.all(
                    Array.from({ length: 20 }, () => wait_for(stack, id, from, 2)),
                );
                for (const { status, text } of polls) assert.ok([200, 202, 402].includes(status), text);
            }
            const health = await request("GET", new URL("/health", stack.base_url), { from });
            assert.equal(health.status, 200);
            problem(await post(route, world.route.sample, { from }), 429, "rate_limited", false);
        } finally {
            uploads.forEach(({ stop }) => stop());
        }
        await stack.stop();
    });

    test("a route without a body takes 1 KiB", async (world) => {
        for (const path of ["/health", "/", `/v1/job/job_${"0".repeat(26)}`, "/nowhere"]) {
            const url = new URL(path, world.stack.base_url);
            const answer = (bytes) => request("POST", url, { body: "x".repeat(bytes) });
            assert.notEqual((await answer(1024)).status, 413, path);
            problem(await answer(1025), 413, "body_too_large", false);
        }
    });

    test("an IPv6 client counts as its /64 however it is written; unbound networks do not count", async (world) => {
        const stack = await world.open_stack({
            limits: true,
            nginx_files: behind_a_proxy(),
            overrides: {
                limits: {
                    requests_per_ip: 1,
                    request_burst_per_ip: 2,
                    unbound_networks: ["198.51.100.0/24", "2001:db8:99::/48"],
                },
            },
        });
        const served = async (clients) => {
            const answers = await Promise.all(
                clients.map((client) =>
                    request("GET", new URL("/health", stack.base_url), {
                        headers: { "x-forwarded-for": client },
                    }),
                ),
            );
            return answers.filter(({ status }) => status === 200).length;
        };
        // Rows of one network each, as its owner may write it and nginx prints it.
        const networks = [
            ["2001:db8:1:2::1", "2001:db8:1:2:3::", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::f:0:1", "2001:db8:1:2:0:0:1:0"],
            ["2001:db8::1", "2001:db8::1:0:0:1", "2001:db8:0:0:1::", "2001:db8:0:0:1:2:3:4", "2001:db8:0:0:ffff::1"],
            ["2001:db8:7::1", "2001:db8:7:0:1::", "2001:db8:7:0:1:2:3:4", "2001:db8:7::ffff", "2001:db8:7:0:0:1::"],
            ["2001:0:0:5:1:2:3:4", "2001:0:0:5::1", "2001::5:1:2:3:4", "2001:0:0:5:0:0:0:9", "2001:0:0:5:9::"],
            ["2001:0:6:5:1:2:3:4", "2001::6:5:1:2:3:4", "2001:0:6:5::1", "2001:0:6:5:1::", "2001:0:6:5::"],
            ["64:ff9b::1", "64:ff9b::192.0.2.1", "64:ff9b::2:0", "64:ff9b:0:0:1::", "64:ff9b::"],
        ];
        for (const network of networks) assert.equal(await served(network), 3, network[0]);
        assert.equal(await served(["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"]), 4);
        assert.equal(await served(Array(5).fill("192.0.2.9")), 3);
        for (const client of ["198.51.100.7", "2001:db8:99:1::1"]) {
            assert.equal(await served(Array(8).fill(client)), 8, client);
        }
        await stack.stop();
    });
}

const open = (uploads) => uploads.filter((each) => each.is_open() && each.answer() === "").length;
const refused = (uploads) => uploads.filter(({ answer }) => answer().startsWith("HTTP/1.1 429")).length;

async function begun(count, make) {
    const uploads = Array.from({ length: count }, (_, i) => make(i));
    await Promise.all(uploads.map((each) => each.begun));
    return uploads;
}

const wait_for = (stack, job_id, from, seconds) =>
    request("GET", new URL(`/v1/job/${job_id}`, stack.base_url), {
        from,
        headers: { prefer: `wait=${seconds}` },
    });

// `task` so many times, some at once.
async function in_crowds(times, task) {
    for (let done = 0; done < times; done += k_at_once) {
        await Promise.all(Array.from({ length: Math.min(k_at_once, times - done) }, task));
    }
}
