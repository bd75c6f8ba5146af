// Rail v1 in the browser: the order is kept, then that the wallet was asked, then the transaction's
// hash. For one order the wallet is asked once, however often the page is left.
import { button, result_link, tell_over, tell_owed, tell_sold } from "./desk.js";
import { h } from "./dom.js";
import { keep, pending } from "./pending.js";
import { ask, decision_of, is_job_id, now_ms, shows_sold_job } from "./service.js";
import { wait_ms, words_of } from "./service.js";
import { differences, raw_json, terms_table, transaction_differences } from "./terms.js";
import { transfer_words, usdc } from "./terms.js";
import { is_tx_hash, ready_account, Refusal, send, switch_chain } from "./wallet.js";
import { duration, time } from "./words.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./pending.js").Purchase} Purchase
 * @typedef {import("./service.js").Answer} Answer
 * @typedef {import("./terms.js").Published} Published
 * @typedef {import("./wallet.js").Wallet} Wallet
 *
 * @typedef {object} Shop
 * @property {Desk} desk
 * @property {Published | undefined} page
 * @property {() => Wallet | undefined} wallet
 */

const k_closes_before_ms = 60_000;
const k_poll_ms = 3_000;

// What the person wishes of the order that stands on the desk, and what it was answered.
let wish = "";
let note = "";
let is_wrong_chain = false;
/** @type {Promise<void> | undefined} while the wallet shows its question */
let open_question;

/** @type {Record<string, (purchase: Purchase, shop: Shop, attempts: number) => Promise<void>>} */
const k_steps = {
    ordering: place_order,
    ordered: await_wish,
    asked: watch_job,
    sent: report_transfer,
    paid: ask_for_result,
};

/**
 * One step of the purchase towards its decision.
 * @param {Purchase} purchase
 * @param {Shop} shop
 * @param {number} attempts of this step before
 */
export async function step_v1(purchase, shop, attempts) {
    const step = k_steps[purchase.state];
    if (!step) return tell_over(shop.desk, "What this browser kept of a purchase is unreadable.");
    await step(purchase, shop, attempts);
}

/**
 * Changes what is kept, unless it has gone on in the meantime.
 * @param {Purchase} purchase as it was
 * @param {Partial<Purchase>} change
 */
function advance(purchase, change) {
    const now = pending();
    const is_same = now?.key === purchase.key && now?.state === purchase.state;
    if (now && is_same) keep({ ...now, ...change });
}

/**
 * @param {Purchase} purchase
 * @param {Shop} shop
 * @param {number} attempts
 */
async function place_order(purchase, { desk, page }, attempts) {
    if (attempts === 0) wish = "";
    desk.offer("ordering", () => [let_go_button(desk)]);
    if (attempts === 0) desk.say("The order is made. An order costs nothing.");
    const answer = await ask("POST", purchase.path, {
        text: purchase.text,
        headers: { "Idempotency-Key": purchase.key ?? "" },
    });
    const { status, json } = answer;
    if (taken("let go")) return tell_over(desk, "The order was let go. Nothing was paid.");
    if (status === 402 && is_job_id(json.job_id)) {
        const wrong = page ? order_differences(json, page, purchase.product) : [];
        if (wrong.length)
            return tell_over(
                desk,
                `The order is not as shown, so nothing was paid. ${wrong.join(" ")}`,
            );
        note = "";
        is_wrong_chain = false;
        return advance(purchase, { state: "ordered", order: json, header: undefined });
    }
    if (status >= 400 && status < 500 && json.retryable !== true)
        return tell_over(desk, "Nothing was ordered. ", words_of(answer));
    desk.say(`${words_of(answer)} The page orders again, under the same key.`);
    await desk.pause(wait_ms(answer, attempts));
}

/**
 * @param {Record<string, any>} order
 * @param {Published} page
 * @param {string} product
 */
function order_differences(order, page, product) {
    const wrong = differences(order.accepts?.[0], page, product);
    if (order.product !== product) wrong.push(`It is an order of ${order.product}.`);
    return wrong.length ? wrong : transaction_differences(order, page);
}

/** @param {string} what */
function taken(what) {
    const is_it = wish === what;
    if (is_it) wish = "";
    return is_it;
}

/**
 * @param {Desk} desk
 * @param {string} words
 * @param {string} what
 */
function wish_button(desk, words, what) {
    return button(words, () => {
        wish = what;
        desk.wake();
    });
}

/** @param {Desk} desk */
const let_go_button = (desk) => wish_button(desk, "Let this order go", "let go");

/** @param {Purchase} purchase */
const left_ms = (purchase) => Date.parse(purchase.order?.expires_at) - now_ms();

/** @param {Purchase} purchase */
const is_closed = (purchase) => !(left_ms(purchase) > k_closes_before_ms);

/**
 * The order stands; the person decides.
 * @param {Purchase} purchase
 * @param {Shop} shop
 */
