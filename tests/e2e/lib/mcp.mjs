// Calls of tools at POST /mcp, written by hand as clients of both eras of the protocol write them.
import assert from "node:assert/strict";
import { request } from "./http.mjs";
import { eventually } from "./process.mjs";
import { hashes } from "./purchase.mjs";

export const k_eras = ["2025-11-25", "2026-07-28"];
const [k_legacy, k_modern] = k_eras;
const k_meta = "io.modelcontextprotocol/";
const k_payment = "x402/payment";
const k_receipt = "x402/payment-response";

// The answer to one message as {status, headers, json, ...}.
export function ask(base_url, method, params, { from, ...options } = {}) {
    const message = message_of(method, params, options);
    return request("POST", new URL("/mcp", base_url), { ...message, from });
}

// {headers, body} of one message. `capabilities` are told where the era tells them with each.
export function message_of(method, params, { era = k_modern, capabilities = {} } = {}) {
    const is_modern = era === k_modern;
    const _meta = {
        ...params._meta,
        [`${k_meta}protocolVersion`]: era,
        [`${k_meta}clientInfo`]: { name: "assay-e2e", version: "1" },
        [`${k_meta}clientCapabilities`]: capabilities,
    };
    const name = params.name ?? params.uri ?? params.taskId;
    const named = name === undefined ? {} : { "mcp-name": name };
    return {
        headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            "mcp-protocol-version": era,
            ...(is_modern ? { "mcp-method": method, ...named } : {}),
        },
        body: JSON.stringify({
            jsonrpc: "2.0",
            id: 7,
            method,
            params: is_modern ? { ...params, _meta } : params,
        }),
    };
}

// The result of a message that is no error of the protocol.
export async function result_of(...asked) {
    const { status, json, text } = await ask(...asked);
    assert.equal(status, 200, text);
    assert.equal(json.id, 7);
    assert.ok(json.result, text);
    return json.result;
}

// The result of tools/call, whose text and structured content have to be the same.
export async function call_tool(base_url, name, args, { payment, ...options } = {}) {
    const paid = payment === undefined ? {} : { _meta: { [k_payment]: payment } };
    const result = await result_of(base_url, "tools/call", { name, arguments: args, ...paid }, options);
    if (result.resultType !== "task")
        assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
    return { ...result, receipt: result._meta?.[k_receipt], told: result.structuredContent };
}

// The terms that an unpaid call is told.
export async function terms_of(base_url, name, args, options) {
    const { isError, told, _meta } = await call_tool(base_url, name, args, options);
    assert.equal(isError, true);
    assert.equal(told.x402Version, 2);
    assert.deepEqual(_meta["x402/error"], told);
    return told;
}

// What `call()` comes to, called again while the settlement is not decided or the facilitator, which
// is a process of the test, was late.
export function once_decided(call, is_decided = () => true) {
    return eventually("the call is decided", async () => {
        const result = await call();
        const is_late = ["facilitator_unavailable", "settlement_pending"].includes(result.told?.code);
        return !is_late && is_decided(result) && result;
    });
}

// The same, until the job is over. The call that makes the sale waits for its end; one that finds it
// made does not.
export const once_over = (call) =>
    once_decided(call, ({ told }) => !["settling", "queued", "running"].includes(told.status));

// A buyer with a signed payment for a tool, at the terms that an unpaid call was told.
export async function tool_payer(world, tool, args, options = {}) {
    const { base_url } = world.stack;
    const buyer = await world.buyer();
    const terms = await terms_of(base_url, tool, args, options);
    assert.equal(terms.resource.url, `${base_url}/mcp`);
    assert.equal(terms.would_fail, undefined);
    return { buyer, payment: await world.sign(buyer.account, terms) };
}

// The result of a call, as clients get it, is the whole result of a job, whose hash holds, and has the
// receipt of a transfer by `address`: its only one, or the last of `transfers`.
export async function delivered(world, address, product, result, { transfers = 1 } = {}) {
    const { isError, content, structuredContent: told, _meta } = result;
    assert.ok(!isError, JSON.stringify(told));
    assert.deepEqual(JSON.parse(content[0].text), told);
    assert.equal(told.status, "complete");
    assert.equal(told.product, product);
    assert.equal(told.artifact.job_id, told.job_id);
    const { base_url } = world.stack;
    const { stated, canonicalized, stored, artifact_reply } = await hashes(base_url, told);
    assert.equal(stated, canonicalized);
    assert.equal(stated, stored);
    assert.deepEqual(artifact_reply.json, told.artifact);
    const [{ uri }] = content.filter(({ type }) => type === "resource_link");
    assert.equal(uri, `${base_url}/v1/job/${told.job_id}/artifact`);
    const made = await world.chain.transfers({ from: address });
    assert.equal(made.length, transfers);
    assert.equal(made.at(-1).args.to, world.pay_to);
    const receipt = _meta[k_receipt];
    assert.equal(receipt.success, true);
    assert.equal(receipt.transaction, made.at(-1).transactionHash);
    assert.equal(receipt.payer.toLowerCase(), address.toLowerCase());
}
