// A text with the places of findings marked in it.
import { object, objects } from "./artifact.js";
import { h } from "./dom.js";
import { text } from "./words.js";

/** @typedef {import("./artifact.js").Json} Json */

// A browser shows that many marks without delay.
const k_most_marks = 2000;
const k_most_links = 5; // at one place

/**
 * @param {string} given
 * @param {Json[]} findings spans of which count code points from 0
 */
export function marked_text(given, findings) {
    const letters = Array.from(given);
    const marks = marks_of(findings, letters.length);
    const block = h("blockquote", { class: "text" });
    let at = 0;
    for (const { start, end, ids } of pieces(marks)) {
        block.append(h("span", {}, letters.slice(at, start).join("")));
        const words = letters.slice(start, end).join("");
        const links = ids
            .slice(0, k_most_links)
            .map((id) => h("a", { href: `#finding-${id}` }, h("sup", {}, id)));
        const more = ids.length > k_most_links ? h("sup", {}, "...") : null;
        block.append(h("mark", {}, words, links, more));
        at = end;
    }
    block.append(h("span", {}, letters.slice(at).join("")));
    block.addEventListener("click", follow);
    return block;
}

// The fragment says which result is shown, so these links move without it.
/** @param {Event} event */
function follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const id = link?.getAttribute("href")?.slice(1);
    if (!id) return;
    event.preventDefault();
    const found = document.getElementById(id);
    found?.scrollIntoView({ block: "center" });
    found?.focus({ preventScroll: true });
}

/**
 * @typedef {{start: number, end: number, id: string}} Mark
 */

/**
 * @param {Json[]} findings
 * @param {number} length
 * @returns {Mark[]}
 */
function marks_of(findings, length) {
    /** @type {Mark[]} */
    const marks = [];
    for (const finding of findings)
        for (const span of objects(finding.spans)) {
            if (marks.length >= k_most_marks) return marks;
            const { start, end, source } = object(span);
            if (source !== undefined) continue; // a place in a source, not in the text
            const fits = Number.isInteger(start) && Number.isInteger(end);
            if (fits && start >= 0 && start < end && end <= length)
                marks.push({ start, end, id: text(finding.id) });
        }
    return marks;
}

/**
 * Stretches that do not overlap, in their order, each with all findings that mark it.
 * @param {Mark[]} marks
 */
function pieces(marks) {
    const bounds = [...new Set(marks.flatMap(({ start, end }) => [start, end]))].sort(
        (a, b) => a - b,
    );
    const sorted = [...marks].sort((a, b) => a.start - b.start);
    const out = [];
    let next = 0;
    /** @type {Mark[]} */
    let open = [];
    for (let i = 0; i + 1 < bounds.length; ++i) {
        const start = bounds[i];
        while (next < sorted.length && sorted[next].start <= start) open.push(sorted[next++]);
        open = open.filter(({ end }) => end > start);
        const ids = [...new Set(open.map(({ id }) => id))];
        if (ids.length > 0) out.push({ start, end: bounds[i + 1], ids });
    }
    return out;
}
