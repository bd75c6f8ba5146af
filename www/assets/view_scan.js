// A result of forensics: the verdict, a lane for each of the six checks, certificates, routes, and
// the evidence of each check.
import { object, objects, strings } from "./artifact.js";
import { fold, h, svg, table } from "./dom.js";
import { any_value, chip, facts, folded_value, meaning, part } from "./parts.js";
import { number, percent, row_of, text, time } from "./words.js";

/**
 * @typedef {import("./artifact.js").Json} Json
 * @typedef {import("./artifact.js").Shown} Shown
 */

/** @type {Record<string, string>} */
const k_names = {
    ntp: "Clock",
    portal: "Captive portal",
    dns: "Names (DNS)",
    tls: "TLS",
    ct: "Certificate transparency",
    route: "Route",
};
/** @param {Json} check */
const name_of = (check) => row_of(k_names, check.check) ?? text(check.check);

/** @param {Shown} shown */
export function view_scan({ artifact }) {
    const checks = objects(artifact.checks);
    return [
        verdict_part(artifact),
        lanes_part(artifact, checks),
        certificates_part(checks),
        routes_part(checks),
        part("Evidence", checks.map(check_panel)),
        folded_value("Reference data", artifact.reference_data),
    ];
}

/** @param {Json} artifact */
function verdict_part(artifact) {
    const vantage = object(artifact.vantage);
    const causes = objects(artifact.attribution).map((each) =>
        h("li", {}, `${text(each.cause)} explains ${text(each.effect)}`),
    );
    return part(
        "Verdict",
        h("p", {}, chip(artifact.verdict), ` confidence ${percent(artifact.confidence)}`),
        meaning(artifact),
        h("p", { class: "lead" }, text(artifact.summary)),
        causes.length > 0 ? h("ul", {}, causes) : null,
        facts([
            ["Seen from", text(vantage.label)],
            ["Network", vantage.offline ? "there was none" : "there"],
            ["Begun", time(artifact.started_at)],
            ["Took", `${number(artifact.elapsed_ms)} ms`],
            ["Clock off by", `${number(artifact.clock_offset_s)} s`],
            [
                "Targets",
                objects(artifact.targets)
                    .map((each) => `${text(each.host)} (${strings(each.addresses).join(", ")})`)
                    .join(", "),
            ],
        ]),
    );
}

const k_lane = 34;
const k_wide = 640;
const k_label = 190;

/**
 * @param {Json} artifact
 * @param {Json[]} checks
 */
function lanes_part(artifact, checks) {
    const whole = Math.max(
        1,
        ...checks.map((each) => ms_of(each)),
        Number(artifact.elapsed_ms) || 0,
    );
    const lanes = checks.map((check, i) => {
        const width = Math.max(2, ((k_wide - k_label) * ms_of(check)) / whole);
        return svg(
            "g",
            { transform: `translate(0 ${i * k_lane})` },
            svg("text", { x: 0, y: 21 }, name_of(check)),
            svg("rect", {
                class: `lane ${text(check.verdict)}`,
                x: k_label,
                y: 6,
                width,
                height: 20,
                rx: 3,
            }),
        );
    });
    const rows = checks.map((check) => [
        name_of(check),
        chip(check.verdict),
        `${number(check.elapsed_ms)} ms`,
        text(check.summary),
    ]);
    return part(
        "Six checks, at once",
        svg(
            "svg",
            {
                class: "lanes",
                viewBox: `0 0 ${k_wide} ${checks.length * k_lane}`,
                role: "img",
                "aria-label": "How long each check took; the table below says the same",
            },
            lanes,
        ),
        table("What each found", ["Check", "Verdict", "Took", "Summary"], rows),
    );
}

/** @param {Json} check */
function ms_of(check) {
    const ms = check.elapsed_ms;
    return typeof ms === "number" && Number.isFinite(ms) && ms > 0 ? ms : 0;
}

/**
 * @param {Json[]} checks
 * @param {string} name
 */
const evidence_of = (checks, name) => object(checks.find((each) => each.check === name)?.evidence);

/** @param {Json[]} checks */
function certificates_part(checks) {
    const hosts = objects(evidence_of(checks, "tls").hosts);
    if (hosts.length === 0) return null;
    const rows = hosts.map((each) => [
        text(each.host),
        chip(each.verdict),
        text(each.issuer),
        time(each.not_after),
        text(each.protocol),
        text(each.interceptor ?? each.reason) || "-",
    ]);
    return part(
        "Certificates",
        table(
            "What each host showed",
            ["Host", "Verdict", "Issuer", "Valid until", "Protocol", "Note"],
            rows,
        ),
    );
}

/** @param {Json[]} checks */
function routes_part(checks) {
    const targets = objects(evidence_of(checks, "route").targets);
    if (targets.length === 0) return null;
    const hop = (/** @type {Json} */ each) =>
        h(
            "li",
            {},
            h("span", {}, `${number(each.ttl)}. ${text(each.ip ?? "*")}`),
            h(
                "span",
                { class: "quiet" },
                typeof each.rtt_ms === "number" ? `${number(each.rtt_ms)} ms` : "no answer",
            ),
        );
    return part(
        "Routes",
        targets
            .slice(0, 20)
            .map((each) => [
                h("h3", {}, `To ${text(each.host ?? each.ip)}`),
                h("ol", { class: "hops" }, objects(each.hops).slice(0, 64).map(hop)),
                strings(each.findings).length > 0
                    ? h("p", { class: "warn" }, strings(each.findings).join(", "))
                    : null,
            ]),
    );
}

/** @param {Json} check */
function check_panel(check) {
    return fold(
        h("span", {}, `${name_of(check)} `, chip(check.verdict)),
        h("p", {}, text(check.summary)),
        facts([
            ["Confidence", percent(check.confidence)],
            ["Reasons", strings(check.reasons).join(", ") || "none"],
        ]),
        strings(check.reason_text).map((each) => h("p", {}, each)),
        any_value(check.evidence),
    );
}
