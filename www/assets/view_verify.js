// A result of verify: the verdict and what it rests on, the text with what was found in it, each
// finding with its evidence, then everything else.
import { object, objects, strings } from "./artifact.js";
import { fold, h, table } from "./dom.js";
import { marked_text } from "./marked_text.js";
import {
    any_value,
    chip,
    facts,
    folded_value,
    meaning,
    paged,
    part,
    quotation,
    sureness,
} from "./parts.js";
import { number, percent, text } from "./words.js";

/**
 * @typedef {import("./artifact.js").Json} Json
 * @typedef {import("./artifact.js").Shown} Shown
 */

/** @param {Shown} shown */
export function view_verify({ artifact, request }) {
    const findings = objects(artifact.findings).sort(by_weight);
    const payload = typeof request?.payload === "string" ? request.payload : null;
    return [
        verdict_part(artifact, findings),
        h("section", { id: "text" }, text_part(artifact, findings, payload)),
        findings_part(findings),
        sources_part(artifact),
        claims_part(artifact, payload),
        rest_part(artifact),
    ];
}

const k_severities = ["critical", "major", "minor", "info"];

/** @param {Json} finding */
const severity_of = (finding) => text(object(finding.final).severity ?? finding.severity);
/** @param {Json} finding */
const stands = (finding) => object(finding.final).status !== "withdrawn";

/**
 * @param {Json} left
 * @param {Json} right
 */
function by_weight(left, right) {
    const weight = (/** @type {Json} */ each) =>
        (stands(each) ? 0 : 10) + k_severities.indexOf(severity_of(each));
    return weight(left) - weight(right);
}

const k_most_named = 3;

/**
 * How many findings count, with the first of them; where none does the engine's own words.
 * @param {Json} summary
 * @param {Json[]} findings
 */
function summary_words(summary, findings) {
    const words = text(summary.text);
    const counts = object(summary.findings);
    const weighty = k_severities
        .filter((severity) => severity !== "info" && Number(counts[severity]) > 0)
        .map((severity) => `${number(counts[severity])} ${severity}`);
    if (weighty.length === 0) return [h("p", { class: "lead" }, words)];
    const total = weighty.reduce((sum, each) => sum + parseInt(each), 0);
    const need = total === 1 ? "finding needs" : "findings need";
    const named = findings.filter(stands).slice(0, k_most_named);
    return [
        h("p", { class: "lead" }, `${total} ${need} attention: ${weighty.join(", ")}.`),
        h(
            "ol",
            {},
            named.map(({ id, title }) =>
                h("li", {}, h("a", { href: `#finding-${text(id)}` }, text(title))),
            ),
        ),
        fold("All of it in words", h("p", {}, words)),
    ];
}

/**
 * @param {Json} artifact
 * @param {Json[]} findings
 */
function verdict_part(artifact, findings) {
    const summary = object(artifact.summary);
    const engine = object(artifact.engine);
    return part(
        "Verdict",
        h("p", {}, chip(artifact.verdict), " ", sureness(artifact.score, artifact.confidence)),
        meaning(artifact),
        ...summary_words(summary, findings),
        h("p", { class: "quiet" }, text(artifact.scope)),
        engine.degraded
            ? h("p", { class: "warn" }, `Degraded: ${text(engine.degraded_reason)}`)
            : null,
        facts([
            ["Claims", number(summary.claims)],
            ["Verified", number(summary.verified)],
            ["Partly verified", number(summary.partly_verified)],
            [
                "Refuted or inconsistent",
                number((summary.refuted ?? 0) + (summary.inconsistent ?? 0)),
            ],
            ["Not decided", number(summary.unverifiable)],
            ["Coverage", percent(summary.coverage)],
            ...reading_facts(artifact),
        ]),
    );
}

/**
 * What a model that was asked read, and what is known of it; nothing where none was.
 * @param {Json} artifact
 * @returns {[string, string][]}
 */
function reading_facts(artifact) {
    if (!artifact.coverage) return [];
    const coverage = object(artifact.coverage);
    const power = object(artifact.power);
    return [
        ["Verified with a model's help", number(coverage.computed_pointed)],
        ["Read by a model without objection", number(coverage.read)],
        ["Not read by it", number(coverage.unread)],
        [
            "Planted errors it finds",
            artifact.power
                ? `${number(power.found)} of ${number(power.of)} (low bound ${percent(power.low)})`
                : "not measured",
        ],
    ];
}

/**
 * The text is not in the result: whoever reads it hands it in, and it stays with them.
 * @param {Json} artifact
 * @param {Json[]} findings
 * @param {string | null} payload
 */
