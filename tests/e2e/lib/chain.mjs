// A local EVM chain that looks like Base to an unmodified x402 client: chain id 8453 with a dollar
// token and the attestation service at the addresses every client knows. Money is given out by
// `fund`.
//
// Never started with step tracing: it keeps every opcode of every transaction in memory.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import {
    createTestClient,
    defineChain,
    encodeAbiParameters,
    encodeFunctionData,
    http,
    keccak256,
    publicActions,
    toHex,
} from "viem";
import { contract } from "./contracts.mjs";
import { put_eas } from "./eas.mjs";
import { start_process } from "./process.mjs";
import { receipt_of } from "./receipts.mjs";

export const k_usdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
export const k_multicall = "0xcA11bde05977b3631167028862bE2a173976CA11";
const k_chain_id = 8453;

// The dev key that pays for gas: the facilitator's wallet. Public knowledge, worth nothing.
export const k_gas_key = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

// The platform's package is asked for by name: only x64 is in the lock file.
function anvil_binary() {
    const require = createRequire(import.meta.url);
    const arch = { x64: "amd64", arm64: "arm64" }[process.arch];
    try {
        return join(
            dirname(require.resolve(`@foundry-rs/anvil-linux-${arch}/package.json`)),
            "bin/anvil",
        );
    } catch {
        throw new Error(
            `no local chain for ${process.platform} ${process.arch}: @foundry-rs/anvil-linux-${arch} is not installed`,
        );
    }
}

// Of itself the node makes a block for each transaction and no other. As the chain that it stands
// for, it goes on: what needs the chain is sold only while its newest block is young.
const k_tick_ms = 4_000;

