// "Ask for the price": the real request without payment, its terms in plain words; then the
// purchase, with the wallet in this browser.
import { button, open_desk } from "./desk.js";
import { by_id, control, h } from "./dom.js";
import { k_room, keep_or_refuse, sign_purchase, step_v2 } from "./pay_v2.js";
import { step_v1 } from "./pay_v1.js";
import { alone, on_change_elsewhere, pending } from "./pending.js";
import { open_request_form } from "./request_form.js";
import { ask, parse_object, validation_words, words_of } from "./service.js";
import { differences, published_in, raw_json, terms_table, usdc } from "./terms.js";
import { Refusal, switch_chain } from "./wallet.js";
import { find_wallet, look_for_wallets, wallet_choice } from "./wallets.js";

/**
 * @typedef {import("./pay_v2.js").Quote} Quote
 * @typedef {import("./pay_v1.js").Shop} Shop
 * @typedef {import("./service.js").Answer} Answer
 */

export function enable_purchase() {
    const form = document.getElementById("ask");
    const shop = {
        desk: open_desk(form ?? by_id("buy").lastElementChild ?? by_id("buy")),
        page: form ? published_in(form) : undefined,
        wallet: find_wallet,
    };
    const is_on_sale = form instanceof HTMLFormElement;
    look_for_wallets();
    const update = is_on_sale ? enable_form(form, shop) : () => {};
    shop.desk.show_bought();
    on_change_elsewhere(() => {
        shop.desk.show_bought();
        update();
        void go_on(shop, update);
    });
    void go_on(shop, update);
}

let is_at_it = false; // this tab buys, or waits for its turn

/**
 * Goes on with what is pending, once no other tab does.
 * @param {Shop} shop
 * @param {() => void} update
 */
async function go_on(shop, update) {
    if (is_at_it || !pending()) return;
    is_at_it = true;
    const others_turn = setTimeout(() => {
        shop.desk.say("Another tab of this page is at your purchase.");
    }, 500);
    try {
        await alone({ waits: true }, async () => {
            clearTimeout(others_turn);
            if (!pending()) shop.desk.say("The other tab is done with your purchase.");
            await drive(shop);
        });
    } catch (error) {
        shop.desk.say(`This page cannot go on: ${error instanceof Error ? error.message : error}.`);
    } finally {
        clearTimeout(others_turn);
        is_at_it = false;
        update();
    }
}

/**
 * Until nothing is pending.
 * @param {Shop} shop
 */
async function drive(shop) {
    let attempts = 0;
    let before = "";
    for (;;) {
        const purchase = pending();
        if (!purchase) return;
        attempts = before === purchase.state ? attempts + 1 : 0;
        before = purchase.state;
        await (purchase.rail === "v2" ? step_v2 : step_v1)(purchase, shop, attempts);
    }
}

/**
 * Returns what brings the form up to date with the journal.
 * @param {HTMLFormElement} form
 * @param {Shop} shop
 */
function enable_form(form, shop) {
    const select = control("ask-product", HTMLSelectElement);
    const terms = by_id("terms");
    const payment = by_id("payment");
    /** @type {Map<string, string>} what was typed, by product */
    const drafts = new Map();
    let asked = 0;

    const chosen = () => select.selectedOptions[0] ?? select.options[0];
    const clear = () => {
        ++asked;
        terms.replaceChildren();
        payment.replaceChildren();
    };
    const request = open_request_form((text) => {
        drafts.set(select.value, text);
        clear();
    });
    const fill_in = () => {
        const { example = "{}", fields = "" } = chosen()?.dataset ?? {};
        request.open(fields, drafts.get(select.value) ?? example);
        clear();
    };
    const update = () => {
        const is_busy = pending() !== undefined;
        /** @type {NodeListOf<HTMLButtonElement>} */
        const buttons = payment.querySelectorAll("button.pay");
        for (const each of buttons) each.disabled = is_busy;
        for (const each of payment.querySelectorAll("[data-busy]"))
            each.textContent = is_busy
                ? "Your earlier purchase, above, comes first: there is one at a time."
                : "";
    };

    select.addEventListener("change", fill_in);
    const focus = () => (request.first_field() ?? select).focus({ preventScroll: true });
    by_id("ask-empty").addEventListener("click", () => {
        drafts.set(select.value, "{}");
        fill_in();
        focus();
    });
    document.addEventListener("click", (event) => {
        const link = event.target instanceof Element && event.target.closest("a[data-buy]");
        if (!(link instanceof HTMLElement)) return;
        select.value = link.dataset.buy ?? "";
        fill_in();
        // Going to the link's fragment, which comes next, takes the focus away.
        setTimeout(focus);
    });
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        clear();
        const option = chosen();
        if (!option) return;
        const turn = asked;
        terms.textContent = "The service is asked.";
        const { words, quote, answer } = await quote_for(option, request.text(), shop);
        if (turn !== asked) return;
        terms.textContent = words;
        payment.replaceChildren(
            ...(quote ? [quote_view(quote, shop, update)] : []),
            ...(answer ? [raw_json(answer.json)] : []),
        );
        update();
    });
    form.hidden = false;
    fill_in();
    return update;
}

/**
 * The price of a request: `quote` when it may be bought.
 * @param {HTMLOptionElement} option
 * @param {string} text
 * @param {Shop} shop
 * @returns {Promise<{words: string, quote?: Quote, answer?: Answer}>}
 */
