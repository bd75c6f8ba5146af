// The account of a result: sentences that a model wrote as an editor, each with its places and the
// words of the sources that it is made of.
import { object, objects, strings } from "./artifact.js";
import { fold, h, visible } from "./dom.js";
import { facts, part, quotation } from "./parts.js";
import { age, dated, independent, title_of } from "./sourced.js";
import { number, row_of, text } from "./words.js";

/**
 * @typedef {import("./artifact.js").Json} Json
 * @typedef {import("./sourced.js").Sources} Sources
 */

// More than any account of ours has.
const k_most_sentences = 50;
const k_most_quotes = 8;
const k_longest_title = 1000;

/** @type {Record<string, string>} */
const k_kinds = {
    answer: "Answer",
    differs: "Sources differ",
    changed: "Changed",
    position: "Position",
    watch: "Announced",
    context: "Context",
    limit: "Limit",
};

// A sign of its own beside the word: neither is told by a colour.
/** @type {Record<string, string>} */
const k_signs = { edited: "\u270e ", quoted: "\u275d " };

/** @param {Json} artifact */
const sentences_of = (artifact) =>
    objects(object(artifact.account).sentences).slice(0, k_most_sentences);

/**
 * Then the answer is the account's first sentence.
 * @param {Json} artifact
 */
export const has_edited_answer = ({ answer }) => object(answer).form === "edited";

/**
 * @param {Json} artifact
 * @param {Sources} sources
 * @param {(Node | null)[]} judged what the whole came to
 */
export function account_part(artifact, sources, judged) {
    const account = object(artifact.account);
    const sentences = sentences_of(artifact);
    const answer = object(artifact.answer);
    const unanswered = strings(account.unanswered).slice(0, k_most_quotes).join(", ");
    return part(
        "Account",
        sentences.length > 0
            ? h("ul", { class: "account" }, sentences.map((each) => sentence(each, sources)))
            : h("p", { class: "lead" }, "No sentence of the writer's was left."),
        printed_quotes(sentences, sources),
        has_edited_answer(artifact) && answer.published
            ? h("p", { class: "quiet" }, `The answer:${age(answer.newest)}`)
            : null,
        has_edited_answer(artifact) && answer.differs
            ? h("p", { class: "warn" }, "The sources differ on the answer: see Differs.")
            : null,
        unanswered
            ? h("p", {}, "The writer found no sentence for: ", h("bdi", {}, unanswered), ".")
            : null,
        h(
            "p",
            { class: "quiet" },
            form("edited"),
            ": words of its quotes in their order, with parts left out, joined or moved. ",
            form("quoted"),
            ": the line itself, in the place of a sentence that was refused.",
        ),
        h("p", { class: "quiet" }, h("bdi", {}, text(account.statement))),
        judged,
    );
}

/** @param {unknown} name */
function form(name) {
    return h("span", { class: "form" }, `${row_of(k_signs, name) ?? ""}${text(name)}`);
}

/**
 * @param {Json} told
 * @param {Sources} sources
 */
function sentence(told, sources) {
    const quotes = objects(told.quotes).slice(0, k_most_quotes);
    const tellers = new Set(quotes.map(({ source }) => source));
    return h(
        "li",
        { class: told.form === "quoted" ? "is-quoted" : null },
        h(
            "p",
            { class: "quiet" },
            `${text(told.id)} `,
            h("strong", {}, row_of(k_kinds, told.kind) ?? text(told.kind)),
            " ",
            form(told.form),
            tellers.size > 1 ? ` ${independent(told.groups)}` : "",
        ),
        h("p", { class: "sentence" }, h("bdi", {}, text(told.text))),
        quotes.length > 0
            ? quotes.map((each) => cite(each, sources))
            : h("p", { class: "warn" }, "It has no source."),
    );
}

/**
 * Opened by hand or by key; under a pointer the browser shows the same words.
 * @param {Json} quote
 * @param {Sources} sources
 */
function cite(quote, sources) {
    const out = fold(
        h("bdi", {}, dated(quote)),
        h("p", {}, quotation(quote.quote), ` ${title_of(quote.source, sources)}`.trimEnd()),
    );
    out.className = "cite";
    const summary = out.querySelector("summary");
    summary?.setAttribute("title", visible(text(quote.quote)).slice(0, k_longest_title));
    summary?.setAttribute("aria-label", visible(`${dated(quote)}: its quote`));
    return out;
}

/**
 * On paper nothing can be opened.
 * @param {Json[]} sentences
 * @param {Sources} sources
 */
function printed_quotes(sentences, sources) {
    const line = (/** @type {Json} */ id, /** @type {Json} */ quote) =>
        h(
            "li",
            {},
            `${text(id)} `,
            h("bdi", {}, dated(quote)),
            " ",
            quotation(quote.quote),
            ` ${title_of(quote.source, sources)}`.trimEnd(),
        );
    return h(
        "ul",
        { class: "print-only quiet" },
        sentences.flatMap(({ id, quotes }) =>
            objects(quotes)
                .slice(0, k_most_quotes)
                .map((each) => line(id, each)),
        ),
    );
}

/**
 * Whether an item of a brief need not be told again; code's own has its place behind the sentence.
 * @param {Json} artifact
 * @returns {(item: Json) => boolean}
 */
export function is_in_account(artifact) {
    const told = sentences_of(artifact).map((each) => text(each.text));
    return (item) => {
        const own = text(item.text);
        return told.some((each) => own === each || own.startsWith(`${each} (`));
    };
}

/** @type {Record<string, string>} */
const k_lacks = {
    model_away: "the model did not answer",
    model_budget: "its time or its tokens were used up",
    model_answer: "its answer could not be used",
    model_canary: "it took lines of ours for lines of the sources",
};

/**
 * Why there is no account though a model was there to be asked.
 * @param {Json} artifact
 */
export function no_account({ account, engine }) {
    const { llm, degraded_reason: reason } = object(engine);
    if (account || !llm || !reason) return null;
    const why = row_of(k_lacks, reason) ?? text(reason);
    return h("p", { class: "warn" }, `A model was asked, and wrote no account: ${why}.`);
}

/**
 * How many of its sentences came to stand.
 * @param {Json} artifact
 */
export function account_counts({ account }) {
    if (!account) return null;
    const { edited, quoted, rewritten, refused } = object(account);
    const checks = Object.entries(object(refused)).slice(0, k_most_quotes);
    return facts([
        ["Sentences edited", number(edited)],
        ["Lines quoted in their place", number(quoted)],
        ["Refused at first, by check", checks.map(([of, n]) => `${of} ${number(n)}`).join(", ")],
        ["Passed when written once more", number(rewritten)],
    ]);
}
