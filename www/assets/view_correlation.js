// A result of correlation: the conclusion, the two streams, the coefficient at each shift with the
// band of chance, the pairs, and every number.
import { object, objects, strings } from "./artifact.js";
import { fold, h, svg, table } from "./dom.js";
import { line_chart } from "./charts.js";
import { chip, facts, folded_value, meaning, part } from "./parts.js";
import { number, percent, text } from "./words.js";

/**
 * @typedef {import("./artifact.js").Json} Json
 * @typedef {import("./artifact.js").Shown} Shown
 * @typedef {{name: string, points: Map<number, number>}} Stream
 */

// 19 of 20 coefficients of independent pairs lie within that many standard errors of 0.
const k_normal_95 = 1.96;

/** @param {Shown} shown */
export function view_correlation({ artifact, request }) {
    const streams = streams_of(artifact, request);
    return [
        conclusion_part(artifact),
        h("section", {}, h("h2", {}, "The two streams"), streams_part(streams)),
        lags_part(artifact),
        streams ? pairs_part(streams) : null,
        numbers_part(artifact),
    ];
}

/** @param {Json} artifact */
function conclusion_part(artifact) {
    const conclusion = object(artifact.conclusion);
    const rows = objects(artifact.warnings).map((each) => [
        text(each.code).replaceAll("_", " "),
        text(each.stream),
        text(each.detail),
    ]);
    return part(
        "Conclusion",
        h(
            "p",
            {},
            chip(artifact.verdict),
            ` ${text(conclusion.strength)}, `,
            `confidence ${percent(conclusion.confidence)}`,
        ),
        meaning(artifact),
        h("p", {}, h("strong", {}, "Asked: "), text(artifact.query)),
        h("p", { class: "lead" }, text(conclusion.text)),
        rows.length > 0
            ? fold(
                  `${rows.length} warnings`,
                  table("Warnings", ["Warning", "Stream", "Detail"], rows),
              )
            : null,
    );
}

/**
 * The streams are the buyer's: a result does not repeat them.
 * @param {Json} artifact
 * @param {Json | null} request
 * @returns {Stream[] | null}
 */
function streams_of(artifact, request) {
    const given = object(request?.streams);
    const found = ["a", "b"].map((key) => {
        const name = text(object(object(artifact.streams)[key]).name);
        return { name, points: points_of(given[name]) };
    });
    return found.every(({ points }) => points.size > 0) ? found : null;
}

/**
 * @param {unknown} stream
 * @returns {Map<number, number>} seconds since 1970 to values
 */
function points_of(stream) {
    const { t, v, points } = object(stream);
    const pairs =
        Array.isArray(t) && Array.isArray(v)
            ? t.map((at, i) => [at, v[i]])
            : Array.isArray(points)
              ? points.filter(Array.isArray)
              : [];
    const out = new Map();
    for (const [at, value] of pairs.slice(0, 50_000)) {
        const seconds = typeof at === "number" ? at : Date.parse(at) / 1000;
        if (Number.isFinite(seconds) && Number.isFinite(value)) out.set(seconds, value);
    }
    return out;
}

/** @param {Stream[] | null} streams */
function streams_part(streams) {
    if (!streams)
        return h(
            "p",
            {},
            "A result does not repeat the streams; they are shown for the samples of ours.",
        );
    const times = [...new Set(streams.flatMap(({ points }) => [...points.keys()]))].sort(
        (a, b) => a - b,
    );
    const values = streams.map(({ points }) => times.map((at) => points.get(at) ?? null));
    return line_chart({
        label: `${streams[0].name} and ${streams[1].name} over time`,
        is_time: true,
        x: times,
        lines: streams.map(({ name }, i) => ({ name, values: values[i] })),
    });
}

/** @param {Json} artifact */
function lags_part(artifact) {
    const lags = object(artifact.lags);
    const shifts = Object.entries(object(lags.r))
        .map(([shift, r]) => [Number(shift), r])
        .filter(([shift, r]) => Number.isInteger(shift) && typeof r === "number")
        .sort(([a], [b]) => a - b);
    if (shifts.length < 2) return null;
    const pairs = object(object(artifact.association).effective_n).n_eff;
    const band = typeof pairs === "number" && pairs > 0 ? k_normal_95 / Math.sqrt(pairs) : null;
    const rows = shifts.map(([shift, r]) => [number(shift), number(r)]);
    return part(
        "At each shift",
        h(
            "p",
            {},
            "The coefficient when one stream is moved against the other by so many steps. ",
            "Above 0 the first stream comes first, below 0 the second.",
        ),
        line_chart({
            label: "Coefficient at each shift",
            x: shifts.map(([shift]) => shift),
            lines: [{ name: "r", values: shifts.map(([, r]) => r) }],
            band,
        }),
        band === null
            ? null
            : h(
                  "p",
                  { class: "quiet" },
                  `Dashed: what ${number(pairs)} independent `,
                  `pairs stay within 19 times out of 20 by chance, ${number(band)}.`,
              ),
        facts([
            ["Best shift", number(lags.best_lag)],
            ["Coefficient there", number(lags.best_r)],
            ["Chance to be as good at any shift", number(lags.p_family)],
        ]),
        fold("As a table", table("Coefficients", ["Shift", "r"], rows)),
    );
}

/** @param {Stream[]} streams */
function pairs_part([a, b]) {
    const both = [...a.points].filter(([at]) => b.points.has(at)).slice(0, 2000);
    if (both.length < 2) return null;
    const xs = both.map(([, value]) => value);
    const ys = both.map(([at]) => Number(b.points.get(at)));
    const place = (/** @type {number[]} */ values) => {
        const [low, high] = [Math.min(...values), Math.max(...values)];
        return (/** @type {number} */ value) => (high > low ? (value - low) / (high - low) : 0.5);
    };
    const [across, up] = [place(xs), place(ys)];
    const dots = xs.map((x, i) =>
        svg("circle", {
            cx: 10 + 280 * across(x),
            cy: 190 - 180 * up(ys[i]),
            r: 3,
        }),
    );
    return part(
        "Pairs of the same moment",
        h("p", {}, `Across: ${a.name}. Up: ${b.name}.`),
        svg(
            "svg",
            {
                class: "scatter",
                viewBox: "0 0 300 200",
                role: "img",
                "aria-label": `${both.length} pairs of ${a.name} and ${b.name}`,
            },
            svg("path", { d: "M5 5V195H295" }),
            dots,
        ),
    );
}

/** @param {Json} artifact */
function numbers_part(artifact) {
    const of = object(artifact.association);
    const rows = [
        ["Pearson", number(object(of.pearson).r), number(object(of.pearson).p)],
        ["Spearman", number(object(of.spearman).rho), number(object(of.spearman).p)],
        ["Kendall", number(object(of.kendall).tau_b), number(object(of.kendall).p)],
        ["Pearson without trend", number(object(of.detrended_pearson).r), "-"],
        ["Pearson of changes", number(object(of.differenced_pearson).r), "-"],
    ];
    return part(
        "All numbers",
        artifact.association ? table("At no shift", ["Coefficient", "Value", "p"], rows) : null,
        ["alignment", "judged", "stationarity", "granger", "coincidence", "event_change", "engine"]
            .filter((name) => artifact[name])
            .map((name) => folded_value(name.replaceAll("_", " "), artifact[name])),
        strings(artifact.sources).length > 0 ? folded_value("sources", artifact.sources) : null,
    );
}
