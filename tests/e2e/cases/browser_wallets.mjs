// Which wallet pays, where a browser has several, or things that call themselves wallets.
import assert from "node:assert/strict";
import { paid_nothing, paid_once, with_shopper } from "../lib/browser_buyer.mjs";
import { scripted_wallet } from "../lib/scripted_wallet.mjs";

export const uses = "browser";

export default function (test) {
    test("of two wallets the one that the person chooses is asked, also after a reload", async (world) => {
        await with_shopper(world, { announced_as: "Alder" }, async (shopper) => {
            const alder = shopper.wallet;
            const birch = await scripted_wallet(shopper.context, world, { announced_as: "Birch" });
            await shopper.open();
            await shopper.ask("verify_basic");
            const choice = shopper.page.getByLabel("Wallet");
            assert.deepEqual(await choice.locator("option").allInnerTexts(), ["Alder", "Birch"]);
            await choice.selectOption("Birch");
            await shopper.sign();
            const job_id = await shopper.bought();
            await paid_once(world, { ...shopper, wallet: birch }, world.route, job_id);

            await shopper.reload();
            await shopper.ask("verify_basic");
            assert.equal(await choice.locator("option:checked").innerText(), "Birch");
            await shopper.sign();
            await shopper.bought();
            assert.equal(birch.asked("eth_signTypedData_v4"), 2);
            assert.equal(alder.calls.length, 0);
            await paid_nothing(world, shopper);
        });
    });

    test("a wallet that announces itself is found, and there is nothing to choose", async (world) => {
        await with_shopper(world, { announced_as: "<b>Alder</b>" }, async (shopper) => {
            await shopper.ask("verify_basic");
            assert.equal(await shopper.page.getByLabel("Wallet").count(), 0);
            await shopper.sign();
            await paid_once(world, shopper, world.route, await shopper.bought());
        });
    });

    test("what only calls itself a wallet is none", async (world) => {
        await with_shopper(world, { no_wallet: true }, async (shopper) => {
            await shopper.context.addInitScript(() => {
                const names = { rdns: "test.none", name: "None", uuid: "1", icon: "data:," };
                const details = [
                    null,
                    5,
                    {},
                    { info: names },
                    { info: names, provider: { request: "text" } },
                    { info: { ...names, rdns: 7 }, provider: { request() {} } },
                    { info: { ...names, name: {} }, provider: { request() {} } },
                ];
                window.addEventListener("eip6963:requestProvider", () => {
                    for (const detail of details)
                        window.dispatchEvent(
                            new CustomEvent("eip6963:announceProvider", { detail }),
                        );
                });
                window.ethereum = { request: 1 };
            });
            await shopper.open();
            await shopper.ask("verify_basic");
            assert.match(await shopper.page.locator("#payment").innerText(), /no wallet/);
        });
    });

    test("names of wallets are shown as they are written, and cut", async (world) => {
        const announced_as = `<img src=x onerror=alert(1)>${"y".repeat(500)}`;
        await with_shopper(world, { announced_as }, async (shopper) => {
            await scripted_wallet(shopper.context, world, { announced_as: "Birch" });
            await shopper.open();
            await shopper.ask("verify_basic");
            const [first] = await shopper.page.getByLabel("Wallet").locator("option").allInnerTexts();
            assert.equal(first, announced_as.slice(0, 60));
        });
    });
}
