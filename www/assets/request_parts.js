// The members of a request as fields that people fill in. Each part shows a value of its member and
// reads it back; nothing is judged here, since the service says what it would refuse.
import { h } from "./dom.js";

/**
 * @typedef {object} Part
 * @property {HTMLElement} view
 * @property {(value: unknown) => boolean} show false: the fields have no place for that value
 * @property {() => unknown} read undefined: the member is left out
 *
 * @typedef {Record<string, unknown>} Members
 */

let ids = 0;

/**
 * @param {string} label
 * @param {HTMLElement} field
 * @param {string} [note]
 */
function labelled(label, field, note) {
    field.id = `field-${++ids}`;
    const says = note ? h("p", { class: "quiet", id: `${field.id}-note` }, note) : null;
    if (says) field.setAttribute("aria-describedby", says.id);
    return h("div", { class: "field" }, h("label", { for: field.id }, label), says, field);
}

/** @param {number} rows */
const area = (rows) => h("textarea", { rows, spellcheck: "false" });
const line = () => h("input", { autocomplete: "off", spellcheck: "false" });

/** @param {unknown} value */
const is_text = (value) => typeof value === "string";
/**
 * @param {unknown} value
 * @returns {value is Members}
 */
const is_members = (value) =>
    typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * @param {unknown} value
 * @returns {unknown[] | undefined} undefined: it is no list; what is missing is an empty one
 */
function list_of(value) {
    if (value === undefined || value === null) return [];
    return Array.isArray(value) ? value : undefined;
}

/**
 * @param {string} label
 * @param {number} rows
 * @returns {Part}
 */
export function text_part(label, rows) {
    const field = area(rows);
    return {
        view: labelled(label, field),
        show(value) {
            field.value = is_text(value) ? String(value) : "";
            return is_text(value) || value === undefined;
        },
        read: () => field.value,
    };
}

/**
 * A list of words, one in each line.
 * @param {string} label
 * @param {string} note
 * @returns {Part}
 */
export function lines_part(label, note) {
    const field = area(4);
    return {
        view: labelled(label, field, note),
        show(value) {
            const words = list_of(value);
            field.value = words?.join("\n") ?? "";
            return words?.every(is_text) ?? false;
        },
        read: () => field.value.split(/[\s,]+/).filter(Boolean),
    };
}

const k_most_sources = 20;
const is_address = (/** @type {string} */ text) => /^https?:\/\/\S+$/.test(text);

/**
 * One source: what is in it that has no field is kept.
 * @param {Members} source
 * @param {() => void} on_remove
 */
function source_row(source, on_remove) {
    const { title, published, text, url, ...others } = source;
    const has_both = is_text(text) && is_text(url);
    const kept = { ...others, ...(has_both ? { url } : {}) };
    const fields = { title: line(), published: line(), body: area(3) };
    fields.title.value = String(title ?? "");
    fields.published.value = String(published ?? "");
    fields.body.value = String(text ?? url ?? "");
    const remove = h("button", { type: "button", class: "second" }, "Remove this source");
    remove.addEventListener("click", on_remove);
    const names = Object.keys(kept);
    return {
        view: h(
            "fieldset",
            {},
            h("legend", {}, "Source"),
            labelled("Its text, or the address of its page", fields.body),
            h(
                "div",
                { class: "fields" },
                labelled("Title, if it has one", fields.title),
                labelled("Day of publication, if you know it", fields.published),
            ),
            names.length > 0 &&
                h("p", { class: "quiet" }, `The JSON also has: ${names.join(", ")}.`),
            remove,
        ),
        read() {
            const body = fields.body.value;
            const name = is_address(body.trim()) && !has_both ? "url" : "text";
            const given = {
                ...(fields.title.value ? { title: fields.title.value } : {}),
                ...(fields.published.value ? { published: fields.published.value } : {}),
                ...kept,
            };
            if (!body) return undefined;
            return Object.keys(given).length ? { ...given, [name]: body } : body;
        },
    };
}

/**
 * @param {unknown} source
 * @returns {Members | undefined} undefined: a row has no place for it
 */
function row_of_source(source) {
    if (is_text(source)) return { text: source };
    if (!is_members(source)) return undefined;
    const { title, published, text, url } = source;
    const is_plain = [title, published, text, url].every((each) => is_text(each ?? ""));
    const is_odd = is_text(text) && !is_text(url) && is_address(String(text).trim());
    return is_plain && !is_odd ? source : undefined;
}

/**
 * @param {string} note
 * @param {() => void} on_edit
 * @returns {Part}
 */
export function sources_part(note, on_edit) {
    /** @type {ReturnType<typeof source_row>[]} */
    let rows = [];
    const list = h("div", {});
    const more = h("button", { type: "button", class: "second" }, "Add a source");
    const update = () => {
        list.replaceChildren(...rows.map((row) => row.view));
        rows.forEach((row, i) => {
            const legend = row.view.querySelector("legend");
            if (legend) legend.textContent = `Source ${i + 1}`;
        });
        more.hidden = rows.length >= k_most_sources;
    };
    /** @param {Members} source */
    const add = (source) => {
        const row = source_row(source, () => {
            rows = rows.filter((each) => each !== row);
            update();
            more.focus();
            on_edit();
        });
        rows.push(row);
        return row;
    };
    more.addEventListener("click", () => {
        const row = add({});
        update();
        row.view.querySelector("textarea")?.focus();
    });
    return {
        view: h("div", { class: "field" }, h("p", { class: "quiet" }, note), list, more),
        show(value) {
            const shown = list_of(value)?.map(row_of_source);
            rows = [];
            for (const each of shown ?? []) if (each) add(each);
            update();
            return shown !== undefined && shown.length <= k_most_sources && shown.every(Boolean);
        },
        read() {
            const sources = rows.map((row) => row.read()).filter((each) => each !== undefined);
            return sources.length ? sources : undefined;
        },
    };
}
