// Rail v2 in the browser: the wallet signs an authorization (EIP-3009 by EIP-712); the header made
// of it is kept before it is sent, and sent again, the same, until the service has decided.
import { button, tell_over, tell_owed, tell_sold } from "./desk.js";
import { drop, keep, pending } from "./pending.js";
import { ask, decision_of, now_ms, parse_object, wait_ms, words_of } from "./service.js";
import { transfer_words, usdc } from "./terms.js";
import { is_used_or_alive, ready_account, Refusal, sign } from "./wallet.js";
import { time } from "./words.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./pending.js").Purchase} Purchase
 * @typedef {import("./terms.js").Entry} Entry
 * @typedef {import("./terms.js").Published} Published
 * @typedef {import("./wallet.js").Wallet} Wallet
 *
 * What the person was shown.
 * @typedef {object} Quote
 * @property {string} product
 * @property {string} title
 * @property {string} v2 path, empty where it is not sold there
 * @property {string} v1 likewise
 * @property {string} text the body
 * @property {string} v1_text the same with the member that names the product
 * @property {Record<string, any>} terms
 * @property {Entry} entry
 */

const k_domain = [
    { name: "name", type: "string" },
    { name: "version", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "verifyingContract", type: "address" },
];
const k_authorization = [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
];
// Room for what comes is kept before it comes.
export const k_room = " ".repeat(16 * 1024);

/** @param {unknown} value */
function encoded(value) {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function fresh_nonce() {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * @param {string} from
 * @param {Entry} entry
 */
function authorization_of(from, entry) {
    return {
        from,
        to: entry.payTo,
        value: entry.amount,
        validAfter: "0",
        validBefore: String(Math.floor(now_ms() / 1000) + entry.maxTimeoutSeconds),
        nonce: fresh_nonce(),
    };
}

/**
 * @param {object} message
 * @param {Entry} entry
 * @param {Published} page
 */
function typed_data(message, entry, page) {
    return {
        domain: {
            name: entry.extra.name,
            version: entry.extra.version,
            chainId: Number(page.chain_id),
            verifyingContract: entry.asset,
        },
        types: { EIP712Domain: k_domain, TransferWithAuthorization: k_authorization },
        primaryType: "TransferWithAuthorization",
        message,
    };
}

/**
 * Keeps it, or throws a Refusal and keeps nothing.
 * @param {Purchase} purchase
 */
export function keep_or_refuse(purchase) {
    try {
        keep(purchase);
    } catch {
        drop();
        throw new Refusal(
            "This browser keeps nothing for this page (a private window, or a request too large " +
                "to keep), and without that a reload could lose a payment.",
        );
    }
}

/**
 * Asks the wallet for the signature and keeps the header. Throws a Refusal: nothing was signed, or
 * what was signed is gone unsent.
 * @param {Wallet} wallet
 * @param {Published} page
 * @param {Quote} quote
 * @param {Desk} desk
 */
export async function sign_purchase(wallet, page, quote, desk) {
    const { entry, terms, product, title } = quote;
    const account = await ready_account(wallet, page, entry.amount, { needs_gas: false });
    const authorization = authorization_of(account, entry);
    const valid_before = authorization.validBefore;
    const until = time(new Date(Number(valid_before) * 1000).toISOString());
    /** @type {Purchase} */
    const purchase = {
        rail: "v2",
        state: "signing",
        product,
        title,
        path: quote.v2,
        text: quote.text,
        amount: entry.amount,
        valid_before,
        header: k_room,
    };
    keep_or_refuse(purchase);
    desk.say(
        `The wallet asks you to sign. You allow one payment of ${transfer_words(entry, page)}, ` +
            `until ${until}.`,
    );
    try {
        const signature = await sign(wallet, account, typed_data(authorization, entry, page));
        const header = encoded({
            x402Version: 2,
            payload: { authorization, signature },
            resource: terms.resource,
            accepted: entry,
            ...(terms.extensions ? { extensions: terms.extensions } : {}),
        });
        keep_or_refuse({ ...purchase, state: "signed", header });
    } catch (error) {
        drop();
        throw error;
    }
}

/**
 * One attempt to have the purchase decided.
 * @param {Purchase} purchase
 * @param {{desk: Desk, page?: Published, wallet: () => Wallet | undefined}} shop
 * @param {number} attempts before this one
 */
export async function step_v2(purchase, { desk, page, wallet: find }, attempts) {
    if (purchase.state !== "signed")
        return tell_over(
            desk,
            "This page was left before the wallet had signed. Nothing was sent or paid.",
        );
    if (attempts === 0)
        desk.say(`The signed payment is kept in this browser and sent: ${usdc(purchase.amount)}.`);
    const answer = await ask("POST", purchase.path, {
        text: purchase.text,
        headers: { "PAYMENT-SIGNATURE": purchase.header ?? "" },
    });
    const decision = decision_of(answer);
    if (decision === "sold") return tell_sold(desk, purchase, answer.json.job_id);
    if (decision === "charged") return tell_owed(desk, answer);
    if (decision === "refused")
        return tell_over(desk, "Nothing was paid. ", refusal_words(answer));
    const ms = wait_ms(answer, attempts);
    desk.say(
        `${words_of(answer)} It is not decided yet whether this was paid. The page sends the ` +
            "same signed payment again, which cannot be charged twice; until then it signs no " +
            "other.",
    );
    if (page && is_over(purchase))
        desk.offer("lapsed", () => [button("Look on the chain whether it was paid", () => {
            void look_on_chain(purchase, page, desk, find());
        })]);
    await desk.pause(ms);
}

/** @param {Purchase} purchase */
const is_over = ({ valid_before }) => now_ms() > Number(valid_before) * 1000;

/**
 * For a service that answers nothing that decides: what has lapsed unused can never be charged.
 * @param {Purchase} purchase
 * @param {Published} page
 * @param {Desk} desk
 * @param {Wallet | undefined} wallet
 */
async function look_on_chain({ header }, page, desk, wallet) {
    const payload = parse_object(atob(header ?? ""))?.payload;
    try {
        if (!wallet) throw new Refusal("This browser has no wallet to look with.");
        const is_open = await is_used_or_alive(wallet, page, payload.authorization);
        if (pending()?.header !== header) return;
        if (is_open)
            return desk.say(
                "The chain shows the payment, or its time is not over there: the page goes on.",
            );
        tell_over(desk, "It has lapsed unused on the chain: nothing was paid, and never will be.");
        desk.wake();
    } catch (error) {
        desk.say(error instanceof Error ? error.message : String(error));
    }
}

/** @param {import("./service.js").Answer} answer */
function refusal_words(answer) {
    const { detail, error } = answer.json;
    if (answer.status !== 402) return words_of(answer);
    return `The payment was refused: ${detail ?? ""} (${error}).`;
}
