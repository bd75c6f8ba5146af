// Stacks that anchor, each with a key of its own, and what the chain then holds.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { eas } from "./eas.mjs";
import { request } from "./http.mjs";
import { scratch } from "./paths.mjs";
import { eventually } from "./process.mjs";
import { await_job, once_settled, payer } from "./purchase.mjs";

export const k_gas_money = 10n ** 18n;
// Blocks after which the local chain calls one final.
const k_finality = 100;
const k_longest_look = 2_000n; // blocks
const k_stranger_gas = 500_000n;
const k_stranger_fee = 100_000_000_000n; // wei, more than we ever pay
let keys = 0;

// The file of a new key, and its account.
function make_anchor_key() {
    const key = generatePrivateKey();
    const folder = join(scratch, "credentials", `${process.pid}-${++keys}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "anchor-key"), `${key}\n`, { mode: 0o600 });
    return { folder, account: privateKeyToAccount(key) };
}

// Adds anchoring to `options` of a stack. `wei`: what its account has.
export async function anchoring(world, { anchor = {}, wei = k_gas_money, ...options } = {}) {
    const { folder, account } = make_anchor_key();
    await world.chain.client.setBalance({ address: account.address, value: wei });
    const { overrides = {}, ...others } = options;
    return {
        account,
        options: {
            ...others,
            overrides: {
                ...overrides,
                service: { ...overrides.service, credentials_dir: folder },
                anchor: {
                    mode: "eas",
                    batch_interval: "1s",
                    address: account.address,
                    ...anchor,
                },
            },
        },
    };
}

// `open(options)` opens it; by default world.open_stack. The stack has `anchor_account` besides.
export async function anchored_stack(world, wishes, open = world.open_stack) {
    const { account, options } = await anchoring(world, wishes);
    return Object.assign(await open(options), { anchor_account: account });
}

export const envelope = async (stack, job_id) =>
    (await request("GET", new URL(`/v1/job/${job_id}`, stack.base_url))).json;

// Resolves with the envelope whose anchor is in `states`.
export const anchored = (stack, job_id, states = ["mined", "final"], options = {}) =>
    eventually(
        `${job_id} is ${states.join(" or ")}`,
        async () => {
            const found = await envelope(stack, job_id);
            // None while the service is too busy to answer.
            return states.includes(found.anchor?.status) && found;
        },
        { timeout_ms: 90_000, interval_ms: 100, ...options },
    );

export const alarms = async (stack) =>
    (await request("GET", new URL("/health", stack.base_url))).json.alarms.map(({ code }) => code);

export const alarmed = (stack, code) =>
    eventually(`the alarm ${code}`, async () => (await alarms(stack)).includes(code), {
        timeout_ms: 30_000,
    });

// The chain holds every hash of the stack.
export const nothing_waits = (stack) =>
    eventually(
        "nothing waits for the chain",
        async () => {
            const { json } = await request("GET", new URL("/health", stack.base_url));
            return json.checks.anchor.pending === 0;
        },
        { timeout_ms: 60_000 },
    );

// The cheapest product; the envelope as it is when the job is complete.
export async function bought(world, stack) {
    const sold = await once_settled((await payer(world, stack)).send);
    assert.equal(sold.status, 202, sold.text);
    const done = await await_job(stack.base_url, sold.json.job_id);
    assert.equal(done.json?.status, "complete", done.text);
    return done.json;
}

// No block comes while `use` runs; what has gathered is in the next one.
export async function without_blocks({ client }, use) {
    await client.setAutomine(false);
    try {
        return await use();
    } finally {
        await client.mine({ blocks: 1 });
        await client.setAutomine(true);
    }
}

// Our transaction with the hash of a job is on its way when a stranger pays more for their timestamp
// of it: both are in the next block, and ours has failed. False: ours was in the chain before.
export const overtaken = (chain, stack, { job_id, result_hash }) =>
    without_blocks(chain, async () => {
        if (await is_stamped(chain, result_hash)) return false;
        await anchored(stack, job_id, ["broadcast"]);
        const fields = { gas: toHex(k_stranger_gas), gasPrice: toHex(k_stranger_fee) };
        await eas(chain).submit([result_hash], fields);
        return true;
    });

// Another program sends a transaction with the key of an account.
export async function use_key({ client }, { address }) {
    await client.impersonateAccount({ address });
    await client.request({
        method: "eth_sendTransaction",
        params: [{ from: address, to: address }],
    });
    await client.stopImpersonatingAccount({ address });
}

// How often the chain holds `hash` by transactions of `account`, which are `sent`: timestamps and
// calldata.
export async function times_held(chain, account, hash, sent) {
    let times = 0;
    for (const transaction of sent ?? (await sent_by(chain, account))) {
        const { status } = await chain.client.getTransactionReceipt({ hash: transaction.hash });
        if (status === "success" && transaction.input.includes(hash.slice(2))) ++times;
    }
    return times;
}

// Every transaction of `account` in the chain, in the order of their nonces.
export async function sent_by(chain, account) {
    const found = [];
    const head = await chain.client.getBlockNumber();
    for (let number = head; number >= 0n && head - number < k_longest_look; --number) {
        const block = await chain.client.getBlock({
            blockNumber: number,
            includeTransactions: true,
        });
        found.push(
            ...block.transactions.filter(
                ({ from }) => from.toLowerCase() === account.address.toLowerCase(),
            ),
        );
    }
    return found.sort((one, other) => one.nonce - other.nonce);
}

// No nonce was left out.
export async function nonces_are_whole(chain, account) {
    const nonces = (await sent_by(chain, account)).map(({ nonce }) => nonce);
    return nonces.every((nonce, i) => nonce === i);
}

export const is_stamped = async (chain, hash) => (await eas(chain).time_of(hash)) > 0n;

export const make_final = (chain) => chain.client.mine({ blocks: k_finality });