async function quote_for(option, text, { page }) {
    const { v2 = "", v1 = "", selector = "", variant = "" } = option.dataset;
    const product = option.value;
    const request = parse_object(text);
    if (!request || !page)
        return { words: "The request is not a JSON object: mend it and ask again." };
    const answer = v2 ? await ask("POST", v2, { text }) : await ask("GET", v1);
    if (answer.status !== (v2 ? 402 : 200)) return { words: words_of(answer), answer };
    const wrong = v2 && header_differs(answer) ? ["Header and body of the answer differ."] : [];
    const accepts = Array.isArray(answer.json.accepts) ? answer.json.accepts : [];
    const entry = v2 ? accepts[0] : accepts.find((each) => each.product === product);
    wrong.push(...differences(entry, page, product));
    if (wrong.length)
        return { words: `This page does not pay that: ${wrong.join(" ")}`, answer };
    const would_fail = validation_words(answer.json.would_fail);
    if (would_fail.length)
        return {
            words:
                `It costs ${usdc(entry.amount)}, but the service would refuse this request: ` +
                `${would_fail.join("; ")}. Mend it and ask again; nothing can be paid before.`,
            answer,
        };
    const quote = {
        product,
        title: option.textContent ?? product,
        v2,
        v1,
        text,
        v1_text: JSON.stringify({ ...(selector ? { [selector]: variant } : {}), ...request }),
        terms: answer.json,
        entry,
    };
    const words = `It costs ${usdc(entry.amount)}. Nothing is signed or paid yet.`;
    return { words, quote, answer };
}

/**
 * The protocol's own place for the terms is the header; the body says the same and more.
 * @param {Answer} answer
 */
function header_differs(answer) {
    try {
        const bytes = atob(answer.header("payment-required") ?? "");
        const text = new TextDecoder().decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0)));
        const terms = parse_object(text);
        if (!terms?.accepts) return true;
        return Object.entries(terms).some(
            ([key, value]) => JSON.stringify(answer.json[key]) !== JSON.stringify(value),
        );
    } catch {
        return true;
    }
}

/**
 * The terms and the ways to pay them.
 * @param {Quote} quote
 * @param {Shop} shop
 * @param {() => void} update
 */
function quote_view(quote, shop, update) {
    const { page } = shop;
    if (!page) return h("div");
    const view = h("div", {}, terms_table("What you would pay", quote.entry, page));
    if (!find_wallet()) {
        view.append(
            h("p", { class: "warn" }, "This browser has no wallet that pages can ask. ",
                h("a", { href: "/docs" }, "A program, or a transfer by hand, buys without it.")),
        );
        return view;
    }
    view.append(...wallet_choice());
    /** @type {(id: string, words: string, start: Start) => HTMLButtonElement} */
    const pay = (id, words, start) => {
        const made = button(words, () => void begin(start, quote, shop, update));
        made.id = id;
        made.className = "pay";
        return made;
    };
    const what = `${usdc(quote.entry.amount)} on ${page.chain} to the receiver above`;
    if (quote.v2)
        view.append(
            h("p", {}, `You sign that one payment of ${what} may be taken from your wallet, ` +
                "within some minutes. It needs no gas."),
            pay("pay-v2", `Sign a payment of ${usdc(quote.entry.amount)}`, start_v2),
        );
    if (quote.v1)
        view.append(
            h("p", {}, `Or your wallet sends a transfer of ${what}, and pays the gas. To order ` +
                "costs nothing; the page then says how long the order waits for the transfer."),
            pay("order-v1", "Order, to pay by transfer", start_v1),
        );
    view.append(h("p", { class: "quiet", role: "status", "data-busy": true }));
    return view;
}

/** @typedef {(quote: Quote, shop: Shop) => Promise<void>} Start */

/** @type {Start} */
async function start_v2(quote, { desk, page }) {
    const wallet = find_wallet();
    if (!wallet || !page) throw new Refusal("This browser has no wallet.");
    await sign_purchase(wallet, page, quote, desk);
}

/** @type {Start} */
async function start_v1(quote) {
    keep_or_refuse({
        rail: "v1",
        state: "ordering",
        product: quote.product,
        title: quote.title,
        path: quote.v1,
        text: quote.v1_text,
        amount: quote.entry.amount,
        key: crypto.randomUUID(),
        header: k_room, // for the order
    });
}

/**
 * @param {Start} start
 * @param {Quote} quote
 * @param {Shop} shop
 * @param {() => void} update
 */
async function begin(start, quote, shop, update) {
    const { desk } = shop;
    if (is_at_it) return;
    is_at_it = true;
    desk.offer("");
    desk.say("The wallet is asked.");
    desk.focus();
    try {
        const ran = await alone({ waits: false }, async () => {
            if (pending()) return;
            await start(quote, shop);
            update();
            await drive(shop);
        });
        if (!ran) desk.say("Another tab of this page is at a purchase: go on there.");
    } catch (error) {
        tell_failure(error, shop);
    } finally {
        is_at_it = false;
        update();
    }
}

/**
 * A Refusal comes before anything is sent; what else goes wrong may come later.
 * @param {unknown} error
 * @param {Shop} shop
 */
function tell_failure(error, shop) {
    const words = error instanceof Error ? error.message : String(error);
    const is_refusal = error instanceof Refusal;
    const then = pending() ? "Load the page again: the purchase is kept." : "Nothing was paid.";
    shop.desk.say(is_refusal ? `${words} Nothing was paid.` : `${words}. ${then}`);
    if (is_refusal && error.is_wrong_chain) offer_switch(shop);
}

/** @param {Shop} shop */
function offer_switch({ desk, page }) {
    if (!page) return;
    desk.offer("switch", () => [
        button(`Ask the wallet to switch to ${page.chain}`, async () => {
            const wallet = find_wallet();
            try {
                if (wallet) await switch_chain(wallet, page);
                desk.offer("");
                desk.say(`The wallet is on ${page.chain} now. Sign or order again.`);
            } catch (error) {
                desk.say(error instanceof Error ? error.message : String(error));
            }
        }),
    ]);
}
