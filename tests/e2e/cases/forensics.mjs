// The network integrity scan as buyers meet it: hosts that are refused, one scan at a time, and what
// happens to the money when a scan cannot be had.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { books_agree } from "../lib/books.mjs";
import { problem } from "../lib/checks.mjs";
import { held_programs, hold_next_job } from "../lib/held_jobs.mjs";
import { post, request } from "../lib/http.mjs";
import { programs } from "../lib/paths.mjs";
import { eventually } from "../lib/process.mjs";
import { payer } from "../lib/purchase.mjs";
import { k_cut_off, wrapped_programs } from "../lib/wrapped_programs.mjs";

// Private, reserved, mapped, encoded, mixed and malformed ways to name a host of our own network.
const k_refused = [
    ...["127.0.0.1", "127.1.2.3", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1"],
    ...["100.64.0.1", "169.254.169.254", "192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255"],
    ...["::1", "::", "fe80::1", "fc00::1", "ff02::1", "2001:db8::1", "::ffff:127.0.0.1"],
    ...["::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::1", "2001:0:7f00:1::1"],
    ...["127.1", "0177.0.0.1", "0x7f.0.0.1", "2130706433", "0x7f000001", "127.0.0.1:80"],
    ...["[::1]", "fe80::1%eth0", "localhost", "assay", "printer.local"],
    ...[["db", "internal"].join("."), "router.home.arpa", "x.onion", "1.0.0.127.in-addr.arpa", "a.test", "a.invalid"],
    ...["http://example.com/", "example.com/", "user@example.com", "example.com.", "", " "],
    ...["-a.example.com", "a..example.com", "a_b.example.com", `${"a".repeat(64)}.example.com`],
];

export default function (test) {
    test("hosts of any private, reserved or malformed form are 422, and nothing is charged", async (world) => {
        const route = world.routes.find((each) => each.product === "forensics_custom");
        const buyer = await world.buyer();
        const payment = await world.sign(buyer.account, await world.terms(route));
        const calls = world.facilitator.calls().length;
        assert.ok(k_refused.length >= 30);
        const [, spent] = await world.money_moved(buyer.address, async () => {
            for (const target of k_refused) {
                const targets = ["1.1.1.1", target];
                const answer = await post(route.url, { targets }, { payment });
                assert.equal(answer.status, 422, `${target}: ${answer.text}`);
                assert.deepEqual(answer.json.detail[0].loc, ["body", "targets", 1]);
            }
            for (const targets of [[], "1.1.1.1", ["1.1.1.1", "1.1.1.1"], Array(9).fill("a.org")])
                assert.equal((await post(route.url, { targets }, { payment })).status, 422);
        });
        assert.equal(spent, 0n);
        assert.equal(world.facilitator.calls().length, calls);
        const sold = await post(route.url, route.sample, { payment });
        assert.equal(sold.status, 200, sold.text); // the header was good all along
        assert.deepEqual(sold.json.artifact.targets, [{ host: "1.1.1.1", addresses: ["1.1.1.1"] }]);
    });

    test("two scans bought at once run one after the other", async (world) => {
        const stack = await world.open_stack({ program_dir: held_programs() });
        const [first, second] = [await scan(world, stack), await scan(world, stack)];
        const held = hold_next_job(stack);
        const one = first.send();
        await held.is_held();
        const two = second.send();
        await eventually("the second is sold", async () => {
            const { json } = await request("GET", new URL("/health", stack.base_url));
            return json.checks.queue.forensics?.waiting === 1;
        });
        held.release();
        const [before, after] = [await one, await two];
        for (const { status, text } of [before, after]) assert.equal(status, 200, text);
        assert.ok(after.json.artifact.started_at >= before.json.completed_at);
        await books_agree(stack);
    });

    test("a scanner that dies is tried twice; then the price is a credit", async (world) => {
        const deaths = `for n in 1 2; do
            if rm "$ASSAY_RUN_DIR/die-$n" 2>/dev/null; then kill -9 $$; fi
        done`;
        const stack = await world.open_stack({ program_dir: wrapped_programs(programs, deaths) });
        const die = (n) => writeFileSync(join(stack.run_dir, `run/die-${n}`), "");

        die(1);
        const once = await (await scan(world, stack)).send();
        assert.equal(once.status, 200, once.text); // the second attempt

        const buyer = await scan(world, stack);
        die(1);
        die(2);
        const failed = await buyer.send();
        problem(failed, 500, "job_failed", true);
        assert.equal(failed.json.credits[0].reason, "job_failed");
        assert.equal((await buyer.send()).status, 500); // no buyer pays for it again
        assert.equal((await world.chain.transfers({ from: buyer.buyer.address })).length, 1);
        await books_agree(stack);
    });

    test("an offline vantage: INCONCLUSIVE with a credit, then 503 until the network is seen", async (world) => {
        const stack = await world.open_stack({ program_dir: wrapped_programs(programs, k_cut_off) });
        const basket = join(stack.run_dir, "basket.json");
        const cut = join(stack.run_dir, "run/offline");
        const servers = [1, 2, 3].map((n) => ({ host: `t${n}.org`, ip: `11.0.0.${n}` }));
        writeFileSync(cut, "");
        writeFileSync(basket, JSON.stringify({ schema_version: 1, ntp: { servers, port: 123 } }));

        const buyer = await scan(world, stack);
        const seen = await buyer.send();
        assert.equal(seen.status, 200, seen.text);
        assert.equal(seen.json.verdict, "INCONCLUSIVE");
        assert.equal(seen.json.artifact.vantage.offline, true);
        assert.deepEqual(
            seen.json.credits.map(({ reason, amount }) => [reason, amount]),
            [["vantage_offline", String(buyer.route.price)]],
        );
        const next = await scan(world, stack);
        const [refused, spent] = await world.money_moved(next.buyer.address, next.send);
        problem(refused, 503, "vantage_offline", false);
        assert.equal(spent, 0n);
        const alarms = async () => {
            const { json } = await request("GET", new URL("/health", stack.base_url));
            return json.alarms.map((each) => each.code);
        };
        await eventually("the alarm", async () => (await alarms()).includes("vantage_offline"));
        assert.equal((await buyer.send()).status, 200); // what was sold stays sold

        writeFileSync(basket, '{"schema_version":1}'); // nothing to ask for: nothing is missing
        rmSync(cut);
        const bought = await eventually(
            "a scan is sold again",
            async () => {
                const answer = await next.send();
                return answer.status === 200 && answer;
            },
            { timeout_ms: 90_000, interval_ms: 500 },
        );
        assert.deepEqual(bought.json.credits, []);
        assert.ok(!(await alarms()).includes("vantage_offline"));
        await books_agree(stack);
    }, { takes_s: 35 });

    test("without a basket no scan is sold", async (world) => {
        const stack = await world.open_stack({
            overrides: { forensics: { basket: "/nonexistent/basket.json" } },
        });
        await eventually("the alarm", async () => {
            const { json } = await request("GET", new URL("/health", stack.base_url));
            return json.alarms.some((each) => each.code === "scanner_unfit");
        });
        problem(await (await scan(world, stack)).send(), 503, "vantage_offline", false);
    });

    test("without the list of CT logs no scan is sold on either rail; with it they are", async (world) => {
        const stack = await world.open_stack();
        const list = join(stack.run_dir, "logs.json");
        const basket = { schema_version: 1, ct_log_list_json: "logs.json" };
        writeFileSync(join(stack.run_dir, "basket.json"), JSON.stringify(basket));
        const health = async () => {
            const { json } = await request("GET", new URL("/health", stack.base_url));
            return json;
        };
        await eventually("the alarm", async () => {
            const { status, alarms } = await health();
            return status === "degraded" && alarms.some((each) => each.code === "ct_log_list_missing");
        });
        const buyer = await scan(world, stack);
        const [refused, spent] = await world.money_moved(buyer.buyer.address, buyer.send);
        problem(refused, 503, "log_list_missing", false);
        assert.equal(spent, 0n);
        const order = await post(new URL("/v1/forensics", stack.base_url), {});
        problem(order, 503, "log_list_missing", false);

        writeFileSync(list, "{}");
        const sold = await eventually("a scan is sold", async () => {
            const answer = await buyer.send();
            return answer.status === 200 && answer;
        });
        assert.equal(sold.json.status, "complete");
        assert.ok(!(await health()).alarms.some((each) => each.code === "ct_log_list_missing"));
    });
}

// A buyer of forensics_run at `stack`, as lib/purchase.mjs makes one.
function scan(world, stack) {
    const route = world.routes.find((each) => each.product === "forensics_run");
    return payer({ ...world, route }, stack);
}
