// Every result's hash reaches the chain, whatever happens on the way: found there by strangers,
// sent by the published account, once.
import assert from "node:assert/strict";
import {
    alarmed,
    alarms,
    anchored,
    anchored_stack,
    bought,
    envelope,
    is_stamped,
    k_gas_money,
    make_final,
    nonces_are_whole,
    overtaken,
    sent_by,
    times_held,
    use_key,
    without_blocks,
} from "../lib/anchor.mjs";
import { assay, books_agree } from "../lib/books.mjs";
import { eas, k_eas } from "../lib/eas.mjs";
import { request } from "../lib/http.mjs";
import { await_job, payer } from "../lib/purchase.mjs";
import { eventually } from "../lib/process.mjs";
import { start_rpc_proxy } from "../lib/rpc_proxy.mjs";
import { v2_routes, with_world } from "../lib/world.mjs";
import { hastened, open_wrong_clock } from "../lib/wrong_clock.mjs";

const k_batch_interval_s = 2;
// The anchorer sends again, and looks again at what is mined, after ten seconds.
const k_look_s = 11;
const k_lag = 5; // blocks: the chain goes on by itself, by one in four seconds

export default function (test) {
    // A world of its own: blocks that come faster than one a second take its clock ahead of ours.
    test("each product's hash is timestamped by our account, and final in the end", async () => {
        const anchor = { batch_interval: `${k_batch_interval_s}s` };
        await with_world((world) =>
            with_clock(world, { anchor }, (...how) => each_is_timestamped(world, ...how)),
        );
    });

    test("selfsend: the hash is in the calldata of a transaction to ourselves", async (world) => {
        const stack = await anchored_stack(world, { anchor: { mode: "selfsend" } });
        const { job_id, result_hash } = await bought(world, stack);
        const { anchor } = await anchored(stack, job_id);
        assert.equal(anchor.method, "selfsend");
        assert.equal(anchor.contract, null);
        const transaction = await world.chain.client.getTransaction({ hash: anchor.tx_hash });
        assert.equal(transaction.from, transaction.to);
        assert.equal(transaction.from, stack.anchor_account.address.toLowerCase());
        assert.ok(transaction.input.includes(result_hash.slice(2)));
    });

    test("what a stranger stamped first is also sent by us", async (world) => {
        const stack = await anchored_stack(world, { anchor: { batch_interval: "4s" } });
        const jobs = [await bought(world, stack), await bought(world, stack)];
        await eas(world.chain).stamp([jobs[0].result_hash]);
        const first = await anchored(stack, jobs[0].job_id);
        const second = await anchored(stack, jobs[1].job_id);
        assert.equal(first.anchor.method, "selfsend");
        assert.equal(second.anchor.method, "eas");
        for (const { result_hash } of jobs)
            assert.equal(await times_held(world.chain, stack.anchor_account, result_hash), 1);
    });

    test("without the contract hashes are sent to ourselves, with an alarm", async (world) => {
        const contract = "0x4200000000000000000000000000000000000099";
        const stack = await anchored_stack(world, { anchor: { contract } });
        const { job_id, result_hash } = await bought(world, stack);
        await alarmed(stack, "anchor_contract_missing");
        const { anchor } = await anchored(stack, job_id);
        assert.equal(anchor.method, "selfsend");
        assert.equal(await times_held(world.chain, stack.anchor_account, result_hash), 1);
    });

    test("an empty wallet delays no result, and is an alarm until there is money", async (world) => {
        const stack = await anchored_stack(world, { wei: 0n });
        const { job_id, result_hash, anchor } = await bought(world, stack);
        assert.deepEqual(anchor, {
            status: "pending",
            method: null,
            chain_id: null,
            contract: null,
            tx_hash: null,
            block_number: null,
            block_time: null,
        });
        await alarmed(stack, "anchor_balance_critical");
        await world.chain.client.setBalance({
            address: stack.anchor_account.address,
            value: k_gas_money,
        });
        await anchored(stack, job_id);
        assert.ok(await is_stamped(world.chain, result_hash));
    });

    test("a swallowed or repeated answer to a broadcast sends nothing twice", async (world) => {
        await with_proxy_and_clock(world, async (stack, proxy, looked_at) => {
            for (const fault of [{ swallow: true }, { drop: true }, { status: 500 }]) {
                proxy.control({ ...fault, only: "eth_sendRawTransaction" });
                const failed = failed_sends(stack);
                const { job_id, result_hash } = await bought(world, stack);
                await eventually("it was sent", async () =>
                    (await envelope(stack, job_id)).anchor.status !== "pending",
                );
                await eventually("the sending failed", () => failed_sends(stack) > failed);
                if (!fault.swallow) proxy.control(undefined);
                await looked_at(anchored(stack, job_id));
                proxy.control(undefined);
                assert.equal(await times_held(world.chain, stack.anchor_account, result_hash), 1);
            }
            assert.ok(await nonces_are_whole(world.chain, stack.anchor_account));
        });
    });

    test("a node that says the nonce is too low is believed in nothing", async (world) => {
        await with_proxy_and_clock(world, async (stack, proxy, looked_at) => {
            const said = { error: { code: -32000, message: "nonce too low" } };
            for (const asks of [true, false]) {
                proxy.control({ ...said, asks, only: "eth_sendRawTransaction" });
                const failed = failed_sends(stack);
                const { job_id, result_hash } = await bought(world, stack);
                if (!asks) {
                    await anchored(stack, job_id, ["broadcast"]);
                    await eventually("the sending failed", () => failed_sends(stack) > failed);
                    assert.ok(!(await is_stamped(world.chain, result_hash)));
                    proxy.control(undefined);
                }
                await looked_at(anchored(stack, job_id));
                assert.equal(await times_held(world.chain, stack.anchor_account, result_hash), 1);
            }
            assert.ok(await nonces_are_whole(world.chain, stack.anchor_account));
        });
    });

    test("a batch that fails because a stranger was faster is sent in parts, each hash once", async (world) => {
        const stack = await anchored_stack(world, { anchor: { batch_interval: "4s" } });
        const jobs = [await bought(world, stack), await bought(world, stack)];
        assert.ok(await overtaken(world.chain, stack, jobs[0]));
        const { anchor } = await anchored(stack, jobs[0].job_id);
        assert.equal(anchor.method, "selfsend");
        assert.equal((await anchored(stack, jobs[1].job_id)).anchor.method, "eas");
        const { anchor_account: account } = stack;
        const [first] = await sent_by(world.chain, account);
        const { status } = await world.chain.client.getTransactionReceipt(first);
        assert.equal(status, "reverted");
        for (const { result_hash } of jobs) {
            assert.ok(first.input.includes(result_hash.slice(2)));
            assert.equal(await times_held(world.chain, account, result_hash), 1);
        }
        assert.ok(await nonces_are_whole(world.chain, account));
        await books_agree(stack);
    });

    test("what is not mined is sent again with a higher fee, and counts once", async (world) => {
        const stack = await anchored_stack(world, {
            anchor: { batch_interval: "3s", bump_after: "5s", max_fee_gwei: "50" },
        });
        const { client } = world.chain;
        const { job_id, result_hash } = await bought(world, stack);
        await without_blocks(world.chain, async () => {
            const first = (await anchored(stack, job_id, ["broadcast"])).anchor.tx_hash;
            await eventually(
                "another attempt",
                async () => (await envelope(stack, job_id)).anchor.tx_hash !== first,
                { timeout_ms: 30_000 },
            );
            const { anchor } = await envelope(stack, job_id);
            assert.equal((await client.getTransaction({ hash: anchor.tx_hash })).nonce, 0);
        });
        await anchored(stack, job_id);
        assert.equal(await times_held(world.chain, stack.anchor_account, result_hash), 1);
        assert.equal((await sent_by(world.chain, stack.anchor_account)).length, 1);
    });

    test("while the chain asks for more than the limit, anchors wait", async (world) => {
        const stack = await anchored_stack(world, { anchor: { batch_interval: "3s" } });
        const { client } = world.chain;
        const cheap = (await client.getBlock()).baseFeePerGas;
        const base_fee = async (value) => {
            await client.setNextBlockBaseFeePerGas({ baseFeePerGas: value });
            await client.mine({ blocks: 1 });
        };
        const { job_id, anchor } = await bought(world, stack);
        assert.equal(anchor.status, "pending");
        await base_fee(50_000_000_000n);
        await alarmed(stack, "anchor_fee_limit");
        assert.ok(["pending", "broadcast"].includes((await envelope(stack, job_id)).anchor.status));
        await base_fee(cheap);
        const { result_hash } = await anchored(stack, job_id);
        assert.equal(await times_held(world.chain, stack.anchor_account, result_hash), 1);
    });

    test("an endpoint that lags tells of an anchor later", async (world) => {
        const proxy = await start_rpc_proxy(world.chain);
        try {
            const overrides = { payment: { rpc_urls: [proxy.url] } };
            const stack = await anchored_stack(world, {
                anchor: { batch_interval: "3s" },
                overrides,
            });
            const { job_id, result_hash } = await bought(world, stack);
            proxy.control({ lag: k_lag });
            await eventually("it is in the chain", () => is_stamped(world.chain, result_hash));
            assert.equal((await envelope(stack, job_id)).anchor.status, "broadcast");
            await world.chain.client.mine({ blocks: k_lag });
            await anchored(stack, job_id);
            assert.equal(await times_held(world.chain, stack.anchor_account, result_hash), 1);
        } finally {
            await proxy.stop();
        }
    });

    test("an anchor that the chain takes back is sent again", async (world) => {
        await with_clock(world, {}, async (stack, looked_at) => {
            const { job_id, result_hash } = await bought(world, stack);
            const { anchor } = await anchored(stack, job_id);
            await world.chain.take_back(anchor.block_number);
            assert.ok(!(await is_stamped(world.chain, result_hash)));
            const is_back = eventually("it is back", () => is_stamped(world.chain, result_hash), {
                timeout_ms: 40_000,
            });
            await looked_at(is_back);
            await anchored(stack, job_id);
            assert.equal(await times_held(world.chain, stack.anchor_account, result_hash), 1);
        });
    });

    test("somebody else with the key stops the anchorer, until the operator says so", async (world) => {
        await with_clock(world, {}, async (stack, looked_at) => {
            const first = await bought(world, stack);
            await anchored(stack, first.job_id);
            await use_key(world.chain, stack.anchor_account);
            const { job_id } = await bought(world, stack);
            await looked_at(alarmed(stack, "anchor_key_used"));
            assert.equal((await envelope(stack, job_id)).anchor.status, "pending");
            await assay(stack, ["anchor", "retry"]);
            await looked_at(anchored(stack, job_id));
            await eventually("the alarm is over", async () =>
                !(await alarms(stack)).some((each) => each.startsWith("anchor_")),
            );
        });
    });
}

