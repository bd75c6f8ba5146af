// The place of the page that tells how a purchase stands, and offers what can be done about it.
import { h } from "./dom.js";
import { bought, drop, finish, forget_bought } from "./pending.js";
import { words_of } from "./service.js";
import { usdc } from "./terms.js";

/**
 * @typedef {import("./dom.js").Child} Child
 * @typedef {import("./pending.js").Purchase} Purchase
 * @typedef {import("./service.js").Answer} Answer
 * @typedef {ReturnType<typeof open_desk>} Desk
 */

/** @param {string} job_id */
export const result_link = (job_id) => h("a", { href: `/ui/result#${job_id}` }, job_id);

/**
 * @param {Element} place what the desk stands before
 */
export function open_desk(place) {
    const title = h("h3", { tabindex: -1 }, "Your purchase");
    const says = h("div", { id: "purchase-says", role: "status" });
    const tools = h("div", { id: "purchase-tools" });
    const kept = h("div", { id: "purchase-bought" });
    const panel = h("div", { id: "purchase", class: "panel" }, title, says, tools, kept);
    panel.hidden = true;
    place.before(panel);
    let offered = "";
    let wake = () => {};
    addEventListener("online", () => wake());

    const desk = {
        /** @param {Child[]} words of one paragraph; said again only when they change */
        say(...words) {
            const next = h("p", {}, words);
            if (says.textContent !== next.textContent) says.replaceChildren(next);
            panel.hidden = false;
        },
        /**
         * Tools stay as they are, with what was typed into them, while `key` is the same.
         * @param {string} key
         * @param {() => Child[]} [make]
         */
        offer(key, make = () => []) {
            if (offered === key) return;
            const had_focus = tools.contains(document.activeElement);
            offered = key;
            tools.replaceChildren(h("div", {}, make()));
            if (had_focus) title.focus();
        },
        focus: () => title.focus(),
        /** @param {number} ms until then, or until something happens */
        pause: (ms) =>
            new Promise((/** @type {(value: void) => void} */ done) => {
                const timer = setTimeout(done, ms);
                wake = () => {
                    clearTimeout(timer);
                    done();
                };
            }),
        wake: () => wake(),
        show_bought() {
            const list = bought();
            const forget = button("Forget these", () => {
                forget_bought();
                desk.show_bought();
            });
            kept.replaceChildren(
                ...(list.length
                    ? [
                          h("p", {}, "Bought with this browser. An id opens its result:"),
                          h("ul", {}, list.map((each) =>
                              h("li", {}, `${each.title}: `, result_link(each.job_id)))),
                          forget,
                      ]
                    : []),
            );
            if (list.length) panel.hidden = false;
        },
    };
    return desk;
}

/**
 * @param {string} words
 * @param {() => void} press
 */
export function button(words, press) {
    const made = h("button", { type: "button", class: "second" }, words);
    made.addEventListener("click", press);
    return made;
}

/**
 * @param {Desk} desk
 * @param {Purchase} purchase
 * @param {string} job_id
 */
export function tell_sold(desk, purchase, job_id) {
    finish({ job_id, title: purchase.title });
    desk.offer("");
    desk.say(`Paid once: ${usdc(purchase.amount)} for ${purchase.title}. The result: `,
        result_link(job_id));
    desk.show_bought();
}

/**
 * The purchase is over without a result to come.
 * @param {Desk} desk
 * @param {Child[]} words
 */
export function tell_over(desk, ...words) {
    drop();
    desk.offer("");
    desk.say(...words);
}

/**
 * The money came in, and the service owes it.
 * @param {Desk} desk
 * @param {Answer} answer
 */
export function tell_owed(desk, answer) {
    const { job_id } = answer.json;
    tell_over(desk, words_of(answer), " ", typeof job_id === "string" && result_link(job_id));
}
