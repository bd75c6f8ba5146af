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

/** @param {Health} health */
function show_hours({ history }) {
    const now = Math.floor(Date.now() / k_hour_ms);
    const known = new Map(history.map((each) => [Date.parse(each.hour) / k_hour_ms, each]));
    const hours = Array.from({ length: k_hours }, (_, i) => known.get(now - k_hours + 1 + i));
    const bars = hours.map((each, i) => {
        const up = (each?.minutes_up ?? 0) / 60;
        const well = each && each.minutes_well === each.minutes_up;
        const tone = well ? "OK" : "WARN";
        const height = Math.max(2, 60 * up);
        return svg("rect", {
            class: `lane ${each ? tone : "none"}`,
            x: i * 20,
            y: 64 - height,
            width: 16,
            height,
        });
    });
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
        svg(
            "svg",
            {
                class: "lanes",
                viewBox: `0 0 ${k_hours * 20} 66`,
                role: "img",
                "aria-label": "Minutes of each hour in which it ran; the table says the same",
            },
            bars,
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
