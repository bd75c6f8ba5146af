// A request in two forms: fields for people, and the JSON that is sent. What is changed in one
// stands in the other; JSON that the fields have no place for is sent as it is.
import { by_id, control, h } from "./dom.js";
import { lines_part, sources_part, text_part } from "./request_parts.js";
import { streams_part } from "./request_streams.js";
import { parse_object } from "./service.js";

/** @typedef {import("./request_parts.js").Part} Part */

/** @type {Record<string, (on_edit: () => void) => Part>} by the member's name */
const k_parts = {
    payload: () => text_part("The text to check", 8),
    query: () => text_part("Your question", 2),
    sources: (on_edit) =>
        sources_part("Sources: up to 20 texts, or addresses of public pages.", on_edit),
    streams: (on_edit) =>
        streams_part("Paste two columns of a spreadsheet, or choose two files.", on_edit),
    targets: () =>
        lines_part("Hosts to scan the way to", "Public names or IP addresses, one in each line."),
};

/**
 * @param {(text: string) => void} on_edit called with the JSON when a person has changed it
 */
export function open_request_form(on_edit) {
    const place = by_id("ask-form");
    const body = control("ask-body", HTMLTextAreaElement);
    const says = by_id("ask-says");
    /** @type {Map<string, Part>} */
    let parts = new Map();
    let others = {}; // members that no part shows

    const write = () => {
        const read = Array.from(parts, ([name, part]) => [name, part.read()]);
        const given = read.filter(([, value]) => value !== undefined);
        body.value = JSON.stringify({ ...Object.fromEntries(given), ...others }, null, 2);
        on_edit(body.value);
    };
    const show = () => {
        const request = parse_object(body.value);
        const entries = Object.entries(request ?? {});
        others = Object.fromEntries(entries.filter(([name]) => !parts.has(name)));
        const is_shown = Array.from(parts, ([name, part]) => part.show(request?.[name]));
        const is_whole = request !== undefined && is_shown.every(Boolean);
        place.hidden = !is_whole;
        const names = Object.keys(others);
        says.textContent = !is_whole
            ? "The fields have no place for this JSON: it is sent as it is."
            : names.length
              ? `The JSON also has: ${names.join(", ")}.`
              : "";
    };

    place.addEventListener("input", write);
    body.addEventListener("input", () => {
        show();
        on_edit(body.value);
    });
    return {
        /**
         * @param {string} names of the members that the product takes
         * @param {string} text JSON
         */
        open(names, text) {
            const known = names.split(" ").filter((name) => Object.hasOwn(k_parts, name));
            parts = new Map(known.map((name) => [name, k_parts[name](write)]));
            const none = h("p", {}, "There is nothing to fill in.");
            place.replaceChildren(
                ...(known.length ? Array.from(parts.values(), ({ view }) => view) : [none]),
            );
            body.value = text;
            show();
        },
        text: () => body.value.trim() || "{}",
        first_field: () => place.querySelector("textarea"),
    };
}