async function await_wish(purchase, shop) {
    const { desk, page } = shop;
    const { order } = purchase;
    if (!order || !(left_ms(purchase) > 0))
        return tell_over(desk, "The order's window has passed. Nothing was paid: order again.");
    if (!page) return tell_over(desk, "Nothing is sold now, so the order was let go.");
    const closed = is_closed(purchase);
    const key = [order.job_id, closed, is_wrong_chain].join();
    desk.offer(key, () => order_tools(purchase, desk, page, closed));
    const left = duration(Math.max(0, left_ms(purchase) - k_closes_before_ms) / 1000);
    for (const place of document.querySelectorAll("#purchase-left")) place.textContent = left;
    const closed_words =
        "It is too late to begin a transfer: it might come in after the order's window. Nothing " +
        "was paid. Let this order go and order again.";
    desk.say(closed ? closed_words : note || "Ordered. Nothing is paid until you send it.");
    await desk.pause(1_000);
    if (taken("let go"))
        return tell_over(desk, "The order was let go. Nothing was paid and nothing is owed.");
    try {
        if (taken("switch")) await ask_to_switch(shop, page);
        if (taken("pay")) await ask_wallet(purchase, shop, page);
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        note = `${error.message} Nothing was paid.`;
        is_wrong_chain = error.is_wrong_chain;
    }
}

/**
 * @param {Purchase} purchase
 * @param {Desk} desk
 * @param {Published} page
 * @param {boolean} closed
 */
function order_tools(purchase, desk, page, closed) {
    const { order } = purchase;
    const entry = order?.accepts[0];
    const words = `Send ${usdc(purchase.amount)} from the wallet`;
    const pay = h("button", { type: "button", id: "send-v1", disabled: closed }, words);
    pay.addEventListener("click", () => {
        wish = "pay";
        note = "The wallet is asked for its account, its chain and its balance.";
        desk.wake();
    });
    return [
        terms_table("What your order asks for", entry, page),
        h("p", {}, "The wallet sends this amount to the receiver above, once, and pays the gas."),
        closed
            ? null
            : h("p", {}, "This button closes in ", h("span", { id: "purchase-left" }), "."),
        h(
            "div",
            { class: "row" },
            pay,
            is_wrong_chain &&
                wish_button(desk, `Ask the wallet to switch to ${page.chain}`, "switch"),
            let_go_button(desk),
        ),
        raw_json(order),
    ];
}

/**
 * @param {Shop} shop
 * @param {Published} page
 */
async function ask_to_switch(shop, page) {
    const wallet = shop.wallet();
    if (!wallet) throw new Refusal("This browser has no wallet.");
    await switch_chain(wallet, page);
    is_wrong_chain = false;
    note = `The wallet is on ${page.chain} now.`;
}

/**
 * Once for an order: that the wallet was asked is kept before it is.
 * @param {Purchase} purchase
 * @param {Shop} shop
 * @param {Published} page
 */
async function ask_wallet(purchase, { desk, wallet: find }, page) {
    const wallet = find();
    is_wrong_chain = false;
    if (!wallet) throw new Refusal("This browser has no wallet.");
    const order = purchase.order ?? {};
    const wrong = order_differences(order, page, purchase.product);
    if (wrong.length) throw new Refusal(wrong.join(" "));
    const account = await ready_account(wallet, page, purchase.amount, { needs_gas: true });
    if (is_closed(purchase)) throw new Refusal("The order's window is about to close.");
    /** @type {Purchase} */
    const asked = { ...purchase, state: "asked" };
    try {
        keep(asked);
    } catch {
        throw new Refusal("This browser does not keep the purchase, so the wallet is not asked.");
    }
    note = "";
    open_question = send(wallet, page, account, order.payment_options.transaction)
        .then(
            (tx_hash) => advance(asked, { state: "sent", tx_hash }),
            (/** @type {Refusal} */ error) => {
                note = error.nothing_sent ? `${error.message} Nothing was paid.` : error.message;
                if (error.nothing_sent) advance(asked, { state: "ordered" });
            },
        )
        .finally(() => {
            open_question = undefined;
            desk.wake();
        });
}

/**
 * The wallet was asked, and no hash is known: the chain decides.
 * @param {Purchase} purchase
 * @param {Shop} shop
 */
async function watch_job(purchase, { desk, page }) {
    const { order } = purchase;
    const job_id = order?.job_id;
    desk.offer(`asked ${job_id}`, () => [paste_form(desk), raw_json(order)]);
    const what = page ? transfer_words(order?.accepts[0], page) : usdc(purchase.amount);
    desk.say(
        open_question
            ? `The wallet asks you to confirm: it would send ${what}.`
            : `${note} The wallet was asked to send ${what}, and this page does not know whether ` +
                  "it did. The wallet's history decides: if the transfer stands there, it is " +
                  "found on the chain by itself, and faster when you paste its hash. Do not send " +
                  `another one. If none is sent by ${time(order?.expires_at)}, nothing was paid.`,
    );
    const answer = await ask("GET", `/v1/job/${job_id}`);
    const { status, json } = answer;
    if (pending()?.state !== "asked") return;
    if (shows_sold_job(answer)) return tell_sold(desk, purchase, job_id);
    if (json.status === "payment_confirmed") return advance(purchase, { state: "paid" });
    if (json.status === "expired") return tell_expired(desk, json);
    if (decision_of(answer) === "charged") return tell_owed(desk, answer);
    if (status === 404 || status === 410) return tell_over(desk, words_of(answer));
    await desk.pause(Math.max(k_poll_ms, wait_ms(answer, 0)));
}

