// Parts that every kind of result is shown with.
import { is_object } from "./artifact.js";
import { fold, h } from "./dom.js";
import { number, percent, row_of } from "./words.js";

/** @typedef {import("./artifact.js").Json} Json */
/** @typedef {import("./dom.js").Child} Child */

/** @type {Record<string, "good" | "warn" | "bad">} */
const k_tones = {
    PASS: "good",
    OK: "good",
    CORROBORATED: "good",
    verified: "good",
    supported: "good",
    verbatim: "good",
    CAUTION: "warn",
    WARN: "warn",
    CHANGED: "warn",
    SINGLE_SOURCE: "warn",
    NOT_SURE: "warn",
    minor: "warn",
    inconsistent: "warn",
    suspicious: "warn",
    partly: "warn",
    FAIL: "bad",
    CRITICAL: "bad",
    CONTESTED: "bad",
    critical: "bad",
    major: "bad",
    refuted: "bad",
    contradicted: "bad",
};
/** @type {Record<string, string>} */
const k_signs = { good: "\u2713 ", warn: "! ", bad: "\u2717 " };

/**
 * A word that judges, with a sign beside the colour.
 * @param {unknown} word
 */
export function chip(word) {
    const text = typeof word === "string" ? word : "-";
    const tone = row_of(k_tones, text) ?? "quiet";
    return h(
        "span",
        { class: `chip ${tone}` },
        `${row_of(k_signs, tone) ?? ""}${text.replaceAll("_", " ")}`,
    );
}

/**
 * What the verdict of that product means, as the page's own list of words says.
 * @param {Json} artifact
 */
export function meaning({ product, verdict }) {
    const [of, word] = [product, verdict].map((each) => CSS.escape(String(each)));
    const found = document.querySelector(`[data-verdict-of="${of}"][data-word="${word}"]`);
    return found && h("p", {}, h("strong", {}, "It means: "), found.textContent);
}

/**
 * @param {string} title
 * @param {import("./dom.js").Children[]} children
 */
export function part(title, ...children) {
    return h("section", {}, h("h2", {}, title), children.flat(2));
}

/**
 * A definition list; what is missing is left out.
 * @param {[string, Child][]} rows
 */
export function facts(rows) {
    const known = rows.filter(([, value]) => value !== null && value !== undefined && value !== "");
    return h(
        "dl",
        { class: "pairs" },
        known.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    );
}

const k_deepest = 4;
const k_longest_list = 50;

/**
 * Any value as nested lists, for evidence whose members are of its check alone.
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {Child}
 */
export function any_value(value, depth = 0) {
    if (typeof value === "number") return number_of(value);
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (value === null || value === undefined || value === "") return "-";
    if (typeof value === "string") return value;
    if (depth >= k_deepest) return "...";
    if (Array.isArray(value)) return any_list(value, depth);
    return is_object(value)
        ? facts(
              Object.entries(value)
                  .slice(0, k_longest_list)
                  .map(([name, each]) => [name.replaceAll("_", " "), any_value(each, depth + 1)]),
          )
        : "-";
}

// Evidence is exact: all digits.
/** @param {number} value */
function number_of(value) {
    return Number.isFinite(value) ? String(value) : "-";
}

/**
 * @param {unknown[]} value
 * @param {number} depth
 * @returns {Child}
 */
function any_list(value, depth) {
    if (value.length === 0) return "none";
    if (value.every((each) => typeof each !== "object" || each === null))
        return value
            .slice(0, k_longest_list)
            .map((each) => any_value(each))
            .join(", ");
    const shown = value.slice(0, k_longest_list);
    return h(
        "ul",
        {},
        shown.map((each) => h("li", {}, any_value(each, depth + 1))),
    );
}

const k_page = 50;

/**
 * Long lists appear a page at a time, so that none of any length makes the browser wait.
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item) => Child} show
 * @param {string} [name] what one more page has
 */
export function paged(items, show, name = "more") {
    const list = h("div", {});
    let shown = 0;
    const more = h("button", { type: "button", class: "second no-print" });
    const add = () => {
        for (const item of items.slice(shown, shown + k_page))
            list.append(h("div", {}, show(item)));
        shown = Math.min(items.length, shown + k_page);
        more.hidden = shown >= items.length;
        more.textContent = `Show ${name}: ${items.length - shown} left`;
    };
    more.addEventListener("click", add);
    add();
    return h("div", {}, list, more);
}

/**
 * @param {unknown} score
 * @param {unknown} confidence
 */
export function sureness(score, confidence) {
    /** @type {string[]} */
    const words = [];
    if (typeof score === "number") words.push(`score ${number(score)} of 100`);
    if (typeof confidence === "number") words.push(`confidence ${percent(confidence)}`);
    return words.join(", ");
}

/**
 * A text from a stranger, apart from ours.
 * @param {unknown} text
 */
export function quotation(text) {
    return h("q", { class: "text-inline" }, typeof text === "string" ? text : "-");
}

/**
 * @param {string} title
 * @param {unknown} value
 */
export function folded_value(title, value) {
    return fold(title, any_value(value));
}
