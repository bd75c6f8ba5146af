// Places in sources, as the views of maps and of accounts tell them.
import { text } from "./words.js";

/**
 * @typedef {import("./artifact.js").Json} Json
 * @typedef {Map<string, Json>} Sources by their ids
 */

/**
 * A day where it begins with one, else as it was given.
 * @param {unknown} published
 */
export function day(published) {
    if (typeof published !== "string") return "undated";
    return /^\d{4}-\d{2}-\d{2}/.test(published) ? published.slice(0, 10) : published;
}

/**
 * "[S2, 2026-03-11]": of whatever has a source and its date.
 * @param {Json} place
 */
export const dated = ({ source, published }) => `[${text(source)}, ${day(published)}]`;

/**
 * @param {unknown} id
 * @param {Sources} sources
 */
export function title_of(id, sources) {
    const source = sources.get(text(id));
    return text(source?.title ?? source?.url ?? "");
}

/** @param {unknown} count */
export const independent = (count) =>
    count === 1 ? "1 independent source" : `${text(count)} independent sources`;

/** @param {unknown} is_newest */
export const age = (is_newest) =>
    is_newest ? " It is of the newest date." : " A later source is among those below.";
