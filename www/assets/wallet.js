// What is asked of a wallet (EIP-1193), and its errors in plain words.
import { is_same_address, usdc } from "./terms.js";

/**
 * @typedef {import("./terms.js").Published} Published
 * @typedef {{request(call: {method: string, params?: unknown}): Promise<any>}} Wallet
 */

/** Said to the person as it stands. */
export class Refusal extends Error {
    /**
     * @param {string} words
     * @param {{is_wrong_chain?: boolean, nothing_sent?: boolean}} [about] nothing_sent: for sure
     */
    constructor(words, { is_wrong_chain = false, nothing_sent = true } = {}) {
        super(words);
        this.is_wrong_chain = is_wrong_chain;
        this.nothing_sent = nothing_sent;
    }
}

// Networks that a wallet may not know yet: what EIP-3085 wants to be told.
/** @type {Record<string, {chainName: string, rpcUrls: string[], blockExplorerUrls: string[]}>} */
const k_networks = {
    8453: {
        chainName: "Base",
        rpcUrls: ["https://mainnet.base.org"],
        blockExplorerUrls: ["https://basescan.org"],
    },
    84532: {
        chainName: "Base Sepolia",
        rpcUrls: ["https://sepolia.base.org"],
        blockExplorerUrls: ["https://sepolia.basescan.org"],
    },
};

/** @type {Record<number, string>} Nothing was done when the wallet says so. */
const k_errors = {
    4001: "You declined in the wallet.",
    4100: "The wallet does not let this page use that account: unlock it and allow this page.",
    4200: "The wallet cannot do this. Use another wallet, or the other way to pay.",
    [-32601]: "The wallet cannot do this. Use another wallet, or the other way to pay.",
    [-32602]: "The wallet does not accept what it was asked.",
    [-32002]: "The wallet has an open question: open the wallet and answer it first.",
};

/** @param {Published} page */
const hex_chain_id = (page) => `0x${BigInt(page.chain_id).toString(16)}`;

/**
 * @param {Wallet} wallet
 * @param {string} method
 * @param {unknown[]} [params]
 */
async function call(wallet, method, params = []) {
    try {
        return await wallet.request({ method, params });
    } catch (error) {
        throw refusal_of(error);
    }
}

/** @param {any} error */
function refusal_of(error) {
    const code = Number(error?.code ?? error?.data?.originalError?.code);
    if (code in k_errors) return new Refusal(k_errors[code] ?? "");
    const message = String(error?.message ?? error).slice(0, 300);
    if (/insufficient funds/i.test(message))
        return new Refusal("The wallet has too little of the chain's own coin for the gas.");
    if (code === 4900 || code === 4901)
        return new Refusal("The wallet has lost its connection to the chain.", {
            nothing_sent: false,
        });
    return new Refusal(`The wallet answers: ${message}`, { nothing_sent: false });
}

/**
 * The account to pay from, on the right chain and with enough money. Throws a Refusal.
 * @param {Wallet} wallet
 * @param {Published} page
 * @param {string} amount atoms
 * @param {{needs_gas: boolean}} how
 * @returns {Promise<string>}
 */
export async function ready_account(wallet, page, amount, { needs_gas }) {
    const [account] = (await call(wallet, "eth_requestAccounts")) ?? [];
    if (!is_same_address(account, account)) throw new Refusal("The wallet names no account.");
    await check_chain(wallet, page);
    const held = await balance(wallet, page, account);
    if (held < BigInt(amount))
        throw new Refusal(
            `Too little money: ${account} holds ${usdc(String(held))} on ${page.chain}, and ` +
                `this costs ${usdc(amount)}.`,
        );
    if (needs_gas && BigInt(await call(wallet, "eth_getBalance", [account, "latest"])) === 0n)
        throw new Refusal(
            `Too little money: ${account} has nothing on ${page.chain} to pay for gas with. The ` +
                "signature (rail v2) needs no gas.",
        );
    return account;
}

/**
 * @param {Wallet} wallet
 * @param {Published} page
 */
