// A price in plain words, and whether it is the one that this page was published with.
import { fold, h, table } from "./dom.js";
import { decimal } from "./words.js";

/**
 * What the page says of itself, in the attributes of its form.
 * @typedef {object} Published
 * @property {string} chain_id
 * @property {string} chain its name
 * @property {string} asset
 * @property {string} asset_name
 * @property {string} asset_version
 * @property {string} pay_to
 *
 * An entry of `accepts`.
 * @typedef {object} Entry
 * @property {string} scheme
 * @property {string} network
 * @property {string} amount
 * @property {string} asset
 * @property {string} payTo
 * @property {number} maxTimeoutSeconds
 * @property {{name: string, version: string}} extra
 */

/**
 * @param {HTMLElement} form
 * @returns {Published}
 */
export function published_in(form) {
    const { chainId, chain, asset, assetName, assetVersion, payTo } = form.dataset;
    return {
        chain_id: chainId ?? "",
        chain: chain ?? "",
        asset: asset ?? "",
        asset_name: assetName ?? "",
        asset_version: assetVersion ?? "",
        pay_to: payTo ?? "",
    };
}

/** @param {string} atoms */
export const usdc = (atoms) => `${decimal(atoms)} USDC`;

/**
 * The price of a product as the page shows it.
 * @param {string} product
 */
export function shown_price(product) {
    const place = document.querySelector(`[data-price-of="${CSS.escape(product)}"]`);
    return place?.textContent?.trim() ?? "";
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
export function is_same_address(one, other) {
    return (
        typeof one === "string" &&
        typeof other === "string" &&
        /^0x[0-9a-f]{40}$/i.test(one) &&
        one.toLowerCase() === other.toLowerCase()
    );
}

/**
 * Where the terms are not what the page says. Empty: they may be paid.
 * @param {Partial<Entry> | undefined} entry
 * @param {Published} page
 * @param {string} product
 * @returns {string[]}
 */
export function differences(entry, page, product) {
    if (!entry) return ["The answer names no price."];
    const out = [];
    if (entry.scheme !== "exact") out.push("The answer asks for another kind of payment.");
    if (!/^[1-9]\d{0,30}$/.test(String(entry.amount)))
        return [...out, "The answer names no amount."];
    const amount = usdc(String(entry.amount));
    if (amount !== shown_price(product))
        out.push(`The amount is ${amount}; this page shows ${shown_price(product) || "none"}.`);
    if (!is_same_address(entry.asset, page.asset))
        out.push(`The token is ${entry.asset}; this page was published with ${page.asset}.`);
    if (entry.network !== `eip155:${page.chain_id}`)
        out.push(`The network is ${entry.network}; this page was published for ${page.chain}.`);
    if (!is_same_address(entry.payTo, page.pay_to))
        out.push(`The receiver is ${entry.payTo}; this page was published with ${page.pay_to}.`);
    const { name, version } = entry.extra ?? {};
    if (name !== page.asset_name || version !== page.asset_version)
        out.push("The token has another name or version than this page was published with.");
    return out;
}

/**
 * Where the ready transaction of an order is not the transfer that its terms name.
 * @param {Record<string, any>} order
 * @param {Published} page
 * @returns {string[]}
 */
export function transaction_differences(order, page) {
    const transaction = order.payment_options?.transaction;
    const commitment = order.payment_options?.memo?.commitment;
    if (!transaction || !/^0x[0-9a-f]{64}$/i.test(commitment ?? ""))
        return ["The order has no ready transaction."];
    const entry = order.accepts[0];
    const word = (/** @type {string} */ hex) => hex.padStart(64, "0");
    const expected =
        "0xa9059cbb" + // transfer(address,uint256)
        word(entry.payTo.slice(2)) +
        word(BigInt(entry.amount).toString(16)) +
        commitment.slice(2);
    const is_it =
        is_same_address(transaction.to, page.asset) &&
        String(transaction.data).toLowerCase() === expected.toLowerCase() &&
        BigInt(transaction.value ?? 0) === 0n &&
        String(transaction.chainId) === page.chain_id;
    return is_it ? [] : ["The ready transaction is not the transfer that the order names."];
}

/**
 * @param {string} caption
 * @param {Entry} entry
 * @param {Published} page
 */
export function terms_table(caption, entry, page) {
    const code = (/** @type {string} */ text) => h("code", {}, text);
    return table(
        caption,
        ["What", "As the service asks for it"],
        [
            ["Amount", usdc(entry.amount)],
            ["Token", h("span", {}, `USDC (${entry.extra.name}), contract `, code(entry.asset))],
            ["Chain", `${page.chain} (chain id ${page.chain_id})`],
            ["Receiver", code(entry.payTo)],
        ],
    );
}

/**
 * One sentence: amount, token, receiver, chain.
 * @param {Entry} entry
 * @param {Published} page
 */
export function transfer_words(entry, page) {
    return (
        `${usdc(entry.amount)} (token ${entry.asset}) on ${page.chain} ` +
        `(chain id ${page.chain_id}) to ${entry.payTo}`
    );
}

/** @param {unknown} value */
export function raw_json(value) {
    return fold("The answer as it came (JSON)", h("pre", {}, JSON.stringify(value, null, 2)));
}
