// Sales by tools at POST /mcp: what a buyer gets, and what one payment can never buy twice.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encode_header } from "../lib/buyer.mjs";
import { post } from "../lib/http.mjs";
import {
    ask, call_tool, delivered, k_eras, once_decided, once_over, result_of, terms_of, tool_payer,
} from "../lib/mcp.mjs";
import { programs } from "../lib/paths.mjs";
import { wrapped_programs } from "../lib/wrapped_programs.mjs";

const k_hold = 'while [ -e "$ASSAY_RUN_DIR/all_held" ]; do sleep 0.02; done';
const k_tasks = { extensions: { "io.modelcontextprotocol/tasks": {} } };

export default function (test) {
    for (const era of k_eras) {
        test(`all products are bought by their tools, in the words of ${era}`, async (world) => {
            const { base_url } = world.stack;
            const { tools } = await result_of(base_url, "tools/list", {}, { era });
            const names = tools.map(({ name }) => name);
            const products = world.routes.map(({ product }) => product);
            assert.deepEqual(names.sort(), [...products, "get_result"].sort());
            for (const { product, sample, price } of world.routes) {
                const { buyer, payment } = await tool_payer(world, product, sample, { era });
                world.facilitator.reset();
                const [bought, spent, received] = await world.money_moved(buyer.address, () =>
                    once_over(() => call_tool(base_url, product, sample, { era, payment })));
                assert.deepEqual([spent, received], [price, price], product);
                await delivered(world, buyer.address, product, bought);
                assert.equal(world.facilitator.calls("settle").length, 1);
            }
        });
    }

    test("a payment as one base64 text, or as the header, is the same payment", async (world) => {
        const { base_url } = world.stack;
        const { product, sample } = world.route;
        const { buyer, payment } = await tool_payer(world, product, sample);
        const header = encode_header(payment);
        const bought = await once_over(() =>
            call_tool(base_url, product, sample, { payment: header }));
        await delivered(world, buyer.address, product, bought);
        const again = await post(world.route.url, sample, { payment: header });
        assert.equal(again.json.job_id, bought.told.job_id);
    });

    test("one payment through both doors at once buys one job", async (world) => {
        const { base_url } = world.stack;
        const { product, sample, url } = world.route;
        const { buyer, payment } = await tool_payer(world, product, sample);
        const call = () => call_tool(base_url, product, sample, { payment });
        const [by_http, ...by_tool] = await Promise.all([
            post(url, sample, { payment, headers: { prefer: "wait=20" } }), call(), call(),
        ]);
        const bought = await once_over(call);
        await delivered(world, buyer.address, product, bought);
        told_of_one_job([by_http.json, ...by_tool.map(({ told }) => told)], bought.told);
    });

    test("four equal calls at once buy one job", async (world) => {
        const { base_url } = world.stack;
        const { product, sample } = world.route;
        const { buyer, payment } = await tool_payer(world, product, sample);
        const call = () => call_tool(base_url, product, sample, { payment });
        const results = await Promise.all(Array.from({ length: 4 }, call));
        const bought = await once_over(call);
        await delivered(world, buyer.address, product, bought);
        told_of_one_job(results.map(({ told }) => told), bought.told);
    });

    test("a payment for other arguments is told the terms, and no job", async (world) => {
        const { base_url } = world.stack;
        const { product, sample } = world.route;
        const { buyer, payment } = await tool_payer(world, product, sample);
        const bought = await once_over(() => call_tool(base_url, product, sample, { payment }));
        for (const [tool, args] of [
            [product, { payload: "Two and two is four." }],
            ["verify_standard", sample],
        ]) {
            const refused = await call_tool(base_url, tool, args, { payment });
            assert.equal(refused.isError, true);
            assert.equal(refused.told.x402Version, 2, JSON.stringify(refused.told));
            assert.equal(refused.told.job_id, undefined);
            assert.ok(!JSON.stringify(refused).includes(bought.told.job_id));
            if (tool === product) assert.equal(refused.told.error, "payment_reused");
        }
        // A wallet that sends one payment for all calls signs anew when it sees terms.
        const args = { payload: "Two and two is four." };
        const terms = await terms_of(base_url, product, args, {});
        const anew = await world.sign(buyer.account, terms);
        const second = await once_over(() =>
            call_tool(base_url, product, args, { payment: anew }));
        assert.notEqual(second.told.job_id, bought.told.job_id);
        assert.equal(second.told.status, "complete");
    });

    test("a settlement whose answer is lost is undecided, and the same call has the job", async (world) => {
        const { base_url } = world.stack;
        const { product, sample } = world.route;
        const { buyer, payment } = await tool_payer(world, product, sample);
        world.facilitator.control({ settle: { fault: "lost", times: 1 } });
        const call = () => call_tool(base_url, product, sample, { payment });
        const lost = await call();
        assert.equal(lost.isError, true);
        assert.equal(lost.told.code, "settlement_pending", JSON.stringify(lost.told));
        assert.equal(lost.told.charged, null);
        assert.match(lost.content[1].text, /same arguments and payment; sign nothing new/);
        await delivered(world, buyer.address, product, await once_over(call));
    });

    test("bad arguments are told before the payment and after it, and cost nothing", async (world) => {
        const { base_url } = world.stack;
        const { product, sample } = world.route;
        const terms = await terms_of(base_url, product, { payload: 7 }, {});
        assert.ok(terms.would_fail.length > 0);
        const { buyer, payment } = await tool_payer(world, product, sample);
        const [refused, spent] = await world.money_moved(buyer.address, () =>
            call_tool(base_url, product, { payload: 7 }, { payment }));
        assert.equal(refused.told.code, "wrong_arguments");
        assert.equal(refused.told.charged, false);
        assert.equal(spent, 0n);
        const bought = await once_over(() => call_tool(base_url, product, sample, { payment }));
        await delivered(world, buyer.address, product, bought);
    });

    test("an empty wallet is told the terms, and why its payment was refused", async (world) => {
        const { base_url } = world.stack;
        const { product, sample } = world.route;
        const { account } = await world.buyer({ atoms: 0n });
        const payment = await world.sign(account, await terms_of(base_url, product, sample));
        const refused = await call_tool(base_url, product, sample, { payment });
        assert.equal(refused.isError, true);
        assert.equal(refused.told.error, "invalid_exact_evm_insufficient_balance");
        assert.equal(refused.receipt.success, false);
        assert.equal(refused.receipt.errorReason, refused.told.error);
        assert.equal(refused.receipt.transaction, "");
    });

    test("get_result reads what was bought, free of charge, and knows no other job", async (world) => {
        const { base_url } = world.stack;
        const { product, sample } = world.route;
        const { payment } = await tool_payer(world, product, sample);
        const { told } = await once_over(() => call_tool(base_url, product, sample, { payment }));
        const read = await call_tool(base_url, "get_result", { job_id: told.job_id });
        assert.deepEqual(read.told, told);
        assert.equal(read.receipt, undefined);
        const job_id = `job_${"0".repeat(26)}`;
        const unknown = await call_tool(base_url, "get_result", { job_id });
        assert.equal(unknown.isError, true);
        assert.deepEqual([unknown.told.code, unknown.told.charged], ["job_unknown", false]);
    });

    test("a job that takes long is read later, by the free tool or as a task", async (world) => {
        const stack = await world.open_stack({
            program_dir: wrapped_programs(programs, k_hold),
            overrides: { http: { poll_wait_max: "1s" } },
        });
        const hold = join(stack.run_dir, "run/all_held");
        writeFileSync(hold, "");
        try {
            const own = { ...world, stack };
            const { base_url } = stack;
            const { product, sample } = world.route;
            const { buyer, payment } = await tool_payer(own, product, sample);
            const call = (options) => call_tool(base_url, product, sample, { payment, ...options });
            const later = await once_decided(() => call());
            assert.equal(later.isError, undefined);
            assert.equal(later.told.tool, "get_result");
            assert.equal(later.receipt.success, true);
            assert.match(later.content[1].text, /Call the tool get_result/);
            // A client that has lost the answer, and signs anew.
            const terms = await terms_of(base_url, product, sample, {});
            const anew = await world.sign(buyer.account, terms);
            const told_again = (await call({ payment: anew })).told;
            assert.equal(told_again.job_id, later.told.job_id);
            assert.equal(told_again.earlier_purchase.authorization_used, false);
            const task = await call({ capabilities: k_tasks });
            assert.deepEqual([task.resultType, task.status], ["task", "working"]);
            assert.equal(task.taskId, later.told.job_id);
            assert.equal(task.statusMessage, undefined);
            const task_again = await call({ payment: anew, capabilities: k_tasks });
            assert.equal(task_again.taskId, later.told.job_id);
            assert.match(task_again.statusMessage, /^You bought this .* authorization was not used/);
            rmSync(hold);
            const { job_id } = later.told;
            const read = await once_over(() => call_tool(base_url, "get_result", { job_id }));
            const { status, result } = await result_of(
                base_url, "tasks/get", { taskId: job_id }, { capabilities: k_tasks });
            assert.equal(status, "completed");
            assert.deepEqual(result.structuredContent, read.told);
            await delivered(own, buyer.address, product, { ...read, _meta: later._meta });
        } finally {
            rmSync(hold, { force: true });
        }
    });

    test("what no client should send is refused, and sells nothing", async (world) => {
        const { base_url } = world.stack;
        const { product, sample } = world.route;
        const code_of = async (params, options) =>
            (await ask(base_url, "tools/call", params, options)).json.error?.code;
        for (const era of k_eras) {
            const name = "verify_everything";
            assert.equal(await code_of({ name, arguments: sample }, { era }), -32602);
            assert.equal(await code_of({ name: product, arguments: [sample] }, { era }), -32602);
        }
        for (const payment of ["", "bm90IGpzb24=", 7, [], {}, { x402Version: 2 }, { x402Version: 1e9 }]) {
            const refused = await call_tool(base_url, product, sample, { payment });
            assert.equal(refused.isError, true, JSON.stringify(payment));
            const { charged, x402Version } = refused.told;
            assert.ok(charged === false || x402Version === 2, JSON.stringify(refused.told));
        }
    });
}

// The facilitator is a process of the test: when it is late, a call is told so instead of its job.
function told_of_one_job(all, { job_id }) {
    for (const told of all)
        if (told.code !== "facilitator_unavailable")
            assert.equal(told.job_id, job_id, JSON.stringify(told));
}