function text_part(artifact, findings, payload) {
    const head = h("h2", {}, "The text");
    if (payload !== null) return [head, marked_text(payload, findings)];
    const hash = text(object(artifact.input).sha256);
    const area = h("textarea", { rows: 5, id: "payload", spellcheck: "false" });
    const says = h("p", { role: "status" });
    const place = h("div", {});
    const button = h("button", { type: "button" }, "Mark the findings in it");
    button.addEventListener("click", async () => {
        const given = area.value;
        const found = await sha256_of(given);
        if (found !== hash) {
            says.className = "bad";
            says.textContent = "This is not the text that was checked: its SHA-256 differs.";
            return;
        }
        says.className = "good";
        says.textContent = "This is the text that was checked: its SHA-256 agrees.";
        place.replaceChildren(marked_text(given, findings));
    });
    return [
        head,
        h(
            "p",
            {},
            "A result does not repeat the text. Paste what you had sent, and the findings " +
                "are marked in it; it stays in this browser.",
        ),
        h("label", { for: "payload" }, "The text that you had sent"),
        area,
        h("div", { class: "row" }, button),
        says,
        place,
    ];
}

/** @param {string} given */
async function sha256_of(given) {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(given));
    const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
    return `0x${hex.join("")}`;
}

/** @param {Json[]} findings */
function findings_part(findings) {
    if (findings.length === 0) return part("Findings", h("p", {}, "Nothing was found."));
    return part("Findings", paged(findings, finding_panel, "more findings"));
}

/** @param {Json} span */
function place_of({ line, source }) {
    const whose = typeof source === "number" ? ` of source [${source + 1}]` : "";
    return `Line ${number(line)}${whose}`;
}

/** @param {Json} finding */
function finding_panel(finding) {
    const withdrawn = !stands(finding);
    const cases = finding.cases > 0 ? `, from ${number(finding.cases)} cases` : ", not measured";
    return h(
        "article",
        { class: "panel", id: `finding-${text(finding.id)}`, tabindex: -1 },
        h("h3", {}, `${text(finding.id)}: ${text(finding.title)}`),
        h(
            "p",
            {},
            chip(severity_of(finding)),
            withdrawn ? " withdrawn" : "",
            " ",
            `${text(finding.certainty)}, confidence ${percent(finding.confidence)}${cases}`,
        ),
        h(
            "ul",
            {},
            objects(finding.spans)
                .slice(0, 20)
                .map((span) =>
                    h("li", {}, `${place_of(span)}, ${text(span.role)}: `, quotation(span.quote)),
                ),
        ),
        h("p", {}, text(finding.reasoning)),
        finding.suggestion
            ? h("p", {}, h("strong", {}, "What to do: "), text(finding.suggestion))
            : null,
        fold("Evidence", any_value(finding.evidence)),
        fold(
            "How the critics came to it",
            facts([
                ["Check", text(finding.check)],
                ["Raised by", text(finding.critic)],
                ["Then", any_value(finding.chain)],
            ]),
        ),
    );
}

/** @param {Json} artifact */
function sources_part(artifact) {
    const sources = objects(artifact.sources);
    if (sources.length === 0) return null;
    const rows = sources.map((each, i) => [
        `[${i + 1}] ${text(each.title ?? each.url)}`,
        text(each.reason ?? each.status),
        number(each.chars),
        strings(each.flags).join(", ") || "-",
    ]);
    return part(
        "Compared with these sources",
        table("Sources", ["Source", "Read", "Characters", "Note"], rows),
        facts(
            Object.entries(object(artifact.sources_summary)).map(([word, count]) => [
                `Claims ${word.replaceAll("_", " ")}`,
                number(count),
            ]),
        ),
    );
}

/**
 * @param {Json} artifact
 * @param {string | null} payload
 */
function claims_part(artifact, payload) {
    const claims = objects(artifact.claims);
    if (claims.length === 0) return null;
    const letters = payload === null ? null : Array.from(payload);
    const words_of = (/** @type {Json} */ claim) => {
        if (typeof claim.text === "string") return claim.text;
        const { start, end } = object(claim.span);
        return letters ? letters.slice(start, end).join("") : "-";
    };
    const show = (/** @type {Json} */ claim) =>
        h(
            "p",
            {},
            `${text(claim.id)} `,
            chip(claim.status),
            claim.source_status ? [" ", chip(claim.source_status)] : null,
            " ",
            quotation(words_of(claim)),
        );
    return part("Claims", fold(`All ${claims.length} claims`, paged(claims, show, "more claims")));
}

/** @param {Json} artifact */
function rest_part(artifact) {
    const scores = Object.entries(object(artifact.subscores)).map(([name, score]) => [
        name,
        score === null ? "nothing to decide" : number(score),
    ]);
    const critics = objects(artifact.critics).map((each) => [
        text(each.name),
        chip(each.verdict),
        number(each.score),
        strings(each.checks_run).join(", "),
    ]);
    return part(
        "How it was judged",
        table("Scores of each kind of check", ["Kind", "Score"], scores),
        table("Critics, in their order", ["Critic", "Verdict", "Score", "Checks"], critics),
        artifact.opinions ? folded_value("Opinions of a language model", artifact.opinions) : null,
        folded_value("What was not checked", artifact.not_checked),
        folded_value("Engine", artifact.engine),
    );
}
