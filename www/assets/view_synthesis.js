// A result of synthesis or brief: the account where a model wrote one, the answer, what each source
// has nearest to the question, what differs, and the sources. It denies nothing: code recognizes
// not all that a source says, and only of a word can it tell where it stands.
import { object, objects, strings } from "./artifact.js";
import { h, table } from "./dom.js";
import { chip, facts, folded_value, meaning, paged, part, quotation } from "./parts.js";
import { age, dated, day, independent, title_of } from "./sourced.js";
import {
    account_counts,
    account_part,
    has_edited_answer,
    is_in_account,
    no_account,
} from "./view_account.js";
import { percent, row_of, text } from "./words.js";

/**
 * @typedef {import("./artifact.js").Json} Json
 * @typedef {import("./artifact.js").Shown} Shown
 * @typedef {import("./sourced.js").Sources} Sources
 */

/** @param {Shown} shown */
export function view_synthesis({ artifact }) {
    if (!Array.isArray(artifact.ballot)) return [earlier_part(artifact)];
    const sources = objects(artifact.sources);
    /** @type {Sources} */
    const by_id = new Map(sources.map((each) => [text(each.id), each]));
    const is_brief = objects(artifact.sections).length > 0;
    return [
        ...first_parts(artifact, by_id),
        ballot_part(objects(artifact.ballot), by_id),
        values_part(artifact),
        differs_part(objects(artifact.differs)),
        copies_part(objects(artifact.copies), by_id),
        words_absent_part(objects(artifact.words_absent)),
        is_brief ? sections_part(artifact) : null,
        sources_part(sources),
        judged_part(artifact),
    ];
}

/**
 * Of one bought before there was a ballot.
 * @param {Json} artifact
 */
function earlier_part(artifact) {
    const words = `It is of an earlier shape, ${text(artifact.artifact)}: only its JSON is shown.`;
    return part("Result", h("p", {}, chip(artifact.verdict)), h("p", { class: "warn" }, words));
}

/**
 * @param {Json} artifact
 * @param {Sources} sources
 */
function first_parts(artifact, sources) {
    const found = artifact.answer ? answer(object(artifact.answer), sources) : no_answer(sources);
    if (!artifact.account) return [part("Answer", found, judged(artifact))];
    return [
        account_part(artifact, sources, judged(artifact)),
        has_edited_answer(artifact) ? null : part("The answer without a model", found),
    ];
}

/** @param {Json} artifact */
function judged(artifact) {
    const engine = object(artifact.engine);
    return [
        h("p", {}, chip(artifact.verdict)),
        meaning(artifact),
        h("p", {}, h("strong", {}, "Asked: "), text(artifact.query)),
        engine.degraded
            ? h("p", { class: "warn" }, `Degraded: ${text(engine.degraded_reason)}`)
            : null,
        no_account(artifact),
    ];
}

/** @param {Sources} sources */
function no_answer(sources) {
    const is_read = [...sources.values()].some(({ status }) => status === "used");
    const words = is_read
        ? "Not sure: no line shares a word with the question."
        : "Nothing could be read.";
    return [h("p", { class: "lead" }, words)];
}

/**
 * Its own words, that begin with how sure it is, and then by what.
 * @param {Json} told
 * @param {Sources} sources
 */
function answer(told, sources) {
    const stands = objects(told.quotes)
        .slice(0, 4)
        .map((each) => `${dated(each)} ${title_of(each.source, sources)}`.trimEnd());
    const basis = object(told.share_of);
    return [
        h("p", { class: "lead" }, text(told.text)),
        h(
            "p",
            {},
            typeof told.share === "number"
                ? `${percent(told.share)}: first lines like this one were right in ` +
                      `${text(basis.right)} of ${text(basis.cases)} public questions.`
                : "Its share is not calibrated for its language.",
        ),
        h(
            "p",
            { class: "quiet" },
            `It stands in ${stands.join("; ")}. Given by ${strings(told.sources).join(", ")}: `,
            `${independent(told.witnesses)}.`,
            told.published ? age(told.newest) : "",
        ),
        told.differs ? h("p", { class: "warn" }, "The sources differ on it: see Differs.") : null,
    ];
}

