// A buyer on rail v1: orders, transfers in every way a wallet knows, tells the webhook, asks again.
import assert from "node:assert/strict";
import {
    concatHex,
    createWalletClient,
    encodeFunctionData,
    http as transport,
    keccak256,
    publicActions,
    toHex,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { dev_chain, k_multicall, k_usdc } from "./chain.mjs";
import { contract } from "./contracts.mjs";
import { post, request } from "./http.mjs";
import { sign_payment } from "./buyer.mjs";
import { eventually } from "./process.mjs";
import { await_job } from "./purchase.mjs";
import { v1_sample } from "./samples.mjs";
import { receipt_of } from "./receipts.mjs";

const usdc = contract("Usdc");
// All buyers' bundles are paid by one contract: what one of them spends is not missing to another.
const k_bundlers_funds = 10n ** 12n;
let clients = 0;

// An address of its own for each buyer: limits are per client.
export const fresh_client = () => `127.0.${1 + (clients >> 7)}.${1 + (clients++ & 0x7f)}`;

// A wallet with tokens and gas that orders `body` at `path` of `stack`.
export async function v1_buyer(world, stack = world.stack, options = {}) {
    const { body = v1_sample("verify_basic"), path = "/v1/verify" } = options;
    const { chain } = world;
    const account = privateKeyToAccount(generatePrivateKey());
    await chain.fund(account.address, 100_000_000n);
    await chain.client.setBalance({ address: account.address, value: 10n ** 18n });
    const wallet = createWalletClient({
        account,
        chain: dev_chain(chain.chain_id, chain.url),
        transport: transport(chain.url, { retryCount: 0 }),
        pollingInterval: 50,
    }).extend(publicActions);
    const from = options.from ?? fresh_client();
    const url = new URL(path, stack.base_url).href;
    const webhook = new URL("/v1/webhook/payment", stack.base_url);
    const send = async (transaction) => {
        const hash = await wallet.sendTransaction({ gas: 500_000n, ...transaction });
        return receipt_of(wallet, hash);
    };
    return {
        account,
        address: account.address,
        from,
        body,
        wallet,
        async order(headers = {}) {
            const answer = await post(url, body, { from, headers });
            assert.equal(answer.status, 402, answer.text);
            return answer.json;
        },
        resubmit: (order, changed = {}) =>
            post(url, { ...body, ...changed, job_id: order.job_id }, { from }),
        notify: (order, tx_hash, more = {}) =>
            post(webhook, { job_id: order.job_id, tx_hash, ...more }, { from }),
        poll: (order) =>
            request("GET", new URL(`/v1/job/${order.job_id}`, stack.base_url), { from }),
        // The ready transaction of the 402, unchanged.
        pay: ({ payment_options: { transaction } }) =>
            send({ to: transaction.to, data: transaction.data, value: 0n }),
        // The same on a chain that makes no blocks: none waits for the receipt. Its hash.
        send_unmined: ({ payment_options: { transaction } }) =>
            wallet.sendTransaction({ to: transaction.to, data: transaction.data, gas: 500_000n }),
        // A plain transfer with `memo` behind it.
        transfer: (order, { memo = "0x", value = order.amount, token = k_usdc } = {}) =>
            send({
                to: token,
                data: concatHex([transfer_data(order.accepts[0].payTo, value), memo]),
            }),
        // Gasless: the nonce is the order's, a stranger relays it.
        authorize: async (order) => {
            const { payload } = await sign_payment(account, order, {
                authorization: { nonce: order.payment_options.eip3009.nonce },
            });
            const { authorization: a, signature } = payload;
            return chain.send("transferWithAuthorization", [
                a.from, a.to, BigInt(a.value), 0n, BigInt(a.validBefore), a.nonce, signature,
            ]);
        },
        // A contract pays, as a smart wallet's bundle does; `memo` ends the outer calldata.
        bundle: async (order, { memo = "0x", count = 1, value = order.amount } = {}) => {
            await chain.fund(k_multicall, k_bundlers_funds);
            const { payTo } = order.accepts[0];
            const call = { target: k_usdc, callData: transfer_data(payTo, value) };
            const data = encodeFunctionData({
                abi: contract("Multicall").abi,
                functionName: "tryAggregate",
                args: [false, Array(count).fill(call)],
            });
            return send({ to: k_multicall, data: concatHex([data, memo]) });
        },
        sign: (order, tx_hash) =>
            account.signMessage({ message: `${order.job_id}:${tx_hash}:${chain.chain_id}` }),
    };
}

export const transfer_data = (to, value) =>
    encodeFunctionData({ abi: usdc.abi, functionName: "transfer", args: [to, BigInt(value)] });

export const ascii = (order) => toHex(order.job_id);
export const commitment = (order) => keccak256(toHex(order.job_id));

// What the webhook says once it is no longer pending.
export function judged(buyer, order, tx_hash, more) {
    return eventually(
        "a judgement",
        async () => {
            const answer = await buyer.notify(order, tx_hash, more);
            if (answer.status === 202) assert.ok(answer.json.reason, answer.text);
            return answer.status !== 202 && answer;
        },
        { timeout_ms: 60_000, interval_ms: 200 }, // a name in relayed calldata counts after 30 s
    );
}

// From a paid order to its result.
export async function delivered(stack, buyer, order) {
    const asked = await buyer.resubmit(order);
    assert.equal(asked.status, 202, asked.text);
    assert.equal(asked.json.job_id, order.job_id);
    const done = await await_job(stack.base_url, order.job_id);
    assert.equal(done.status, 200, done.text);
    assert.equal(done.json.status, "complete");
    assert.equal(done.json.payment.rail, "v1");
    return done.json;
}
