// A result of synthesis or brief: the answer, who says what (claims against sources), conflicts
// side by side, and the sources.
import { object, objects, strings } from "./artifact.js";
import { fold, h, table } from "./dom.js";
import { chip, facts, folded_value, meaning, paged, part, quotation } from "./parts.js";
import { number, percent, row_of, text } from "./words.js";

/**
 * @typedef {import("./artifact.js").Json} Json
 * @typedef {import("./artifact.js").Shown} Shown
 */

/** @param {Shown} shown */
export function view_synthesis({ artifact }) {
    const sources = objects(artifact.sources);
    /** @type {Map<string, string>} */
    const names = new Map(sources.map((each) => [text(each.id), name_of(each)]));
    return [
        verdict_part(artifact),
        account_part(artifact, names),
        sections_part(artifact, names),
        map_part(artifact, sources),
        conflicts_part("Conflicts", objects(artifact.contradictions), names),
        conflicts_part(
            "Updates: a later source tells a later state",
            objects(artifact.updates),
            names,
        ),
        sources_part(sources),
        rest_part(artifact),
    ];
}

/** @param {Json} source */
const name_of = (source) => text(source.title ?? source.url ?? source.id);

/** @param {Json} artifact */
function verdict_part(artifact) {
    const confidence = object(artifact.confidence);
    const answer = object(artifact.answer);
    const engine = object(artifact.engine);
    return part(
        "Verdict",
        h(
            "p",
            {},
            chip(artifact.verdict),
            ` confidence ${percent(confidence.score)} (`,
            `${text(confidence.level)})`,
        ),
        meaning(artifact),
        h("p", {}, h("strong", {}, "Asked: "), text(artifact.query)),
        h(
            "p",
            { class: "lead" },
            typeof answer.text === "string"
                ? quotation(answer.text)
                : "Not sure: none of the lines was recognized as an answer.",
        ),
        strings(confidence.caveats).map((each) => h("p", { class: "warn" }, each)),
        engine.degraded
            ? h("p", { class: "warn" }, `Degraded: ${text(engine.degraded_reason)}`)
            : null,
        objects(artifact.questions).length > 1
            ? h(
                  "ul",
                  {},
                  objects(artifact.questions).map((each) =>
                      h(
                          "li",
                          {},
                          quotation(each.text),
                          `: ${each.claim_id ? `see ${text(each.claim_id)}` : text(each.reason)}`,
                      ),
                  ),
              )
            : null,
    );
}

/**
 * @param {Json[]} citations
 * @param {Map<string, string>} names
 */
function cited(citations, names) {
    return h(
        "ul",
        { class: "quiet" },
        citations
            .slice(0, 20)
            .map((each) =>
                h(
                    "li",
                    {},
                    `${names.get(text(each.source)) ?? text(each.source)}: `,
                    quotation(each.quote),
                ),
            ),
    );
}

/**
 * @param {Json} artifact
 * @param {Map<string, string>} names
 */
function account_part(artifact, names) {
    const sentences = objects(object(artifact.summary).sentences);
    if (sentences.length === 0) return null;
    return part(
        "What the sources say",
        sentences.map((each) =>
            h(
                "div",
                {},
                h("p", {}, text(each.text), ` (${text(each.claim_id)})`),
                fold(
                    `Cited from ${objects(each.citations).length} places`,
                    cited(objects(each.citations), names),
                ),
            ),
        ),
    );
}

/**
 * Of a brief.
 * @param {Json} artifact
 * @param {Map<string, string>} names
 */
function sections_part(artifact, names) {
    const sections = objects(artifact.sections);
    if (sections.length === 0) return null;
    const item = (/** @type {Json} */ each) =>
        h(
            "div",
            {},
            h("p", {}, text(each.text)),
            fold(
                `Confidence ${percent(each.confidence)}, ${text(each.claim_id)}`,
                cited(objects(each.citations), names),
            ),
        );
    return part(
        "The brief",
        sections.map((each) => [
            h("h3", {}, text(each.title)),
            each.note ? h("p", { class: "quiet" }, text(each.note)) : null,
            paged(objects(each.items), item, "more"),
        ]),
    );
}

/** @type {Record<string, string>} */
const k_relations = { supports: "\u25cf says it", opposes: "\u2717 says otherwise" };

/**
 * Claims against sources: a row for each claim, a column for each source.
 * @param {Json} artifact
 * @param {Json[]} sources
 */
function map_part(artifact, sources) {
    const claims = objects(artifact.claims);
    if (claims.length === 0 || sources.length === 0) return null;
    const rows = claims.map((claim) => {
        const of_source = new Map(
            objects(claim.citations).map((each) => [text(each.source), text(each.relation)]),
        );
        return [
            h("span", {}, `${text(claim.id)} `, quotation(claim.text)),
            h("span", {}, chip(claim.status), ` ${percent(claim.confidence)}`),
            ...sources.map((each) => {
                const relation = of_source.get(text(each.id));
                return relation ? (row_of(k_relations, relation) ?? relation) : "";
            }),
        ];
    });
    const heads = [
        "Claim",
        "Status",
        ...sources.map((each) => `${text(each.id)} ${name_of(each)}`),
    ];
    return part("Who says what", table("Claims and the sources that say them", heads, rows));
}

/**
 * @param {string} title
 * @param {Json[]} conflicts
 * @param {Map<string, string>} names
 */
function conflicts_part(title, conflicts, names) {
    if (conflicts.length === 0) return null;
    const side = (/** @type {Json} */ each) =>
        h(
            "li",
            { class: "card" },
            h("p", { class: "quiet" }, names.get(text(each.source)) ?? text(each.source)),
            h("p", {}, quotation(each.quote)),
            each.value === null || each.value === undefined
                ? null
                : h("p", { class: "price" }, text(each.value)),
        );
    const show = (/** @type {Json} */ each) =>
        h(
            "div",
            {},
            h(
                "h3",
                {},
                `${text(each.id)}: ${strings(each.values).join(" or ") || text(each.attribute)}`,
            ),
            h("ul", { class: "cards" }, objects(each.positions).slice(0, 20).map(side)),
            h("p", { class: "quiet" }, each.assessment ? text(each.assessment) : null),
        );
    return part(title, paged(conflicts, show));
}

/** @param {Json[]} sources */
function sources_part(sources) {
    const rows = sources.map((each) => [
        `${text(each.id)} ${name_of(each)}`,
        text(each.reason ?? each.status),
        text(each.published),
        text(each.independent_group),
        percent(each.contribution),
        strings(each.flags).join(", ") || "-",
    ]);
    return part(
        "Sources",
        table(
            "Sources; those of one group count once",
            ["Source", "Read", "Published", "Group", "Share", "Note"],
            rows,
        ),
    );
}

/** @param {Json} artifact */
function rest_part(artifact) {
    const factors = objects(object(artifact.confidence).factors).map((each) => [
        text(each.name).replaceAll("_", " "),
        number(each.value),
    ]);
    const gaps = objects(artifact.gaps).map((each) => `${text(each.topic)}: ${text(each.reason)}.`);
    return part(
        "How it was judged",
        table("What the confidence is made of", ["Factor", "Value"], factors),
        facts([["Gaps", gaps.join(" ") || "none"]]),
        artifact.opinions ? folded_value("Opinions of a language model", artifact.opinions) : null,
        folded_value("Engine", artifact.engine),
    );
}
