// What stands around the shop, on the loopback of its machine: chain, two endpoints that can be made
// to fail, facilitator and buyers.
import assert from "node:assert/strict";
import { alarms, anchored } from "../e2e/lib/anchor.mjs";
import { make_buyer, sign_payment } from "../e2e/lib/buyer.mjs";
import { start_chain } from "../e2e/lib/chain.mjs";
import { start_facilitator } from "../e2e/lib/facilitator.mjs";
import { post } from "../e2e/lib/http.mjs";
import { delivered, judged, v1_buyer } from "../e2e/lib/orders.mjs";
import { await_job, hashes, once_settled } from "../e2e/lib/purchase.mjs";
import { start_rpc_proxy } from "../e2e/lib/rpc_proxy.mjs";
import { v2_routes } from "../e2e/lib/world.mjs";
import { k_shop } from "./guest.mjs";

const k_wallet_atoms = 100_000_000n;
// Without a way out they are not sold: their targets are others' hosts.
const k_needs_internet = ["forensics_custom"];
const shop = { base_url: k_shop };

export async function open_street() {
    const chain = await start_chain();
    const rpcs = [await start_rpc_proxy(chain), await start_rpc_proxy(chain)];
    let facilitator = await start_facilitator({ chain });
    const route_of = async (product) =>
        (await v2_routes(shop)).find((each) => each.product === product);
    // A header that pays for `product`, as often as it is shown.
    const signed = async (product) => {
        const route = await route_of(product);
        const buyer = make_buyer({ cap: "$10" });
        await chain.fund(buyer.address, k_wallet_atoms);
        const { required } = await post(route.url, route.sample);
        const payment = await sign_payment(buyer.account, required);
        return { send: () => post(route.url, route.sample, { payment }), buyer };
    };
    const is_anchored = async (job) => {
        assert.equal(job.status, "complete", JSON.stringify(job).slice(0, 400));
        const { stated, canonicalized, stored } = await hashes(k_shop, job);
        assert.ok(stated === canonicalized && stated === stored, "the hashes differ");
        await anchored(shop, job.job_id);
    };
    return {
        chain,
        rpcs,
        get facilitator() {
            return facilitator;
        },
        signed,
        route_of,
        is_anchored: (job_id) => anchored(shop, job_id),
        alarms: () => alarms(shop),
        unpaid: async (product) => {
            const route = await route_of(product);
            return post(route.url, route.sample);
        },
        products: async () =>
            (await v2_routes(shop))
                .map(({ product }) => product)
                .filter((product) => !k_needs_internet.includes(product)),
        // Bought, complete and anchored on the chain.
        buy: async (product) => {
            const { send } = await signed(product);
            const sold = await once_settled(send);
            assert.ok([200, 202].includes(sold.status), sold.text);
            const done = await await_job(k_shop, sold.json.job_id);
            await is_anchored(done.json);
        },
        buy_by_transfer: async () => {
            const buyer = await v1_buyer({ chain }, shop);
            const order = await buyer.order();
            const receipt = await buyer.pay(order);
            const told = await judged(buyer, order, receipt.transactionHash);
            assert.equal(told.status, 200, told.text);
            await is_anchored(await delivered(shop, buyer, order));
        },
        facilitator_dies: () => facilitator.stop(),
        facilitator_comes_back: async () => {
            facilitator = await start_facilitator({ chain, port: facilitator.port });
        },
        close: async () => {
            await facilitator.stop();
            for (const each of rpcs) await each.stop();
            await chain.stop();
        },
    };
}
