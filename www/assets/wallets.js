// The wallets of this browser: those that announce themselves (EIP-6963), or the one that stands
// where older ones do (window.ethereum). With several the person chooses, and the browser keeps the
// choice.
import { h } from "./dom.js";

/**
 * @typedef {import("./wallet.js").Wallet} Wallet
 * @typedef {{id: string, name: string, wallet: Wallet}} Announced
 */

const k_choice = "assay.wallet";
const k_most = 20;
const k_name_max_chars = 60;

/** @type {Map<string, Announced>} */
const announced = new Map();
let chosen = "";

/** @param {any} wallet @returns {wallet is Wallet} */
const is_wallet = (wallet) => typeof wallet?.request === "function";

/** Wallets answer at once when they are asked, and speak up by themselves when they come later. */
export function look_for_wallets() {
    addEventListener("eip6963:announceProvider", (event) => {
        const { info, provider } = /** @type {CustomEvent} */ (event).detail ?? {};
        if (typeof info?.rdns !== "string" || typeof info.name !== "string") return;
        if (!is_wallet(provider) || announced.size >= k_most || announced.has(info.rdns)) return;
        const name = info.name.slice(0, k_name_max_chars);
        announced.set(info.rdns, { id: info.rdns, name, wallet: provider });
    });
    dispatchEvent(new Event("eip6963:requestProvider"));
    try {
        chosen = localStorage.getItem(k_choice) ?? "";
    } catch {
        chosen = ""; // a browser that keeps nothing
    }
}

/** @returns {Wallet | undefined} */
export function find_wallet() {
    const [first] = announced.values();
    const found = announced.get(chosen) ?? first;
    if (found) return found.wallet;
    const { ethereum } = /** @type {{ethereum?: unknown}} */ (/** @type {unknown} */ (window));
    return is_wallet(ethereum) ? ethereum : undefined;
}

/** What the person chooses with; nothing where there is no choice. */
export function wallet_choice() {
    if (announced.size < 2) return [];
    const is_kept = announced.has(chosen);
    const select = h("select", { id: "wallet" },
        Array.from(announced.values(), ({ id, name }, i) =>
            h("option", { value: id, selected: is_kept ? id === chosen : i === 0 }, name)));
    select.addEventListener("change", () => {
        chosen = select.value;
        try {
            localStorage.setItem(k_choice, chosen);
        } catch {
            // then it is asked again after a reload
        }
    });
    return [h("label", { for: "wallet" }, "Wallet"), select];
}
