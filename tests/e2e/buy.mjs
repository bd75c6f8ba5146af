#!/usr/bin/env node
// node buy.mjs BASE_URL ROUTE [BODY]: buys once with a published client and prints what comes back.
//   ROUTE   /v2/verify/basic and the like; BODY is JSON (default {})
// CLIENT is @x402/fetch, or @x402/axios.
// The buyer is a fresh wallet; RPC_URL names the chain that gives it money. BUYER_KEY uses an own
// wallet instead, BUYER_CAP ("$10") raises the client's default cap of 1 USD.
import { toHex } from "viem";
import { setTimeout as sleep } from "node:timers/promises";
import { decode_header, make_buyer } from "./lib/buyer.mjs";
import { balance_slot, k_usdc } from "./lib/chain.mjs";

const [base_url, route, body = "{}"] = process.argv.slice(2);
if (!base_url || !route) {
    console.error("usage: node buy.mjs BASE_URL ROUTE [BODY]");
    process.exit(2);
}
const buyer = make_buyer({ key: process.env.BUYER_KEY, cap: process.env.BUYER_CAP ?? "$10" });
if (process.env.RPC_URL) await fund(process.env.RPC_URL, buyer.address, 100_000_000n);

const sold = await bought(process.env.CLIENT ?? "@x402/fetch", new URL(route, base_url).href);
show(sold);
const response_header = sold.headers.get("payment-response");
if (response_header) console.log("PAYMENT-RESPONSE", decode_header(response_header));

let poll = sold;
while (poll.status === 202) {
    await sleep(1000 * Number(poll.headers.get("retry-after") ?? 1));
    poll = await read(
        await fetch(new URL(sold.headers.get("location"), base_url), {
            headers: { prefer: "wait=25" },
        }),
    );
    show(poll);
}
process.exitCode = poll.status === 200 ? 0 : 1;

async function bought(client, url) {
    const headers = { "content-type": "application/json" };
    if (client === "@x402/fetch")
        return read(await buyer.fetch(url, { method: "POST", headers, body }));
    if (client !== "@x402/axios") throw new Error(`no client is named ${client}`);
    const { status, data, headers: told } = await buyer.axios.post(url, body, { headers });
    return { status, json: data, headers: new Headers(told) };
}

async function read(response) {
    return { status: response.status, json: await response.json(), headers: response.headers };
}

function show({ status, json }) {
    console.log(status, JSON.stringify(json, null, 2));
}

async function fund(rpc_url, address, atoms) {
    const response = await fetch(rpc_url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method: "anvil_setStorageAt",
            params: [k_usdc, balance_slot(address), toHex(atoms, { size: 32 })],
        }),
    });
    const { error } = await response.json();
    if (error) throw new Error(error.message);
}
