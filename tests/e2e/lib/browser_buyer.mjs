// A person who buys on the landing page with a scripted wallet.
import assert from "node:assert/strict";
import { watched_page, with_page } from "./browser.mjs";
import { await_job } from "./purchase.mjs";
import { scripted_wallet } from "./scripted_wallet.mjs";

export const k_asking_ms = 30_000;

// Runs `use(shopper)` with a browser of its own at `stack`. `options`: of the wallet.
export async function with_shopper(world, options, use) {
    const stack = options.stack ?? world.stack;
    await with_page({ colorScheme: options.colorScheme }, async (page) => {
        const context = page.context();
        const wallet = options.no_wallet ? undefined : await scripted_wallet(context, world, options);
        const shopper = {
            wallet,
            context,
            stack,
            page,
            said: () => shopper.page.locator("#purchase-says").innerText(),
            // Waits until the page says so of the purchase.
            async hears(words) {
                const says = shopper.page.locator("#purchase-says");
                try {
                    await says.filter({ hasText: words }).waitFor({ timeout: k_asking_ms });
                } catch {
                    throw new Error(`not said: ${words}; but: ${await says.innerText()}`);
                }
            },
            open: () => shopper.page.goto(`${stack.base_url}/ui`),
            reload: () => shopper.page.reload(),
            // The tab is closed; a new one of the same browser opens the page.
            async reopen() {
                await shopper.page.close();
                shopper.page = await watched_page(context);
                await shopper.open();
            },
            choose: (product) => shopper.page.selectOption("#ask-product", product),
            // The JSON that is sent.
            request: async () => JSON.parse(await shopper.page.inputValue("#ask-body")),
            async write(text) {
                const json = shopper.page.locator("#ask-json");
                if ((await json.getAttribute("open")) === null) await json.locator("summary").click();
                await shopper.page.fill("#ask-body", text);
            },
            async ask(product, body) {
                await shopper.choose(product);
                if (body) await shopper.write(JSON.stringify(body));
                return shopper.ask_price();
            },
            async ask_price() {
                const { page: now } = shopper;
                await now.click("#ask button[type=submit]");
                const terms = now.locator("#terms").filter({ hasNotText: "is asked" });
                await terms.filter({ hasText: /\S/ }).waitFor({ timeout: k_asking_ms });
                return terms.innerText();
            },
            sign: () => shopper.page.click("#pay-v2"),
            order: () => shopper.page.click("#order-v1"),
            send: () => shopper.page.click("#send-v1"),
            // The job that the page says was bought.
            async bought() {
                await shopper.hears("Paid once");
                const link = shopper.page.locator("#purchase-says a");
                const [, job_id] = (await link.getAttribute("href")).split("#");
                assert.match(job_id, /^job_[0-9a-hjkmnp-tv-z]{26}$/);
                return job_id;
            },
            pending: () => shopper.page.evaluate(() => localStorage.getItem("assay.purchase")),
        };
        await shopper.open();
        await use(shopper);
        // What the browser itself says of answers that are no success is no mistake of the page.
        const said = shopper.page.said.filter((each) => !/Failed to load resource/.test(each));
        assert.deepEqual(said, []);
    });
}

// One transfer of the price, one job, and it comes to its result.
export async function paid_once(world, { wallet, stack }, { product, price }, job_id) {
    const transfers = await world.chain.transfers({ from: wallet.address });
    assert.equal(transfers.length, 1);
    assert.equal(transfers[0].args.value, price);
    assert.equal(transfers[0].args.to, world.pay_to);
    const done = await await_job(stack.base_url, job_id);
    assert.equal(done.status, 200, done.text);
    assert.equal(done.json.status, "complete");
    assert.equal(done.json.product, product);
    assert.equal(done.json.payment.payer.toLowerCase(), wallet.address.toLowerCase());
    assert.equal(done.json.payment.tx_hash, transfers[0].transactionHash);
    assert.deepEqual(done.json.credits, []);
    return done.json;
}

// Nothing has left the wallet.
export async function paid_nothing(world, { wallet }) {
    assert.deepEqual(await world.chain.transfers({ from: wallet.address }), []);
}
