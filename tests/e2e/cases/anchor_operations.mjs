// What operators and chains do to anchoring: it is switched off, the database comes from a backup, the
// chain stands still. No result waits for it, and every hash is held in the end.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import {
    alarmed,
    alarms,
    anchored,
    anchored_stack,
    bought,
    envelope,
    is_stamped,
    nonces_are_whole,
    sent_by,
    times_held,
} from "../lib/anchor.mjs";
import { assay, books_agree } from "../lib/books.mjs";
import { request } from "../lib/http.mjs";
import { programs } from "../lib/paths.mjs";
import { eventually } from "../lib/process.mjs";
import { await_job, payer } from "../lib/purchase.mjs";
import { configured } from "../lib/stack.mjs";
import { with_world } from "../lib/world.mjs";
import { wrapped_programs } from "../lib/wrapped_programs.mjs";
import { open_wrong_clock } from "../lib/wrong_clock.mjs";

const run = promisify(execFile);
const k_halted_sales = 4;
const k_halt_s = 600;

export default function (test) {
    test("what waits when anchoring is switched off is told, and sent when it is on again", async (world) => {
        const stack = await anchored_stack(world, { anchor: { batch_interval: "3600s" } });
        const { job_id, result_hash } = await bought(world, stack);
        await configured(stack, { 'mode = "eas"': 'mode = "off"' });
        await alarmed(stack, "anchor_off");
        assert.equal((await bought(world, stack)).anchor.status, "off");
        assert.equal((await envelope(stack, job_id)).anchor.status, "pending");
        const { json } = await request("GET", new URL("/health", stack.base_url));
        const { status, pending, oldest_sec } = json.checks.anchor;
        assert.deepEqual([status, pending], ["off", 1]);
        assert.ok(Number.isInteger(oldest_sec));
        const told = JSON.parse((await assay(stack, ["anchor", "status"])).stdout);
        assert.deepEqual([told.mode, told.pending], ["off", 1]);
        await configured(stack, { 'mode = "off"': 'mode = "eas"', '"3600s"': '"1s"' });
        await anchored(stack, job_id);
        assert.equal(await times_held(world.chain, stack.anchor_account, result_hash), 1);
        await eventually("the alarm is over", async () => (await alarms(stack)).length === 0);
        await books_agree(stack);
    });

    test("without the key nothing is started, and the reason is said at once", async (world) => {
        const overrides = { anchor: { mode: "eas" } };
        await assert.rejects(world.open_stack({ overrides }), ({ message }) => {
            assert.match(message, /anchor\.key_credential names .*anchor\.mode = "off"/);
            return true;
        });
    });

    test("a worker without its key ends as with a wrong configuration", async (world) => {
        const stack = await anchored_stack(world);
        await stack.stop();
        const elsewhere = join(stack.run_dir, "no_key.toml");
        const text = readFileSync(stack.config_file, "utf8");
        writeFileSync(elsewhere, text.replace(/credentials_dir = .*/, 'credentials_dir = "/proc"'));
        const env = { ASSAY_CONFIG: elsewhere, ASSAY_RUN_DIR: join(stack.run_dir, "run") };
        await assert.rejects(
            run(join(programs, "assay-worker"), { env, timeout: 20_000 }),
            ({ code, stderr }) => {
                assert.match(stderr, /anchor\.key_credential names a credential that cannot be read/);
                assert.equal(code, 2, "systemd would start it again");
                return true;
            },
        );
    });

    test("a database from a backup repeats no nonce, and sends nothing before the operator knows", async (world) => {
        const stack = await anchored_stack(world, { anchor: { batch_interval: "4s" } });
        const { anchor_account: account } = stack;
        const { job_id, result_hash } = await bought(world, stack);
        await stack.stop();
        const backup = join(stack.run_dir, "backup");
        copy_database(stack.run_dir, backup);
        await stack.start();
        await anchored(stack, job_id);
        await stack.stop();
        copy_database(backup, stack.run_dir);
        await stack.start();
        await alarmed(stack, "anchor_key_used");
        assert.equal((await envelope(stack, job_id)).anchor.status, "pending");
        assert.equal((await sent_by(world.chain, account)).length, 1);
        await assay(stack, ["anchor", "retry"]);
        // Stamped before, so it is sent in the other way: no timestamp is paid for that would fail.
        assert.equal((await anchored(stack, job_id)).anchor.method, "selfsend");
        for (const { hash } of await sent_by(world.chain, account)) {
            const { status } = await world.chain.client.getTransactionReceipt({ hash });
            assert.equal(status, "success");
        }
        assert.equal(await times_held(world.chain, account, result_hash), 2);
        assert.ok(await nonces_are_whole(world.chain, account));
        await eventually("the alarm is over", async () => (await alarms(stack)).join() === "restored");
    });

    test("the chain stands still for minutes: results are delivered meanwhile, hashes afterwards", async () => {
        const clock = open_wrong_clock();
        if (!clock) return;
        await with_world(async (world) => {
            const holds = 'while [ -e "$ASSAY_RUN_DIR/held" ]; do sleep 0.05; done';
            const stack = await anchored_stack(world, {
                env: clock.env,
                program_dir: wrapped_programs(programs, holds),
            });
            try {
                await halted(world, stack, clock);
            } finally {
                await stack.stop();
                clock.close(stack.pid);
            }
        });
    });
}

// Sales before the halt, results during it.
async function halted(world, stack, clock) {
    const { client } = world.chain;
    const { anchor_account: account } = stack;
    const held = join(stack.run_dir, "run/held");
    writeFileSync(held, "");
    const sold = [];
    for (let i = 0; i < k_halted_sales; ++i) {
        const { json } = await (await payer(world, stack)).send();
        sold.push(json.job_id);
    }
    await client.mine({ blocks: 1 });
    const halted_at = Number((await client.getBlock()).timestamp);
    await client.setAutomine(false);
    clock.set(k_halt_s);
    rmSync(held);
    const jobs = [];
    for (const job_id of sold) {
        const { json } = await await_job(stack.base_url, job_id);
        assert.equal(json.status, "complete", JSON.stringify(json));
        assert.ok(["pending", "broadcast"].includes(json.anchor.status));
        jobs.push(json);
    }
    clock.set(2 * k_halt_s);
    await alarmed(stack, "anchor_behind");
    for (const { result_hash } of jobs)
        assert.ok(!(await is_stamped(world.chain, result_hash)));
    await client.setNextBlockTimestamp({ timestamp: BigInt(halted_at + 2 * k_halt_s) });
    await client.mine({ blocks: 1 });
    await client.setAutomine(true);
    await client.mine({ blocks: 1 });
    for (const { job_id } of jobs) await anchored(stack, job_id);
    for (const { result_hash } of jobs)
        assert.equal(await times_held(world.chain, account, result_hash), 1);
    assert.ok(await nonces_are_whole(world.chain, account));
    await eventually("no alarm of the anchorer", async () =>
        (await alarms(stack)).every((code) => !code.startsWith("anchor_")),
    );
    await books_agree(stack);
}

// The database of a stack that has stopped: its file, and the log that is not in it yet.
function copy_database(from, to) {
    for (const folder of [from, to])
        rmSync(join(folder, "assay.db-shm"), { force: true });
    rmSync(join(to, "assay.db-wal"), { force: true });
    for (const name of readdirSync(from).filter((each) => /^assay\.db(-wal)?$/.test(each)))
        cpSync(join(from, name), join(to, name));
}
