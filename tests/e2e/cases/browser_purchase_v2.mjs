// A signature on the landing page when the page is left or the service does not answer: it is sent
// again, the same, until that is decided, and there is no other one meanwhile.
import assert from "node:assert/strict";
import { toHex } from "viem";
import { watched_page } from "../lib/browser.mjs";
import { paid_nothing, paid_once, with_shopper } from "../lib/browser_buyer.mjs";

const k_paid_path = "**/v2/verify/basic";

// What a proxy on the way answers in the place of the service, before or after it has been asked.
const k_losses = {
    "a 503 in its place": (route) => route.fulfill({ status: 503, body: "no" }),
    "a connection that is cut": (route) => route.abort(),
    "an answer that is lost": async (route) => {
        await route.fetch();
        await route.fulfill({ status: 503, body: "no" });
    },
};

const is_paid = (route) => "payment-signature" in route.request().headers();

export const uses = "browser";

export default function (test) {
    for (const [name, loss] of Object.entries(k_losses))
        for (const leave of ["reload", "reopen"])
            test(`a signature survives ${name} and a ${leave}: paid once`, async (world) => {
                await with_shopper(world, {}, async (shopper) => {
                    await shopper.ask("verify_basic");
                    let attempts = 0;
                    await shopper.context.route(k_paid_path, async (route) => {
                        if (!is_paid(route) || ++attempts > 2) return route.continue();
                        await loss(route);
                    });
                    await shopper.sign();
                    await shopper.hears("signs no other");
                    const { header } = JSON.parse(await shopper.pending());
                    assert.ok(header.trim());
                    await shopper[leave]();
                    const job_id = await shopper.bought();
                    assert.ok(attempts > 1);
                    await paid_once(world, shopper, world.route, job_id);
                    assert.equal(shopper.wallet.asked("eth_signTypedData_v4"), 1);
                    await shopper.reload(); // the job is still there
                    assert.equal(await shopper.pending(), null);
                    await shopper.page.locator(`#purchase a[href$="${job_id}"]`).waitFor();
                });
            });

    test("while a payment is undecided there is no other signature, in no tab", async (world) => {
        await with_shopper(world, {}, async (shopper) => {
            await shopper.ask("verify_basic");
            let is_cut = true;
            await shopper.context.route(k_paid_path, (route) =>
                is_cut && is_paid(route) ? route.abort() : route.continue(),
            );
            await shopper.sign();
            await shopper.hears("signs no other");
            await shopper.ask("verify_basic");
            assert.ok(await shopper.page.locator("#pay-v2").isDisabled());
            assert.ok(await shopper.page.locator("#order-v1").isDisabled());
            const first = shopper.page;
            shopper.page = await shopper.context.newPage();
            shopper.page.said = [];
            await shopper.open();
            await shopper.hears("Another tab");
            await shopper.ask("verify_basic");
            assert.ok(await shopper.page.locator("#pay-v2").isDisabled());
            await first.close(); // then this one goes on
            is_cut = false;
            const job_id = await shopper.bought();
            await paid_once(world, shopper, world.route, job_id);
            assert.equal(shopper.wallet.asked("eth_signTypedData_v4"), 1);
            await shopper.ask("verify_basic");
            assert.ok(await shopper.page.locator("#pay-v2").isEnabled());
        });
    });

    test("a tab that is closed while the wallet asks for a signature pays nothing", async (world) => {
        await with_shopper(world, {}, async (shopper) => {
            await shopper.ask("verify_basic");
            const held = shopper.wallet.hold("eth_signTypedData_v4");
            await shopper.sign();
            await held.asked;
            await shopper.reopen();
            await shopper.hears("before the wallet had signed");
            held.release();
            await paid_nothing(world, shopper);
            await shopper.ask("verify_basic");
            await shopper.sign();
            await paid_once(world, shopper, world.route, await shopper.bought());
        });
    });

    test("an authorization that no answer decides is looked up on the chain once it has lapsed", async (world) => {
        await with_shopper(world, {}, async (shopper) => {
            const { script, real } = shopper.wallet;
            let time = 0n;
            script.eth_getBlockByNumber = () => ({ timestamp: toHex(time) });
            script.eth_call = ([call]) => real("eth_call", [call, "latest"]);
            await shopper.context.route(k_paid_path, (route) =>
                is_paid(route) ? route.abort() : route.continue(),
            );
            await shopper.page.clock.install();
            await shopper.ask("verify_basic");
            await shopper.sign();
            await shopper.hears("signs no other");
            const look = shopper.page.locator("button:text('Look on the chain')");
            assert.equal(await look.count(), 0);
            await shopper.page.clock.fastForward(400_000);
            await look.click();
            await shopper.hears("its time is not over there");
            assert.ok(await shopper.pending());
            time = 2n ** 40n;
            await look.click();
            await shopper.hears("It has lapsed unused on the chain");
            assert.equal(await shopper.pending(), null);
            await paid_nothing(world, shopper);
        });
    });

    test("Retry-After is waited for, and the same header is sent again", async (world) => {
        await with_shopper(world, {}, async (shopper) => {
            const sent = [];
            await shopper.page.route(k_paid_path, async (route) => {
                if (!is_paid(route)) return route.continue();
                sent.push({ at: Date.now(), header: route.request().headers()["payment-signature"] });
                if (sent.length > 1) return route.continue();
                await route.fetch(); // it was paid with; what is said of this one says nothing of it
                const problem = { code: "rate_limited", charged: false, retryable: true };
                await route.fulfill({ status: 429, headers: { "retry-after": "4" }, json: problem });
            });
            await shopper.ask("verify_basic");
            await shopper.sign();
            const job_id = await shopper.bought();
            assert.equal(sent.length, 2);
            assert.ok(sent[1].at - sent[0].at >= 3_900);
            assert.equal(sent[0].header, sent[1].header);
            await paid_once(world, shopper, world.route, job_id);
        });
    });

    test("two tabs that sign at once sign once", async (world) => {
        await with_shopper(world, {}, async (shopper) => {
            const other = await watched_page(shopper.context);
            await other.goto(`${shopper.stack.base_url}/ui`);
            const first = shopper.page;
            for (const page of [other, first]) {
                shopper.page = page;
                await shopper.ask("verify_basic");
            }
            const held = shopper.wallet.hold("eth_signTypedData_v4");
            // Without the wait for a button to be enabled: the later of the two finds it is not.
            const press = (page) => page.locator("#pay-v2").evaluate((button) => button.click());
            await Promise.all([press(first), press(other)]);
            await held.asked;
            held.release();
            await first.locator("#purchase a").first().waitFor();
            await other.locator("#purchase a").first().waitFor();
            const ids = await first.locator("#purchase-bought a").allInnerTexts();
            assert.equal(ids.length, 1);
            await paid_once(world, shopper, world.route, ids[0]);
            assert.equal(shopper.wallet.asked("eth_signTypedData_v4"), 1);
        });
    });

    test("a browser that keeps nothing is not let sign", async (world) => {
        await with_shopper(world, {}, async (shopper) => {
            await shopper.ask("verify_basic");
            await shopper.page.evaluate(() => {
                Storage.prototype.setItem = () => {
                    throw new DOMException("full", "QuotaExceededError");
                };
            });
            for (const press of ["sign", "order"]) {
                await shopper[press]();
                await shopper.hears("This browser keeps nothing for this page");
            }
            assert.equal(shopper.wallet.asked("eth_signTypedData_v4"), 0);
            await paid_nothing(world, shopper);
        });
    });

    test("a refusal of the facilitator ends it: nothing was paid, and a new one is possible", async (world) => {
        await with_shopper(world, {}, async (shopper) => {
            await shopper.ask("verify_basic");
            const held = shopper.wallet.hold("eth_signTypedData_v4");
            await shopper.sign();
            await held.asked;
            await world.chain.fund(shopper.wallet.address, 0n); // spent elsewhere meanwhile
            held.release();
            await shopper.hears("Nothing was paid. The payment was refused");
            assert.equal(await shopper.pending(), null);
            await world.chain.fund(shopper.wallet.address, world.route.price);
            await shopper.sign();
            await paid_once(world, shopper, world.route, await shopper.bought());
        });
    });

    test("a settlement whose answer the facilitator loses: the service decides it", async (world) => {
        await with_shopper(world, {}, async (shopper) => {
            const { address } = shopper.wallet;
            world.facilitator.control_for(address, { settle: { fault: "lost", times: 1 } });
            await shopper.ask("verify_basic");
            await shopper.sign();
            await shopper.hears("The settlement is not decided yet");
            await shopper.reload();
            const job_id = await shopper.bought();
            await paid_once(world, shopper, world.route, job_id);
            assert.equal(shopper.wallet.asked("eth_signTypedData_v4"), 1);
        });
    });
}
