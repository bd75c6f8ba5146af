// How the service is now, what its operator should look at, how the last hours were, and what was
// written to the chain last.
import { by_id, h, svg, table } from "./dom.js";
import { anchor_words, ask_health, queue_words, state_words } from "./health.js";
import { facts } from "./parts.js";
import { duration, number, time } from "./words.js";

/** @typedef {import("./health.js").Health} Health */

const k_period_ms = 30_000;
const k_hours = 24;
const k_hour_ms = 3_600_000;

/** @type {Record<string, string>} */
const k_words = {
    ok: "answers",
    off: "not in use",
    unknown: "not asked yet",
    failing: "does not answer",
    halted: "its chain stands still",
    full: "full: every sale is refused until there is room",
};
/** @param {string} word */
const in_words = (word) => k_words[word] ?? word;

const { vantage, explorer } = by_id("now").dataset;

/** @param {Health} health */
function show_now(health) {
    const { checks } = health;
    const state = by_id("state");
    state.className = `lead ${health.status === "ok" ? "good" : "warn"}`;
    state.textContent = state_words(health);
    const queue = Object.entries(checks.queue)
        .map(([lane, load]) => `${lane}: ${load.waiting} waiting, ${load.running} running`)
        .join("; ");
    by_id("now").replaceChildren(
        ...facts([
            ["Queue", queue_words(health)],
            ["Lanes", queue.replaceAll("_", " ")],
            ["Anchors", anchor_words(health)],
            ["Facilitator", in_words(checks.facilitator)],
            ["Node of the chain", in_words(checks.rpc)],
            ["Language model", in_words(checks.model)],
            ["Database", in_words(checks.db)],
            ["Worker seen", time(checks.worker.last_seen)],
            ["Scans are made from", vantage || "not named by the operator"],
            ["Version", `${health.version}, running for ${duration(health.uptime_sec)}`],
        ]).children,
    );
}

/** @param {Health} health */
function show_alarms({ alarms }) {
    const rows = alarms.map((each) => [each.meaning, time(each.since), each.detail]);
    by_id("alarms").replaceChildren(
        rows.length === 0
            ? h("p", {}, "Nothing.")
            : table("Alarms", ["What it means", "Since", "Detail"], rows),
    );
}

/** @typedef {import("./health.js").Hour | undefined} MaybeHour */

// Of the chart, in its own pixels.
const k_left = 68;
const k_top = 10;
const k_high = 80;
const k_step = 20;

/**
 * @param {MaybeHour} each
 * @param {number} i
 */
function bar(each, i) {
    const is_well = each && each.minutes_well === each.minutes_up;
    const height = Math.max(2, (k_high * (each?.minutes_up ?? 0)) / 60);
    return svg("rect", {
        class: `lane ${each ? (is_well ? "OK" : "WARN") : "none"}`,
        x: k_left + i * k_step,
        y: k_top + k_high - height,
        width: k_step - 4,
        height,
    });
}

function scale() {
    const end = k_left + k_hours * k_step;
    const levels = [60, 30, 0].flatMap((minutes) => {
        const y = k_top + k_high * (1 - minutes / 60);
        const name = minutes === 60 ? "60 min" : String(minutes);
        return [
            svg("path", { class: "grid", d: `M${k_left} ${y}H${end}` }),
            svg("text", { x: k_left - 6, y: y + 5, "text-anchor": "end" }, name),
        ];
    });
    const hours = [23, 18, 12, 6, 0].map((ago) =>
        svg(
            "text",
            {
                x: end - (ago + 0.5) * k_step - 2,
                y: k_top + k_high + 20,
                "text-anchor": "middle",
            },
            ago ? `-${ago} h` : "now",
        ),
    );
    return [...levels, ...hours];
}

/**
 * How long it ran, of the minutes since the first that is on record.
 * @param {MaybeHour[]} hours the last of them is not over
 * @param {boolean} has_older whether hours before these are on record
 */
function running_words(hours, has_older) {
    const first = has_older ? 0 : hours.findIndex((each) => each);
    const into_this = Math.floor((Date.now() % k_hour_ms) / 60_000);
    const [up, well, all] = hours.reduce(
        ([up, well, all], each, i) => {
            const ran = each?.minutes_up ?? 0;
            const is_last = i === hours.length - 1;
            // What was before it ran for the first time is on no record.
            const on_record = !has_older && i <= first ? ran : is_last ? into_this : 60;
            return [up + ran, well + (each?.minutes_well ?? 0), all + Math.max(on_record, ran)];
        },
        [0, 0, 0],
    );
    if (first < 0 || all === 0) return "Nothing is on record yet.";
    const alarmed = up > well ? `, in ${up - well} of them with an alarm` : "";
    const share = number((100 * up) / all);
    return `It ran in ${up} of the ${all} minutes on record (${share} %)${alarmed}.`;
}

/** @param {Health} health */
function show_hours({ history }) {
    const now = Math.floor(Date.now() / k_hour_ms);
    const known = new Map(history.map((each) => [Date.parse(each.hour) / k_hour_ms, each]));
    const begin = now - k_hours + 1;
    const hours = Array.from({ length: k_hours }, (_, i) => known.get(begin + i));
    const has_older = [...known.keys()].some((hour) => hour < begin);
    const rows = history
        .toReversed()
        .map((each) => [
            time(each.hour),
            `${each.minutes_up} of 60`,
            `${each.minutes_up - each.minutes_well}`,
            number(each.jobs_complete),
            number(each.jobs_failed),
            each.mean_ms === null ? "-" : `${number(each.mean_ms / 1000)} s`,
        ]);
    by_id("hours").replaceChildren(
        h("p", {}, running_words(hours, has_older)),
        svg(
            "svg",
            {
                class: "lanes",
                viewBox: `0 0 ${k_left + k_hours * k_step + 12} ${k_top + k_high + 28}`,
                role: "img",
                "aria-label": "Minutes of each hour in which it ran; the table says the same",
            },
            scale(),
            hours.map(bar),
        ),
        table(
            "Hours on record, the newest first",
            ["Hour", "Minutes up", "With an alarm", "Results", "Failed", "From sale to result"],
            rows,
        ),
    );
}

/** @param {Health} health */
function show_anchors({ anchors }) {
    const link = (/** @type {string} */ hash) =>
        explorer ? h("a", { href: `${explorer}${hash}`, rel: "noreferrer" }, hash) : hash;
    const rows = anchors.map((each) => [
        h("span", { class: "hash" }, link(each.tx_hash)),
        time(each.block_time),
        number(each.block_number),
        number(each.hashes),
    ]);
    by_id("anchors").replaceChildren(
        rows.length === 0
            ? h("p", {}, "Nothing yet.")
            : table("Transactions", ["Transaction", "Time", "Block", "Hashes"], rows),
    );
}

async function look() {
    try {
        const health = await ask_health();
        for (const show of [show_now, show_alarms, show_hours, show_anchors]) show(health);
        for (const each of document.querySelectorAll(".comes-later")) each.classList.add("is-due");
    } catch {
        const state = by_id("state");
        state.className = "lead bad";
        state.textContent = "The service does not answer now.";
    }
}

async function keep_looking() {
    if (document.visibilityState === "visible") await look();
    setTimeout(keep_looking, k_period_ms);
}

document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void look();
});
void keep_looking();
