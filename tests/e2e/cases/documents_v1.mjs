// What the documents say of rail v1 is what its routes do.
import assert from "node:assert/strict";
import { post, request } from "../lib/http.mjs";
import { judged, v1_buyer } from "../lib/orders.mjs";
import { await_job } from "../lib/purchase.mjs";
import { sample } from "../lib/samples.mjs";
import { answers_as_documented } from "../lib/schema.mjs";

export default function (test) {
    const get = async (world, path) =>
        (await request("GET", new URL(path, world.stack.base_url))).json;
    const path_of = (endpoint) => new URL(endpoint.resource).pathname;
    const on_v1 = (world) => world.endpoints.filter((each) => each.metadata.rail === "v1");

    test("openapi.json has each v1 route, for each variant it sells", async (world) => {
        const openapi = await get(world, "/openapi.json");
        assert.ok(on_v1(world).length > 0);
        for (const endpoint of on_v1(world)) {
            const { get: prices, post: order } = openapi.paths[path_of(endpoint)];
            assert.ok("200" in prices.responses);
            for (const status of ["202", "402", "422", "default"]) {
                assert.ok(status in order.responses, status);
            }
            const { schema } = order.requestBody.content["application/json"];
            if (!schema.required) continue; // the route sells one product
            const [selector] = schema.required;
            const variant = endpoint.metadata[selector];
            assert.ok(schema.properties[selector].enum.includes(variant), variant);
        }
    });

    test("rail v1 answers at each step as openapi.json says", async (world) => {
        const openapi = await get(world, "/openapi.json");
        const webhook_url = (await get(world, "/")).payment.webhook;
        const { post: webhook } = openapi.paths[new URL(webhook_url).pathname];
        const { get: poll } = openapi.paths["/v1/job/{job_id}"];
        // Side by side: what buys nothing and what is unknown take their time, each for itself.
        const walk = async (endpoint) => {
            const path = path_of(endpoint);
            const { get: prices, post: order_route } = openapi.paths[path];
            const { tier, type } = endpoint.metadata;
            const body = { tier, type, ...sample(endpoint.product) };
            const buyer = await v1_buyer(world, world.stack, { body, path });
            const from = { from: buyer.from };
            const as_documented = (operation, answer, status) => {
                assert.equal(answer.status, status, answer.text);
                answers_as_documented(openapi, operation, answer);
                return answer.json;
            };
            as_documented(prices, await request("GET", endpoint.resource, from), 200);
            as_documented(order_route, await post(endpoint.resource, {}, from), 402);
            const ordered = await post(endpoint.resource, body, from);
            const order = as_documented(order_route, ordered, 402);
            assert.equal(order.webhook, webhook_url);
            assert.equal(order.amount, endpoint.accepts[0].amount);
            as_documented(poll, await buyer.poll(order), 402);
            as_documented(webhook, await post(order.webhook, {}, from), 422);
            const nothing = await buyer.transfer(order);
            as_documented(webhook, await judged(buyer, order, nothing.transactionHash), 402);
            as_documented(webhook, await buyer.notify(order, `0x${"5".repeat(64)}`), 202);
            as_documented(poll, await buyer.poll(order), 202);
            const { transactionHash } = await buyer.pay(order);
            as_documented(webhook, await judged(buyer, order, transactionHash), 200);
            as_documented(poll, await buyer.poll(order), 202);
            for (const field of Object.keys(sample(endpoint.product)).slice(0, 1)) {
                const other = await buyer.resubmit(order, { [field]: "Something else." });
                as_documented(order_route, other, 409);
            }
            as_documented(order_route, await buyer.resubmit(order), 202);
            as_documented(poll, await await_job(world.stack.base_url, order.job_id), 200);
            as_documented(webhook, await judged(buyer, order, transactionHash), 200);
        };
        await Promise.all(on_v1(world).map(walk));
    });
}
