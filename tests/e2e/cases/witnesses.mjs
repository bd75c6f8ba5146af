// What a payment needs of the chain's endpoints before it is sold. Above payment.single_source_max
// two of different origin must answer freshly, and one that is named twice is one. Without any,
// nothing is sold that the chain has to prove.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assay, books_agree } from "../lib/books.mjs";
import { problem } from "../lib/checks.mjs";
import { post, request } from "../lib/http.mjs";
import { delivered, judged, v1_buyer } from "../lib/orders.mjs";
import { eventually } from "../lib/process.mjs";
import { await_job, payer } from "../lib/purchase.mjs";
import { start_rpc_proxy } from "../lib/rpc_proxy.mjs";

const k_bound = "0.40"; // below the price of verify_basic
// The worker looks every ten seconds, and an endpoint that failed rests for up to thirty.
const k_patience = { timeout_ms: 60_000, interval_ms: 500 };

export default function (test) {
    test("one endpoint named twice is refused by config check", async (world) => {
        const { url } = world.chain;
        for (const again of [url, `${url}/`, `${url}/another-key`]) {
            const refused = await check(world, [url, again], k_bound);
            assert.notEqual(refused.code, 0);
            assert.match(refused.stderr, /payment\.rpc_urls must name two .* different origin/);
            assert.match(refused.stderr, /raise payment\.single_source_max/);
        }
        // Where one is enough they stand in for each other, and the operator is told.
        const good = await check(world, [url, `${url}/another-key`], "5.00");
        assert.equal(good.code, 0, good.stderr);
        assert.match(good.stderr, /names 2 endpoints of 1 origin: .* count as one witness/);
        const other = await check(world, [url, "http://127.0.0.1:1"], k_bound);
        assert.equal(other.code, 0, other.stderr);
        assert.equal(other.stderr, "");
    });

    test("one of two down: 503 on both rails and the alarm; back, it sells", async (world) => {
        const proxies = [await start_rpc_proxy(world.chain), await start_rpc_proxy(world.chain)];
        const stack = await world.open_stack({
            overrides: {
                payment: {
                    rpc_urls: proxies.map((each) => each.url),
                    rpc_timeout: "2s",
                    single_source_max: k_bound,
                },
            },
        });
        try {
            const buyer = await v1_buyer(world, stack);
            const first = await eventually("both are seen", () => ordered(buyer, stack), k_patience);

            proxies[1].control({ drop: true }); // before they pay: the scanner is quick
            const { transactionHash } = await buyer.pay(first);
            const sale = await payer(world, stack);
            await eventually("one is missed", () => is_refused(buyer, stack), k_patience);
            const asked = world.facilitator.calls().length;
            problem(await sale.send(), 503, "chain_unavailable", false);
            assert.equal(world.facilitator.calls().length, asked);
            assert.equal((await post(sale.route.url, sale.route.sample)).status, 402);
            assert.ok((await alarms(stack)).includes("rpc_too_few"));
            // What was ordered and paid before is pending, as it was.
            assert.equal((await buyer.notify(first, transactionHash)).status, 202);

            proxies[1].control(undefined);
            const sold = await eventually(
                "the same header buys",
                async () => {
                    const answer = await sale.send();
                    return answer.status === 202 && answer;
                },
                k_patience,
            );
            assert.equal((await await_job(stack.base_url, sold.json.job_id)).status, 200);
            assert.equal((await judged(buyer, first, transactionHash)).status, 200);
            await delivered(stack, buyer, first);
            const second = await ordered(buyer, stack);
            assert.ok(second.job_id);
            await eventually(
                "the alarm is cleared",
                async () => !(await alarms(stack)).includes("rpc_too_few"),
                k_patience,
            );
            await books_agree(stack);
        } finally {
            await stack.stop();
            for (const each of proxies) await each.stop();
        }
    }, { timeout_ms: 300_000, takes_s: 30 });

    for (const [words, fault] of [
        ["both endpoints refuse", { status: 503 }],
        ["both endpoints lag", { lag: 1_000_000 }],
    ])
        test(`${words}: what needs the chain is not sold`, async (world) => {
            const proxies = [await start_rpc_proxy(world.chain), await start_rpc_proxy(world.chain)];
            const stack = await world.open_stack({
                overrides: {
                    payment: {
                        rpc_urls: proxies.map((each) => each.url),
                        rpc_timeout: "2s",
                        receipt_check_from: "0.10",
                    },
                },
            });
            try {
                const buyer = await v1_buyer(world, stack);
                const first = await ordered(buyer, stack);
                assert.ok(first.job_id);
                for (const each of proxies) each.control(fault);
                const sale = await payer(world, stack);
                await eventually("none is seen", () => is_refused(buyer, stack), k_patience);
                const asked = world.facilitator.calls().length;
                problem(await sale.send(), 503, "chain_unavailable", false);
                assert.equal(world.facilitator.calls().length, asked);
                const unpaid = await post(sale.route.url, sale.route.sample);
                assert.equal(unpaid.status, 402);
                assert.equal(unpaid.json.available, false);
                assert.equal(unpaid.json.code, "chain_unavailable");
                assert.equal((await post(order_route(stack), {})).status, 402);
                assert.ok((await alarms(stack)).includes("rpc_too_few"));

                for (const each of proxies) each.control(undefined);
                const sold = await eventually(
                    "the same header buys",
                    async () => {
                        const answer = await sale.send();
                        return answer.status === 202 && answer;
                    },
                    k_patience,
                );
                assert.equal((await await_job(stack.base_url, sold.json.job_id)).status, 200);
                // What was ordered before is as good as it was.
                const { transactionHash } = await buyer.pay(first);
                assert.equal((await judged(buyer, first, transactionHash)).status, 200);
                await delivered(stack, buyer, first);
                await books_agree(stack);
            } finally {
                await stack.stop();
                for (const each of proxies) await each.stop();
            }
        }, { timeout_ms: 300_000, takes_s: 45 });
}

const order_route = (stack) => new URL("/v1/verify", stack.base_url).href;

// The order; false while it is not sold.
async function ordered(buyer, stack) {
    const answer = await post(order_route(stack), buyer.body, { from: buyer.from });
    return answer.status === 402 && answer.json;
}

async function is_refused(buyer, stack) {
    const answer = await post(order_route(stack), buyer.body, { from: buyer.from });
    if (answer.status !== 503) return false;
    problem(answer, 503, "chain_unavailable", false);
    assert.equal(answer.json.retryable, true);
    assert.equal(answer.headers["retry-after"], "15");
    return true;
}

async function alarms(stack) {
    const { json } = await request("GET", new URL("/health", stack.base_url));
    return json.alarms.map(({ code }) => code);
}

// `assay config check` of the stack's configuration with these: {code, stderr}.
async function check(world, urls, bound) {
    const { run_dir, config_file } = world.stack;
    const text = readFileSync(config_file, "utf8").replace(
        /^rpc_urls = .*$/m,
        `rpc_urls = ${JSON.stringify(urls)}\nsingle_source_max = "${bound}"`,
    );
    const file = join(run_dir, "witnesses.toml");
    writeFileSync(file, text);
    try {
        const { stderr } = await assay({ run_dir, config_file: file }, ["config", "check"]);
        return { code: 0, stderr };
    } catch (error) {
        return { code: error.code, stderr: error.stderr };
    }
}