/** @type {Record<string, string>} */
const k_reasons = {
    no_asked_word: "It shares no word with the question.",
    no_line: "Its words of the question stand in questions or orders alone.",
    low_share: "Its nearest lines are below 15 %.",
    less_central: "Its lines say less of the name, or what an older source says.",
};

/**
 * @param {unknown} reason
 * @param {Json} source
 */
function without_lines(reason, source) {
    if (reason !== "not_read") return row_of(k_reasons, reason) ?? text(reason);
    return `It could not be read: ${text(source.reason ?? source.status).replaceAll("_", " ")}.`;
}

/**
 * A block for each source, in the order that the artifact has: the newest first.
 * @param {Json[]} ballot
 * @param {Sources} sources
 */
function ballot_part(ballot, sources) {
    if (ballot.length === 0) return null;
    const source_with = (/** @type {Json} */ { same_as: id }) =>
        text(ballot.find(({ lines }) => objects(lines).some((each) => each.id === id))?.source);
    const line = (/** @type {Json} */ each) =>
        h(
            "li",
            {},
            each.same_as ? `The same as ${source_with(each)}` : quotation(each.quote),
            ` ${percent(each.share)}`,
        );
    const block = (/** @type {Json} */ row) => {
        const lines = objects(row.lines).slice(0, 5);
        return h(
            "div",
            { class: "ballot" },
            h("h3", {}, `${dated(row)} ${title_of(row.source, sources)}`.trimEnd()),
            lines.length > 0
                ? h("ul", {}, lines.map(line))
                : h("p", { class: "quiet" }, without_lines(row.reason, source_of(row, sources))),
        );
    };
    return part(
        "What stands nearest to the question, source by source",
        h(
            "p",
            { class: "quiet" },
            "Newest first. The percentage says how many lines like it held the answer that their " +
                'source has; "-" stands where that is not calibrated for its language.',
        ),
        paged(ballot, block),
    );
}

/**
 * @param {Json} row
 * @param {Sources} sources
 */
const source_of = (row, sources) => object(sources.get(text(row.source)));

/** @type {Record<string, string>} */
const k_things = { number: "Numbers", date: "Dates", name: "Names", place: "Names" };

/** @param {Json} artifact */
function values_part(artifact) {
    const series = objects(artifact.values);
    if (series.length === 0) return null;
    const thing = row_of(k_things, artifact.asks) ?? "Values";
    const one_series = (/** @type {Json} */ each) =>
        table(
            each.unit ? `${thing}: ${text(each.unit)}` : thing,
            ["Value", "Stands in", "Independent sources"],
            objects(each.values).map(({ text: printed, stands, groups }) => [
                quotation(printed),
                [...new Set(objects(stands).slice(0, 20).map(dated))].join(" "),
                text(groups),
            ]),
        );
    return part("Values in these lines", paged(series, one_series));
}

/** @param {Json[]} differs */
function differs_part(differs) {
    if (differs.length === 0) return null;
    const stand = (/** @type {Json} */ each) =>
        h("p", {}, `${dated(each)} `, quotation(each.quote));
    const side = (/** @type {Json} */ each) =>
        h(
            "li",
            { class: "card" },
            h("p", { class: "price" }, quotation(each.value)),
            h("p", { class: "quiet" }, independent(each.groups)),
            objects(each.stands).slice(0, 20).map(stand),
        );
    const show = (/** @type {Json} */ each) =>
        h(
            "div",
            {},
            h("h3", {}, `${text(each.id)}: ${text(each.about)}`),
            each.is_update ? h("p", {}, "A later source tells a later state.") : null,
            h("ul", { class: "cards" }, objects(each.sides).slice(0, 20).map(side)),
        );
    return part("Differs", paged(differs, show));
}

/**
 * @param {Json[]} copies
 * @param {Sources} sources
 */
function copies_part(copies, sources) {
    if (copies.length === 0) return null;
    const show = (/** @type {Json} */ { source, of }) => {
        const title = title_of(source, sources);
        return h(
            "p",
            {},
            `${text(source)}${title ? ` (${title})` : ""} has mostly the text of `,
            `${strings(of).join(", ")}, and is no witness beside it.`,
        );
    };
    return part("Copies", paged(copies, show));
}

