// Elements made of data. What is shown enters as text and never as markup, so nothing that a
// stranger wrote can become a part of the page.

const k_svg = "http://www.w3.org/2000/svg";

// What steers how other text is shown (RFC 9839, bidirectional controls) is named instead, so that
// what is read is what stands there.
const k_steering =
    /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** @param {string} text */
export function visible(text) {
    return text.replace(k_steering, (one) => {
        const code = one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
        return `[U+${code}]`;
    });
}

/** @typedef {string | number | Node | null | undefined | false} Child */
/** @typedef {Child | Child[] | (Child | Child[])[]} Children */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

/**
 * @param {Element} element
 * @param {Attributes} attributes true: present without a value; false, null and undefined: absent
 * @param {Children[]} children
 */
function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes))
        if (value !== false && value !== null && value !== undefined)
            element.setAttribute(name, value === true ? "" : String(value));
    for (const child of children.flat(2))
        if (child !== null && child !== undefined && child !== false)
            element.append(typeof child === "object" ? child : visible(String(child)));
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {Children[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    fill(element, attributes, children);
    return element;
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {Children[]} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
    const element = document.createElementNS(k_svg, tag);
    fill(element, attributes, children);
    return element;
}

/**
 * The element with that id; a page without it is a mistake of ours.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function by_id(id) {
    const found = document.getElementById(id);
    if (!found) throw new Error(`the page has no #${id}`);
    return found;
}

/**
 * Likewise a control of a form.
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function control(id, kind) {
    const found = by_id(id);
    if (!(found instanceof kind)) throw new Error(`#${id} is of another kind`);
    return found;
}

/**
 * A table with a caption. Cells may be nodes.
 * @param {string} caption
 * @param {string[]} heads
 * @param {Child[][]} rows the first cell of each is its head
 */
export function table(caption, heads, rows) {
    const cells = (/** @type {Child[]} */ row) =>
        row.map((cell, i) => (i === 0 ? h("th", { scope: "row" }, cell) : h("td", {}, cell)));
    return h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
        h(
            "table",
            {},
            h("caption", {}, caption),
            h(
                "thead",
                {},
                h(
                    "tr",
                    {},
                    heads.map((head) => h("th", { scope: "col" }, head)),
                ),
            ),
            h(
                "tbody",
                {},
                rows.map((row) => h("tr", {}, cells(row))),
            ),
        ),
    );
}

/**
 * What can be unfolded.
 * @param {Child} title
 * @param {Children[]} children
 */
export function fold(title, ...children) {
    return h(
        "details",
        {},
        h("summary", {}, title),
        h("div", { class: "details-body" }, children.flat(2)),
    );
}