/**
 * @param {Desk} desk
 * @param {Record<string, any>} job
 */
function tell_expired(desk, { credits }) {
    if (Array.isArray(credits) && credits.length)
        return tell_over(
            desk,
            "The transfer came after the order's window. It is a credit, which the operator pays " +
                "back.",
        );
    tell_over(
        desk,
        "The order's window has passed and no transfer came in: nothing was paid. If the wallet " +
            "still shows its question, decline it.",
    );
}

/** @param {Desk} desk */
function paste_form(desk) {
    const field = h("input", { id: "purchase-hash", autocomplete: "off", spellcheck: "false" });
    const says = h("span", { class: "quiet", role: "status" });
    const report = button("Report this transfer", () => {
        const tx_hash = field.value.trim();
        const purchase = pending();
        says.textContent = is_tx_hash(tx_hash) ? "" : "A hash is 0x and 64 digits.";
        if (!is_tx_hash(tx_hash) || purchase?.state !== "asked") return;
        advance(purchase, { state: "sent", tx_hash, is_pasted: true });
        desk.wake();
    });
    return h(
        "div",
        {},
        h("label", { for: "purchase-hash" }, "Hash of the transfer, from the wallet's history"),
        h("div", { class: "row" }, field, report),
        says,
    );
}

const k_found_anyway = ["memo_missing", "ambiguous_binding", "too_many_claims"];

/**
 * The webhook judges the transfer.
 * @param {Purchase} purchase
 * @param {Shop} shop
 * @param {number} attempts
 */
async function report_transfer(purchase, { desk }, attempts) {
    const { order, tx_hash } = purchase;
    const job_id = order?.job_id;
    desk.offer(`sent ${tx_hash}`, () => [
        h("p", {}, "The transfer: ", h("code", {}, tx_hash)),
        raw_json(order),
    ]);
    if (attempts === 0) desk.say("The transfer is sent. The service looks for it on the chain.");
    const answer = await ask("POST", "/v1/webhook/payment", {
        text: JSON.stringify({ job_id, tx_hash }),
    });
    const { status, json } = answer;
    if (status === 200 && json.next === "resubmit") return advance(purchase, { state: "paid" });
    if (status === 200 && json.job_id === job_id) return tell_sold(desk, purchase, job_id);
    if (json.code === "already_paid") return advance(purchase, { state: "paid" });
    if (decision_of(answer) === "charged") return tell_owed(desk, answer);
    const is_refused = status >= 400 && status < 500 && json.code && json.retryable !== true;
    const is_open = purchase.is_pasted || k_found_anyway.includes(json.code);
    if (is_refused && is_open && status !== 410) {
        note = `The hash ${tx_hash} does not pay for this order. ${words_of(answer)}`;
        return advance(purchase, { state: "asked", tx_hash: undefined, is_pasted: undefined });
    }
    if (is_refused && json.charged !== null)
        return tell_over(desk, words_of(answer), " This page is done with the order: order again.");
    desk.say(
        status === 202
            ? "The transfer is sent, and not yet deep enough in the chain. The page asks again."
            : `${words_of(answer)} The transfer is sent; the page reports it again.`,
    );
    await desk.pause(wait_ms(answer, attempts));
}

/**
 * The same request again, with the job that is paid for.
 * @param {Purchase} purchase
 * @param {Shop} shop
 * @param {number} attempts
 */
async function ask_for_result(purchase, { desk }, attempts) {
    const job_id = purchase.order?.job_id;
    desk.offer("paid");
    if (attempts === 0) desk.say("The transfer is confirmed. The page asks for the result.");
    const answer = await ask("POST", purchase.path, {
        text: JSON.stringify({ ...JSON.parse(purchase.text), job_id }),
    });
    if (shows_sold_job(answer)) return tell_sold(desk, purchase, job_id);
    // The order stays paid whatever is wrong with the request: its job tells of the money.
    if (["charged", "refused"].includes(decision_of(answer)))
        return tell_over(desk, words_of(answer), " It is paid; the job is ", result_link(job_id));
    // The transfer has fallen out of the chain.
    if (answer.status === 402 && is_job_id(answer.json.job_id))
        return advance(purchase, { state: purchase.tx_hash ? "sent" : "asked" });
    desk.say(`${words_of(answer)} The transfer is confirmed; the page asks again for the result.`);
    await desk.pause(wait_ms(answer, attempts));
}
