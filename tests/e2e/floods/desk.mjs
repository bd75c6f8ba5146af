// What strangers can put before the desk of rail v1, on a chain that two endpoints tell of, each of
// whose answers takes a while: 1,200 transfers of one atom, and signatures of contracts from sixteen
// addresses. Honest buyers who pay beside them are confirmed, with a webhook and without one.
import { toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { k_usdc } from "../lib/chain.mjs";
import { post } from "../lib/http.mjs";
import { fresh_client, judged, transfer_data, v1_buyer } from "../lib/orders.mjs";
import { eventually } from "../lib/process.mjs";
import { start_rpc_proxy } from "../lib/rpc_proxy.mjs";
import { v1_sample } from "../lib/samples.mjs";
import { limited, many, most, seconds, tally, timed } from "./figures.mjs";

const k_answer_ms = 25; // of an endpoint; a contract makes a call take twenty times as long
const k_contract_ms = 500;
const k_dust = 1_200;
const k_dust_of_a_block = 400;
const k_addresses = 16;
const k_orders = 5; // of each address, which is as many as may await payment
const k_honest = 3;
const k_confirmed_most_ms = 10_000;
const k_endless = "0x5b600056"; // JUMPDEST, PUSH1 0, JUMP: it takes all the gas it is given

export async function desk(world) {
    const endpoints = await Promise.all([1, 2].map(() => start_rpc_proxy(world.chain)));
    const slow = (fault) => endpoints.forEach((each) => each.control(fault));
    slow({ delay_ms: k_answer_ms });
    try {
        const { stack } = await limited(world, {
            overrides: { payment: { rpc_urls: endpoints.map(({ url }) => url) } },
        });
        const dust = await behind_dust(world, stack);
        const contracts = await behind_contracts(world, stack, slow);
        return {
            line:
                `desk: behind ${k_dust} transfers of one atom an order is confirmed within ` +
                `${seconds(dust.told)}, without a webhook ${seconds(dust.found)}; behind contracts' ` +
                `signatures from ${k_addresses} addresses (${contracts.text}) ` +
                `within ${seconds(contracts.told)}`,
            broken: {
                "a payment waited for dust": dust.told > k_confirmed_most_ms,
                "a payment without a webhook waited for dust": dust.found > k_confirmed_most_ms,
                "a payment waited for contracts' signatures": contracts.told > k_confirmed_most_ms,
            },
        };
    } finally {
        await Promise.all(endpoints.map((each) => each.stop()));
    }
}

async function behind_dust(world, stack) {
    const { chain } = world;
    const [honest, silent] = await Promise.all([v1_buyer(world, stack), v1_buyer(world, stack)]);
    const first = () => honest.order().catch(() => undefined); // once both endpoints have been seen
    const orders = [await eventually("an order", first), await silent.order()];
    const { payTo } = orders[0].accepts[0];
    const [, own] = await chain.client.request({ method: "eth_accounts" });
    await chain.fund(own, 1_000_000n);
    await chain.client.setAutomine(false);
    const dust = { from: own, to: k_usdc, data: transfer_data(payTo, 1n), gas: toHex(70_000) };
    const begin = await chain.client.getTransactionCount({ address: own });
    for (let sent = 0; sent < k_dust; sent += k_dust_of_a_block) {
        await many(k_dust_of_a_block, 8, (i) =>
            chain.client.request({
                method: "eth_sendTransaction",
                params: [{ ...dust, nonce: toHex(begin + sent + i) }],
            }),
        );
        await chain.client.mine({ blocks: 1 });
    }
    await chain.client.setAutomine(true);
    const { transactionHash } = await honest.pay(orders[0]);
    await silent.pay(orders[1]);
    const [[answer, told], [, found]] = await Promise.all([
        timed(() => judged(honest, orders[0], transactionHash)),
        timed(() => confirmed(silent, orders[1])),
    ]);
    if (answer.status !== 200) throw new Error(answer.text);
    return { told, found };
}

// Without a webhook: the search finds what it paid.
const confirmed = (buyer, order) =>
    eventually(
        "a confirmation",
        async () => {
            const { json } = await buyer.poll(order);
            return json.status !== "awaiting_payment" && json;
        },
        { timeout_ms: 300_000, interval_ms: 100 },
    );

async function behind_contracts(world, stack, slow) {
    const told = tally();
    const order_url = `${stack.base_url}/v1/verify`;
    const webhook = `${stack.base_url}/v1/webhook/payment`;
    const strangers = Array.from({ length: k_addresses }, fresh_client);
    const orders = (
        await many(k_addresses * k_orders, 8, async (i) => {
            const from = strangers[i % k_addresses];
            const { json } = await post(order_url, v1_sample("verify_basic"), { from });
            return { from, order: json };
        })
    ).filter(({ order }) => order.job_id);
    const paid = [];
    for (let i = 0; i < k_addresses; ++i) paid.push(await paid_by_contract(world, orders[0].order));
    slow({ delay_ms: k_contract_ms, only: "eth_call" });
    await many(orders.length, k_addresses, async (i) => {
        const { from, order } = orders[i];
        for (let at = 0; at < 5; ++at) {
            const tx_hash = paid[(i + at) % paid.length];
            const payer_signature = `0x${"07".repeat(80)}`;
            const { status } = await post(webhook, { job_id: order.job_id, tx_hash, payer_signature }, { from });
            told.add(`claim ${status}`);
        }
    });
    const waits = await many(k_honest, 1, async () => {
        const buyer = await v1_buyer(world, stack);
        const order = await buyer.order();
        const { transactionHash } = await buyer.pay(order);
        const [answer, ms] = await timed(() => judged(buyer, order, transactionHash));
        if (answer.status !== 200) throw new Error(answer.text);
        return ms;
    });
    return { told: most(waits), text: told.text() };
}

// A transfer of the order's price by an account that is a contract since. Its hash.
async function paid_by_contract({ chain }, order) {
    const { address } = privateKeyToAccount(generatePrivateKey());
    await chain.fund(address, BigInt(order.amount));
    await chain.client.setBalance({ address, value: 10n ** 18n });
    await chain.client.impersonateAccount({ address });
    const data = transfer_data(order.accepts[0].payTo, order.amount);
    const hash = await chain.client.request({
        method: "eth_sendTransaction",
        params: [{ from: address, to: k_usdc, data, gas: toHex(100_000) }],
    });
    await chain.client.setCode({ address, bytecode: k_endless });
    return hash;
}
