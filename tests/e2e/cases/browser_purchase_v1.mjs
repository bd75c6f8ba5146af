// A transfer from the landing page when the page is left or the service does not answer, at each
// step: it is sent once, and buys once.
import assert from "node:assert/strict";
import { k_asking_ms, paid_nothing, paid_once, with_shopper } from "../lib/browser_buyer.mjs";

const k_order_path = "**/v1/verify";
const k_webhook_path = "**/v1/webhook/payment";
const k_leaves = ["reload", "reopen"];

export const uses = "browser";

export default function (test) {
    const on_v1 = (name, use, options) =>
        test(
            name,
            async (world) => {
                const stack = await world.open_stack();
                await with_shopper(world, { stack }, async (shopper) => {
                    await shopper.ask("verify_basic");
                    await use(shopper, world);
                });
            },
            options,
        );

    for (const leave of k_leaves) {
        on_v1(`a lost order comes again after a ${leave}, the same one`, async (shopper, world) => {
            const jobs = await losing(shopper, k_order_path, 2);
            await shopper.order();
            await shopper.hears("The page orders again");
            await shopper[leave]();
            await sending(shopper);
            const job_id = await shopper.bought();
            assert.deepEqual([...new Set(jobs)], [job_id]);
            await paid_once(world, shopper, world.route, job_id);
        });

        on_v1(`an order survives a ${leave}`, async (shopper, world) => {
            await shopper.order();
            await shopper.page.locator("#send-v1").waitFor();
            const before = JSON.parse(await shopper.pending());
            await shopper[leave]();
            await sending(shopper);
            const job_id = await shopper.bought();
            assert.equal(job_id, before.order.job_id);
            await paid_once(world, shopper, world.route, job_id);
        });

        on_v1(`a ${leave} while the wallet asks, then it sends: found by itself`, async (shopper, world) => {
            const held = await asked_wallet(shopper);
            await shopper[leave]();
            await shopper.hears("The wallet's history decides");
            assert.equal(await shopper.page.locator("#send-v1").count(), 0);
            await shopper.ask("verify_basic");
            for (const id of ["#pay-v2", "#order-v1"])
                assert.ok(await shopper.page.locator(id).isDisabled());
            held.release(); // the answer reaches no page
            await paid_once(world, shopper, world.route, await shopper.bought());
            assert.equal(shopper.wallet.asked("eth_sendTransaction"), 1);
        });

        on_v1(`a ${leave} while the hash is reported and lost`, async (shopper, world) => {
            await losing(shopper, k_webhook_path, 2);
            await shopper.order();
            await sending(shopper);
            await shopper.hears("reports it again");
            await shopper[leave]();
            await paid_once(world, shopper, world.route, await shopper.bought());
            assert.equal(shopper.wallet.asked("eth_sendTransaction"), 1);
        });

        on_v1(`a ${leave} while the request that is paid for is lost`, async (shopper, world) => {
            await shopper.order();
            await shopper.page.locator("#send-v1").waitFor();
            await losing(shopper, k_order_path, 2);
            await sending(shopper);
            await shopper.hears("asks again for the result");
            await shopper[leave]();
            await paid_once(world, shopper, world.route, await shopper.bought());
            assert.equal(shopper.wallet.asked("eth_sendTransaction"), 1);
        });
    }

    on_v1("a wallet that fails without a word: the hash is pasted", async (shopper, world) => {
        let sent;
        shopper.wallet.script.eth_sendTransaction = async (params) => {
            sent = await shopper.wallet.real("eth_sendTransaction", params);
            throw Object.assign(new Error("lost its node"), { code: -32603 });
        };
        await shopper.context.route("**/v1/job/*", (route) => route.abort());
        await shopper.order();
        await sending(shopper);
        await shopper.hears("lost its node");
        assert.equal(await shopper.page.locator("#send-v1").count(), 0);
        await shopper.page.fill("#purchase-hash", "0x12");
        await shopper.page.click("text=Report this transfer");
        await shopper.page.locator("text=A hash is 0x and 64 digits.").waitFor();
        await shopper.page.fill("#purchase-hash", sent);
        await shopper.page.click("text=Report this transfer");
        await paid_once(world, shopper, world.route, await shopper.bought());
    });

    on_v1("the button closes a minute before the window; the order is let go", async (shopper, world) => {
        await shopper.page.clock.install();
        await shopper.order();
        const send = shopper.page.locator("#send-v1");
        await send.waitFor({ timeout: k_asking_ms });
        assert.ok(await send.isEnabled());
        await shopper.page.clock.fastForward(225_000);
        assert.ok(await send.isEnabled());
        await shopper.page.clock.fastForward(20_000);
        await shopper.hears("too late to begin a transfer");
        assert.ok(await send.isDisabled());
        await shopper.page.click("button:text('Let this order go')");
        await shopper.page.clock.fastForward(2_000);
        await shopper.hears("The order was let go");
        assert.equal(await shopper.pending(), null);
        await paid_nothing(world, shopper);
    });

    on_v1("a transfer that fails on the chain moves nothing and ends the order", async (shopper, world) => {
        const { wallet } = shopper;
        const held = wallet.hold("eth_sendTransaction");
        await shopper.order();
        await sending(shopper);
        await held.asked;
        await world.chain.fund(wallet.address, 0n); // spent elsewhere meanwhile
        held.release();
        await shopper.hears("This page is done with the order");
        assert.match(await shopper.said(), /Nothing moved/);
        await paid_nothing(world, shopper);
        await world.chain.fund(wallet.address, world.route.price);
        await shopper.order();
        await sending(shopper);
        await paid_once(world, shopper, world.route, await shopper.bought());
    });

    on_v1("an order whose window ends while the wallet asks says that nothing came in", async (shopper, world) => {
        await asked_wallet(shopper);
        await shopper.context.route("**/v1/job/*", (route) =>
            route.fulfill({ status: 200, json: { status: "expired", credits: [] } }),
        );
        await shopper.reload();
        await shopper.hears("no transfer came in: nothing was paid");
        assert.equal(await shopper.pending(), null);
        await paid_nothing(world, shopper);
    });

    on_v1("a pasted hash of another transfer pays for nothing; the right one does", async (shopper, world) => {
        const held = await asked_wallet(shopper);
        const other = await world.chain.send("approve", [shopper.wallet.address, 1n]);
        await shopper.reload();
        const report = async (tx_hash) => {
            await shopper.page.fill("#purchase-hash", tx_hash);
            await shopper.page.click("text=Report this transfer");
        };
        await report(other.transactionHash);
        await shopper.hears("does not pay for this order");
        assert.equal(await shopper.page.locator("#send-v1").count(), 0);
        held.release();
        await paid_once(world, shopper, world.route, await shopper.bought());
        assert.equal(shopper.wallet.asked("eth_sendTransaction"), 1);
    });

    on_v1("a request that is refused after it was paid leads to the job", async (shopper) => {
        await shopper.order();
        await shopper.page.locator("#send-v1").waitFor({ timeout: k_asking_ms });
        const { order } = JSON.parse(await shopper.pending());
        await shopper.context.route(k_order_path, (route) =>
            route.fulfill({ status: 422, json: { detail: [], charged: true } }),
        );
        await sending(shopper);
        await shopper.hears(`It is paid; the job is ${order.job_id}`);
        assert.equal(shopper.wallet.asked("eth_sendTransaction"), 1);
    });

    on_v1("an order whose ready transaction is another one is not paid", async (shopper, world) => {
        await shopper.page.route(k_order_path, async (route) => {
            const response = await route.fetch();
            const order = await response.json();
            order.payment_options.transaction.to = order.accepts[0].payTo;
            await route.fulfill({ response, json: order });
        });
        await shopper.order();
        await shopper.hears("is not the transfer that the order names");
        assert.equal(shopper.wallet.calls.length, 0);
        await paid_nothing(world, shopper);
    });
}

async function sending(shopper) {
    await shopper.page.locator("#send-v1").waitFor({ timeout: k_asking_ms });
    await shopper.send();
}

// The wallet shows its question.
async function asked_wallet(shopper) {
    const held = shopper.wallet.hold("eth_sendTransaction");
    await shopper.order();
    await sending(shopper);
    await held.asked;
    await shopper.hears("The wallet asks you to confirm");
    return held;
}

// The service does the work of the next `count` calls of `path`; their answers are lost. The jobs
// that they name.
async function losing(shopper, path, count) {
    const jobs = [];
    let left = count;
    await shopper.context.route(path, async (route) => {
        if (left-- <= 0) return route.continue();
        const response = await route.fetch();
        jobs.push((await response.json()).job_id);
        await route.fulfill({ status: 503, body: "no" });
    });
    return jobs;
}
