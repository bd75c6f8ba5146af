// Scans whose payment is still looked at hold no place in the lane of scans that are paid.
import assert from "node:assert/strict";
import { post } from "../lib/http.mjs";
import { fresh_client } from "../lib/orders.mjs";
import { eventually } from "../lib/process.mjs";

const k_strangers = 12; // twice as many as the lane has places

export default function (test) {
    test("garbage signatures at the facilitator keep no honest scan out", async (world) => {
        const route = world.routes.find(({ product }) => product === "forensics_custom");
        const terms = await world.terms(route);
        const edit = ({ payload, ...rest }) => ({
            ...rest,
            payload: { ...payload, signature: `0x${"77".repeat(66)}` },
        });
        const garbage = [];
        for (let i = 0; i < k_strangers; ++i) {
            const { account } = await world.buyer();
            world.facilitator.control_for(account.address, { verify: { delay_ms: 4_000 } });
            const payment = await world.sign(account, terms, { edit });
            garbage.push(post(route.url, route.sample, { payment, from: fresh_client() }));
        }
        const asked = () => world.facilitator.calls("verify").length;
        await eventually("some wait for the facilitator", () => asked() >= 6);
        const buyer = await world.buyer();
        const payment = await world.sign(buyer.account, terms);
        const answer = await post(route.url, route.sample, { payment, from: fresh_client() });
        assert.ok([200, 202].includes(answer.status), answer.text);
        for (const { status, text } of await Promise.all(garbage))
            assert.ok([402, 503].includes(status), text);
    });
}