// Options: chain_id; extra = more anvil arguments. Returns
//   url, port, chain_id, client (viem public + test client)
//   fund(address, atoms)       sets the token balance
//   balance(address)           bigint, atomic units
//   authorization_used(from, nonce)
//   transfers({from, to})      the token's Transfer logs
//   send(function_name, args)  a transaction to the token from a dev account that no other uses;
//                              with {by_facilitator: true} from that of k_gas_key
//   go_on({ahead_s})           a block of the clock's second (and so many ahead), unless there is one:
//                              what a head of the past or the future says is not believed
//   pass(seconds)              so much time passes, up to a block
//   block_at(timestamp, more)  a block of that second, and so many more
//   revert(snapshot)           takes back what came since, and goes on
//   take_back(block)           takes back the blocks from that number on
//   replay(snapshot, hash)     takes back what came since; the transaction comes again in a later
//                              block, behind another log. Its receipt
//   stop()
export async function start_chain({ chain_id = k_chain_id, extra = [] } = {}) {
    const node = start_process(anvil_binary(), [
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--chain-id",
        String(chain_id),
        "--accounts",
        "2",
        "--prune-history",
        "128",
        "--transaction-block-keeper",
        "8192",
        ...extra,
    ]);
    const [, port] = await node.until_logged(/Listening on 127\.0\.0\.1:(\d+)/, 20_000);
    const url = `http://127.0.0.1:${port}`;
    const client = createTestClient({
        mode: "anvil",
        chain: dev_chain(chain_id, url),
        transport: http(url, { retryCount: 0 }),
        pollingInterval: 50,
        cacheTime: 0,
    }).extend(publicActions);

    const usdc = contract("Usdc");
    await client.setCode({ address: k_usdc, bytecode: usdc.runtime });
    await client.setCode({ address: k_multicall, bytecode: contract("Multicall").runtime });
    await put_eas(client);

    const read = (functionName, args) =>
        client.readContract({ address: k_usdc, abi: usdc.abi, functionName, args });
    const transfer_event = usdc.abi.find(
        (item) => item.type === "event" && item.name === "Transfer",
    );
    const make_block = async ({ ahead_s = 0 } = {}) => {
        const { timestamp } = await client.getBlock();
        const now = BigInt(Math.floor(Date.now() / 1000) + ahead_s);
        if (now <= timestamp) return;
        await client.setNextBlockTimestamp({ timestamp: now });
        await client.mine({ blocks: 1 });
    };
    // One at a time: the time of the next block may not be that of the last one.
    let made = Promise.resolve();
    const in_turn = (make) => (made = made.catch(() => {}).then(make));
    const go_on = (wish) => in_turn(() => make_block(wish));
    // Not while a test makes the blocks. A chain whose time was set ahead goes on from there.
    const tick = async () => {
        if (!(await client.getAutomine())) return;
        const { timestamp } = await client.getBlock();
        if (timestamp * 1_000n > BigInt(Date.now())) await client.mine({ blocks: 1 });
        else await make_block();
    };
    const ticks = setInterval(() => in_turn(tick).catch(() => {}), k_tick_ms);
    ticks.unref();
    // In turn: a tick between the two would set the time back.
    const pass = (seconds) =>
        in_turn(async () => {
            await client.increaseTime({ seconds });
            await client.mine({ blocks: 1 });
        });
    const block_at = (timestamp, more = 0) =>
        in_turn(async () => {
            await client.setNextBlockTimestamp({ timestamp: BigInt(timestamp) });
            await client.mine({ blocks: 1 + more });
        });
    // Of itself the chain's time would go on from the snapshot's.
    const revert = (snapshot) =>
        in_turn(async () => {
            await client.revert({ id: snapshot });
            await make_block();
        });
    const take_back = (block) =>
        in_turn(async () => {
            const depth = Number(await client.getBlockNumber()) - block + 1;
            await client.request({ method: "anvil_rollback", params: [depth] });
        });
    return {
        url,
        port: Number(port),
        chain_id,
        client,
        pid: node.pid,
        balance: (address) => read("balanceOf", [address]),
        authorization_used: (from, nonce) => read("authorizationState", [from, nonce]),
        fund: (address, atoms) =>
            client.setStorageAt({
                address: k_usdc,
                index: balance_slot(address),
                value: toHex(BigInt(atoms), { size: 32 }),
            }),
        transfers: (filter = {}) =>
            client.getLogs({
                address: k_usdc,
                event: transfer_event,
                args: filter,
                fromBlock: 0n,
            }),
        send: async (functionName, args, { by_facilitator = false } = {}) => {
            const [facilitators, own] = await client.request({ method: "eth_accounts" });
            const data = encodeFunctionData({ abi: usdc.abi, functionName, args });
            const hash = await client.request({
                method: "eth_sendTransaction",
                params: [{ from: by_facilitator ? facilitators : own, to: k_usdc, data }],
            });
            return receipt_of(client, hash);
        },
        go_on,
        pass,
        block_at,
        revert,
        take_back,
        replay: async (snapshot, hash) => {
            const raw = await client.request({
                method: "eth_getRawTransactionByHash",
                params: [hash],
            });
            await revert(snapshot);
            await client.mine({ blocks: 2 });
            await client.setAutomine(false);
            const [, account] = await client.request({ method: "eth_accounts" });
            const data = encodeFunctionData({
                abi: usdc.abi,
                functionName: "approve",
                args: [account, 1n],
            });
            const fee = toHex(100n * 10n ** 9n); // goes first
            await client.request({
                method: "eth_sendTransaction",
                params: [
                    { from: account, to: k_usdc, data, maxFeePerGas: fee, maxPriorityFeePerGas: fee },
                ],
            });
            await client.sendRawTransaction({ serializedTransaction: raw });
            await client.setAutomine(true);
            await client.mine({ blocks: 1 });
            return receipt_of(client, hash);
        },
        log: node.log,
        stop: () => {
            clearInterval(ticks);
            return node.stop();
        },
    };
}

export function dev_chain(chain_id, url) {
    return defineChain({
        id: chain_id,
        name: "local",
        nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
        rpcUrls: { default: { http: [url] } },
    });
}

// `balanceOf` is the mapping in slot 0.
export function balance_slot(address) {
    return keccak256(
        encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [address, 0n]),
    );
}
