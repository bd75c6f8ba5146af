// A person buys on the landing page with the wallet of their browser: every product on both rails,
// once each; and what the page refuses, it refuses in plain words.
import assert from "node:assert/strict";
import axe from "axe-core";
import { books_agree } from "../lib/books.mjs";
import { k_asking_ms, paid_nothing, paid_once, with_shopper } from "../lib/browser_buyer.mjs";
import { samples } from "../lib/samples.mjs";
import { rejected } from "../lib/scripted_wallet.mjs";

const k_paid_path = "**/v2/verify/basic";
const k_times_ms = { timeout_ms: 240_000 };

export const uses = "browser";

export default function (test) {
    test("every product is bought with a signature", async (world) => {
        await few_at_once(world.routes, (route) =>
            with_shopper(world, {}, async (shopper) => {
                const terms = await shopper.ask(route.product, samples[route.product]);
                assert.match(terms, /^It costs [\d.]+ USDC\./);
                assert.equal(shopper.wallet.calls.length, 0);
                await shopper.sign();
                const job_id = await shopper.bought();
                await paid_once(world, shopper, route, job_id);
                assert.equal(shopper.wallet.asked("eth_signTypedData_v4"), 1);
            }),
        );
    }, k_times_ms);

    test("every product of rail v1 is bought with a transfer", async (world) => {
        const stack = await world.open_stack();
        await few_at_once(await v1_routes(world), (route) =>
            with_shopper(world, { stack }, async (shopper) => {
                await order(shopper, route.product, samples[route.product]);
                await shopper.send();
                const job_id = await shopper.bought();
                const job = await paid_once(world, shopper, route, job_id);
                assert.equal(job.payment.rail, "v1");
                assert.equal(shopper.wallet.asked("eth_sendTransaction"), 1);
            }),
        );
        await books_agree(stack);
    }, k_times_ms);

    test("where only transfers are sold, the price is asked without an order", async (world) => {
        const stack = await world.open_stack({ facilitator: null });
        await with_shopper(world, { stack }, async (shopper) => {
            assert.match(await shopper.ask("verify_standard"), /^It costs [\d.]+ USDC\./);
            assert.equal(await shopper.page.locator("#pay-v2").count(), 0);
            await shopper.ask("verify_basic", { payload: 5 });
            await shopper.order();
            await shopper.hears("Nothing was ordered. The service refuses the request: payload");
            await order(shopper, "verify_basic", samples.verify_basic);
            await shopper.send();
            await paid_once(world, shopper, world.route, await shopper.bought());
        });
    });

    test("before it asks the wallet the page names amount, token, chain and receiver", async (world) => {
        await with_shopper(world, {}, async (shopper) => {
            await shopper.ask("verify_basic");
            const { accepts } = await world.terms(world.route);
            for (const place of ["#payment", "#purchase-says"]) {
                if (place === "#purchase-says") {
                    shopper.wallet.script.eth_signTypedData_v4 = rejected;
                    shopper.wallet.hold("eth_signTypedData_v4");
                    await shopper.sign();
                    await shopper.hears("asks you to sign");
                }
                const text = await shopper.page.locator(place).innerText();
                assert.ok(text.includes("USDC"));
                assert.ok(text.includes("Base (chain id 8453)"), text);
                for (const name of ["asset", "payTo"]) assert.ok(text.includes(accepts[0][name]));
            }
            await shopper.page.locator("#payment details summary").click();
            const raw = await shopper.page.locator("#payment details pre").innerText();
            assert.deepEqual(JSON.parse(raw).accepts, accepts);
        });
    });

    test("a declined signature, another chain, too little money: nothing is paid", async (world) => {
        await with_shopper(world, {}, async (shopper) => {
            const { wallet } = shopper;
            await shopper.ask("verify_basic");
            wallet.script.eth_signTypedData_v4 = rejected;
            await shopper.sign();
            await shopper.hears("You declined in the wallet. Nothing was paid.");
            assert.equal(await shopper.pending(), null);
            delete wallet.script.eth_signTypedData_v4;

            wallet.chain_id = 1;
            await shopper.sign();
            await shopper.hears("The wallet is on another chain (id 1)");
            await paid_nothing(world, shopper);
            await shopper.page.click("text=Ask the wallet to switch to Base");
            await shopper.hears("on Base now");
            assert.equal(wallet.chain_id, 8453);

            await world.chain.fund(wallet.address, world.route.price - 1n);
            await shopper.sign();
            await shopper.hears("Too little money");
            assert.match(await shopper.said(), /holds [\d.]+ USDC on Base, and this costs [\d.]+ USDC/);
            assert.equal(wallet.asked("eth_signTypedData_v4"), 1);
            await paid_nothing(world, shopper);

            await world.chain.fund(wallet.address, world.route.price);
            await shopper.sign();
            await paid_once(world, shopper, world.route, await shopper.bought());
        });
    });

    test("the same refusals for a transfer; and no gas", async (world) => {
        const stack = await world.open_stack();
        await with_shopper(world, { stack, wei: 0n }, async (shopper) => {
            const { wallet } = shopper;
            await order(shopper, "verify_basic");
            await shopper.send();
            await shopper.hears("nothing on Base to pay for gas with");
            await world.chain.client.setBalance({ address: wallet.address, value: 10n ** 18n });
            wallet.script.eth_sendTransaction = rejected;
            await shopper.send();
            await shopper.hears("You declined in the wallet. Nothing was paid.");
            delete wallet.script.eth_sendTransaction;
            wallet.chain_id = 1;
            await shopper.send();
            await shopper.hears("The wallet is on another chain (id 1)");
            await shopper.page.click("text=Ask the wallet to switch to Base");
            await shopper.hears("on Base now");
            await world.chain.fund(wallet.address, 1n);
            await shopper.send();
            await shopper.hears("Too little money");
            await paid_nothing(world, shopper);
            await world.chain.fund(wallet.address, world.route.price);
            await shopper.send();
            await paid_once(world, shopper, world.route, await shopper.bought());
        });
    });

    test("a wallet that does not know the chain is told of it", async (world) => {
        await with_shopper(world, {}, async (shopper) => {
            const { wallet } = shopper;
            wallet.chain_id = 1;
            wallet.script.wallet_switchEthereumChain = () => {
                throw Object.assign(new Error("Unrecognized chain ID."), { code: 4902 });
            };
            wallet.script.wallet_addEthereumChain = ([{ chainId, rpcUrls }]) => {
                assert.ok(rpcUrls.length);
                wallet.chain_id = Number(chainId);
                return null;
            };
            await shopper.ask("verify_basic");
            await shopper.sign();
            await shopper.page.click("text=Ask the wallet to switch to Base");
            await shopper.hears("on Base now");
            await shopper.sign();
            await paid_once(world, shopper, world.route, await shopper.bought());
        });
    });

    test("terms that are not the page's are not signed", async (world) => {
        const changes = {
            "The receiver is": (entry) => (entry.payTo = entry.asset),
            "The token is": (entry) => (entry.asset = entry.payTo),
            "The amount is": (entry) => (entry.amount = `${entry.amount}0`),
            "The network is": (entry) => (entry.network = "eip155:1"),
        };
        await with_shopper(world, {}, async (shopper) => {
            for (const [words, change] of Object.entries(changes)) {
                await shopper.page.route(k_paid_path, async (route) => {
                    const response = await route.fetch();
                    const terms = await response.json();
                    change(terms.accepts[0]);
                    const { "content-length": _, ...headers } = response.headers();
                    headers["payment-required"] = btoa(JSON.stringify(terms));
                    await route.fulfill({ response, headers, json: terms });
                });
                const said = await shopper.ask("verify_basic");
                assert.ok(said.includes("This page does not pay that"), said);
                assert.ok(said.includes(words), said);
                assert.equal(await shopper.page.locator("#pay-v2").count(), 0);
                await shopper.page.unroute(k_paid_path);
            }
            assert.equal(shopper.wallet.calls.length, 0);
        });
    });

    test("what would be refused is said before it is paid; without a wallet the page says so", async (world) => {
        await with_shopper(world, {}, async (shopper) => {
            const said = await shopper.ask("verify_basic", { payload: 5 });
            assert.match(said, /the service would refuse this request: payload: /);
            assert.equal(await shopper.page.locator("#pay-v2").count(), 0);
        });
        await with_shopper(world, { no_wallet: true }, async (shopper) => {
            await shopper.page.click('a[data-buy="verify_deep"]');
            assert.equal(await shopper.page.inputValue("#ask-product"), "verify_deep");
            await shopper.ask("verify_deep");
            const told = await shopper.page.locator("#payment").innerText();
            assert.match(told, /no wallet/);
            assert.equal(await shopper.page.locator('#payment a[href="/docs"]').count(), 1);
        });
    });

    test("terms, a waiting order and what was bought are accessible, at 320 pixels too", async (world) => {
        const stack = await world.open_stack();
        for (const colorScheme of ["light", "dark"])
            await with_shopper(world, { stack, colorScheme }, async (shopper) => {
                await shopper.ask("verify_basic");
                await shopper.sign();
                await shopper.bought();
                await order(shopper, "verify_basic");
                await shopper.ask("verify_basic");
                await shopper.page.setViewportSize({ width: 320, height: 800 });
                const [width, found] = await shopper.page.evaluate(async (source) => {
                    (0, eval)(source);
                    const { violations } = await window.axe.run("#buy");
                    return [document.scrollingElement.scrollWidth, violations];
                }, axe.source);
                assert.ok(width <= 320, `${width} pixels`);
                assert.deepEqual(found.map(({ id, nodes }) => [id, nodes[0].html]), []);
                await shopper.page.click("button:text('Let this order go')");
                await shopper.hears("was let go");
                await shopper.page.click("text=Forget these");
                assert.equal(await shopper.page.locator("#purchase-bought a").count(), 0);
            });
    });
}

// For each of `all`, three side by side: one client may have five orders that are not paid.
async function few_at_once(all, use) {
    const left = [...all];
    const go_on = async () => {
        for (let next = left.shift(); next; next = left.shift()) await use(next);
    };
    await Promise.all([go_on(), go_on(), go_on()]);
}

// To the order, which costs nothing.
async function order(shopper, product, body) {
    await shopper.ask(product, body);
    await shopper.order();
    await shopper.page.locator("#send-v1").waitFor({ timeout: k_asking_ms });
    assert.equal(shopper.wallet.asked("eth_sendTransaction"), 0);
}

async function v1_routes({ endpoints }) {
    return endpoints
        .filter((each) => each.metadata.rail === "v1")
        .map((each) => ({ product: each.product, price: BigInt(each.accepts[0].amount) }));
}