// How often an endpoint did not say that it took a transaction of the anchorer.
const failed_sends = (stack) => stack.log().match(/event=anchor_not_taken/g)?.length ?? 0;

// Runs `use(stack, looked_at)` with a stack that anchors; looked_at(waited) is what `waited` comes
// to while the anchorer's time goes faster, where there is a clock that can be set.
async function with_clock(world, wishes, use) {
    const clock = open_wrong_clock();
    const stack = await anchored_stack(world, { ...wishes, env: clock?.env });
    try {
        await use(stack, (waited) => hastened(clock, stack, waited, { step_s: k_look_s }));
    } finally {
        await stack.stop();
        clock?.close(stack.pid);
    }
}

async function with_proxy_and_clock(world, use) {
    const proxy = await start_rpc_proxy(world.chain);
    const overrides = { payment: { rpc_urls: [proxy.url] } };
    try {
        await with_clock(world, { overrides }, (stack, looked_at) => use(stack, proxy, looked_at));
    } finally {
        await proxy.stop();
    }
}

async function each_is_timestamped(world, stack, looked_at) {
    const manifest = await request("GET", new URL("/.well-known/x402.json", stack.base_url));
    assert.equal(manifest.json.provenance.address, stack.anchor_account.address);
    const jobs = [];
    for (const route of await v2_routes(stack)) {
        const { send } = await payer({ ...world, route }, stack);
        const { json } = await send();
        jobs.push((await await_job(stack.base_url, json.job_id)).json);
    }
    for (const { job_id } of jobs) {
        const { anchor, result_hash, completed_at } = await anchored(stack, job_id);
        assert.equal(anchor.method, "eas");
        assert.equal(anchor.contract, k_eas);
        assert.equal(anchor.chain_id, world.chain.chain_id);
        const stamp = await eas(world.chain).time_of(result_hash);
        assert.equal(Number(stamp), Date.parse(anchor.block_time) / 1000);
        const took_s = Number(stamp) - Date.parse(completed_at) / 1000;
        assert.ok(took_s <= 2 * k_batch_interval_s, `${took_s} s after the result`);
        const transaction = await world.chain.client.getTransaction({ hash: anchor.tx_hash });
        assert.equal(transaction.from, stack.anchor_account.address.toLowerCase());
        assert.equal(Number(transaction.blockNumber), anchor.block_number);
        assert.equal(transaction.typeHex, "0x2");
        assert.equal(await times_held(world.chain, stack.anchor_account, result_hash), 1);
    }
    await make_final(world.chain);
    const are_final = jobs.map(({ job_id }) => anchored(stack, job_id, ["final"]));
    await looked_at(Promise.all(are_final));
    const { stdout } = await assay(stack, ["anchor", "status"]);
    const { pending, address, balance_wei, last } = JSON.parse(stdout);
    assert.equal(pending, 0);
    assert.equal(address, stack.anchor_account.address);
    assert.match(balance_wei, /^[1-9]\d+$/);
    assert.match(last.tx_hash, /^0x[0-9a-f]{64}$/);
    await books_agree(stack);
}