/** @param {Json[]} words */
function words_absent_part(words) {
    if (words.length === 0) return null;
    const show = (/** @type {Json} */ { word, forms }) =>
        h(
            "p",
            {},
            `The word "${text(word)}" stands in no source `,
            `(looked for: ${strings(forms).slice(0, 20).join(", ")}).`,
        );
    return part("Words of the question", paged(words, show));
}

// What these sections hold stands in a part of its own, with more beside it.
/** @type {Record<string, string>} */
const k_elsewhere = {
    decision: "The answer above.",
    changed: "Under Differs: where a later source tells a later state.",
    disputes: "Under Differs: the others.",
    sources: "In the table below.",
};

/**
 * Of a brief.
 * @param {Json} artifact
 */
function sections_part(artifact) {
    const absent = objects(artifact.words_absent).map(({ word }) => `\u201c${text(word)}\u201d`);
    const is_above = (/** @type {Json} */ item) =>
        absent.some((word) => text(item.text).startsWith(`The word ${word} `));
    const is_told = is_in_account(artifact);
    const show = (/** @type {Json} */ section) => {
        const all = objects(section.items).filter((each) => !is_told(each));
        const items = section.id === "unknown" ? all.filter((each) => !is_above(each)) : all;
        const elsewhere = row_of(k_elsewhere, section.id);
        const is_written = all.length < objects(section.items).length;
        return [
            h("h3", {}, text(section.title)),
            is_written ? h("p", { class: "quiet" }, "In the account above.") : null,
            all.length === 0 && !is_written
                ? h("p", { class: "quiet" }, text(section.note))
                : null,
            all.length > items.length
                ? h("p", { class: "quiet" }, "Under Words of the question.")
                : null,
            all.length > 0 && elsewhere
                ? h("p", { class: "quiet" }, elsewhere)
                : paged(items, section_item),
        ];
    };
    return part("The brief", objects(artifact.sections).map(show));
}

/**
 * Of its quotations only what its text has not.
 * @param {Json} item
 */
function section_item(item) {
    const told = text(item.text);
    const has = (/** @type {Json} */ { quote }) =>
        told.includes(text(quote).trim().replaceAll(/\s+/g, " "));
    const quotes = objects(item.quotes).slice(0, 20);
    const refs = quotes.filter((each) => has(each) && !told.includes(`(${text(each.source)}, `));
    const others = quotes.filter((each) => !has(each));
    const date = typeof item.date === "string" && !told.startsWith(item.date) ? item.date : "";
    return h(
        "div",
        {},
        h("p", {}, date ? `${date}: ` : "", told, refs.map((each) => ` ${dated(each)}`)),
        others.length > 0
            ? h(
                  "ul",
                  { class: "quiet" },
                  others.map((each) => h("li", {}, `${dated(each)} `, quotation(each.quote))),
              )
            : null,
    );
}

/** @param {Json[]} sources */
function sources_part(sources) {
    const rows = sources.map((each) => [
        `${text(each.id)} ${text(each.title ?? each.url ?? "")}`.trimEnd(),
        text(each.reason ?? each.status).replaceAll("_", " "),
        day(each.published),
        text(each.independent_group),
        strings(each.flags).join(", ") || "-",
    ]);
    return part(
        "Sources",
        table(
            "Sources; those of one group count once",
            ["Source", "Read", "Published", "Group", "Note"],
            rows,
        ),
    );
}

/** @param {Json} artifact */
function judged_part(artifact) {
    const basis = object(object(artifact.confidence).basis);
    return part(
        "How it was judged",
        h("p", {}, text(artifact.scope)),
        facts([
            [
                "What the answer's share was measured on",
                basis.set
                    ? `${text(basis.set)}, ${text(basis.date)}: ${text(basis.right)} right of ` +
                      `${text(basis.cases)}`
                    : null,
            ],
            ["Asked for", artifact.asks === "any" ? null : text(artifact.asks)],
        ]),
        account_counts(artifact),
        folded_value("Engine", artifact.engine),
    );
}