async function check_chain(wallet, page) {
    const chain_id = String(BigInt(await call(wallet, "eth_chainId")));
    if (chain_id === page.chain_id) return;
    throw new Refusal(
        `The wallet is on another chain (id ${chain_id}); the payment is on ${page.chain} ` +
            `(id ${page.chain_id}).`,
        { is_wrong_chain: true },
    );
}

/**
 * @param {Wallet} wallet
 * @param {Published} page
 * @param {string} account
 */
async function balance(wallet, page, account) {
    const data = `0x70a08231${account.slice(2).toLowerCase().padStart(64, "0")}`; // balanceOf
    const word = await call(wallet, "eth_call", [{ to: page.asset, data }, "latest"]);
    if (!/^0x[0-9a-f]{1,64}$/i.test(word ?? ""))
        throw new Refusal(`The wallet cannot tell how much USDC it holds on ${page.chain}.`);
    return BigInt(word);
}

/**
 * False: the chain's time has passed the authorization, and it was not used.
 * @param {Wallet} wallet
 * @param {Published} page
 * @param {{from: string, nonce: string, validBefore: string}} authorization
 */
export async function is_used_or_alive(wallet, page, { from, nonce, validBefore }) {
    await check_chain(wallet, page);
    const block = await call(wallet, "eth_getBlockByNumber", ["finalized", false]);
    if (!(BigInt(block?.timestamp ?? 0) > BigInt(validBefore))) return true;
    const words = from.slice(2).toLowerCase().padStart(64, "0") + nonce.slice(2);
    const data = `0xe94a0102${words}`; // authorizationState(address,bytes32)
    const word = await call(wallet, "eth_call", [{ to: page.asset, data }, "finalized"]);
    return !/^0x0{64}$/.test(word ?? "");
}

/**
 * Asks the wallet to switch, and to add the chain when it does not know it. Throws a Refusal.
 * @param {Wallet} wallet
 * @param {Published} page
 */
export async function switch_chain(wallet, page) {
    const chainId = hex_chain_id(page);
    const ask = (/** @type {string} */ method, /** @type {object} */ wish) =>
        wallet.request({ method, params: [wish] });
    try {
        await ask("wallet_switchEthereumChain", { chainId });
    } catch (/** @type {any} */ error) {
        const network = k_networks[page.chain_id];
        const is_unknown = (error?.code ?? error?.data?.originalError?.code) === 4902;
        if (!is_unknown) throw refusal_of(error);
        if (!network)
            throw new Refusal(`The wallet does not know ${page.chain}: add it in the wallet.`);
        const nativeCurrency = { name: "Ether", symbol: "ETH", decimals: 18 };
        await call(wallet, "wallet_addEthereumChain", [{ chainId, nativeCurrency, ...network }]);
    }
    await check_chain(wallet, page);
}

/**
 * @param {Wallet} wallet
 * @param {string} account
 * @param {object} typed_data
 * @returns {Promise<string>}
 */
export async function sign(wallet, account, typed_data) {
    const text = JSON.stringify(typed_data);
    const signature = await call(wallet, "eth_signTypedData_v4", [account, text]);
    if (!/^0x([0-9a-f]{2})+$/i.test(signature ?? ""))
        throw new Refusal("The wallet answers with something that is no signature.");
    return signature;
}

/**
 * The transaction's hash.
 * @param {Wallet} wallet
 * @param {Published} page
 * @param {string} from
 * @param {{to: string, data: string}} transaction
 * @returns {Promise<string>}
 */
export async function send(wallet, page, from, { to, data }) {
    const wish = { from, to, data, value: "0x0", chainId: hex_chain_id(page) };
    const hash = await call(wallet, "eth_sendTransaction", [wish]);
    if (is_tx_hash(hash)) return hash;
    throw new Refusal("The wallet answers without the hash.", { nothing_sent: false });
}

/** @param {unknown} text */
export function is_tx_hash(text) {
    return typeof text === "string" && /^0x[0-9a-f]{64}$/i.test(text);
}
