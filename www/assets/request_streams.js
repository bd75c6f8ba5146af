// Two series of figures as people have them: columns of a spreadsheet, pasted or in a file.
import { h } from "./dom.js";

/** @typedef {import("./request_parts.js").Part} Part */

const k_most_bytes = 2_000_000; // of a file: no request may be larger
const k_number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const k_names = ["first", "second"];

/** @param {string} cell */
const measure = (cell) => (cell === "" ? null : k_number.test(cell) ? Number(cell) : cell);

/**
 * The cells of each line: a time, and what was measured then.
 * @param {string} text
 * @returns {[string, string][]}
 */
function cells_of(text) {
    const lines = text.split(/\r?\n|\r/).filter((line) => line.trim());
    const separator = ["\t", ";", ","].find((each) => lines[0]?.includes(each));
    const cells = lines.map((line) => {
        const parts = line.trim().split(separator ?? /\s+(?=\S+$)/);
        const [time = "", value = ""] = parts.map((each) => each.trim().replace(/^"(.*)"$/, "$1"));
        return /** @type {[string, string]} */ ([time, value]);
    });
    const [head, next] = cells;
    const has_heads = head && next && head[1] && !k_number.test(head[1]) && k_number.test(next[1]);
    return has_heads ? cells.slice(1) : cells;
}

/**
 * @param {unknown} stream
 * @returns {{text: string, others: object} | undefined} undefined: the fields have no place for it
 */
function columns_of(stream) {
    if (typeof stream !== "object" || stream === null) return undefined;
    const { t, v, ...others } = /** @type {Record<string, unknown>} */ (stream);
    if (!Array.isArray(t) || !Array.isArray(v) || t.length !== v.length) return undefined;
    const text = t.map((time, i) => `${time},${v[i] ?? ""}`).join("\n");
    const read = cells_of(text);
    const is_same = read.every(
        ([time, value], i) => time === `${t[i]}` && value === `${v[i] ?? ""}`,
    );
    return is_same && read.length === t.length ? { text, others } : undefined;
}

/**
 * @param {string} title
 * @param {string} id
 * @param {() => void} on_edit
 */
function column(title, id, on_edit) {
    const name = h("input", { id: `${id}-name`, autocomplete: "off", spellcheck: "false" });
    const rows = h("textarea", { id: `${id}-rows`, rows: 8, spellcheck: "false" });
    const file = h("input", { id: `${id}-file`, type: "file", accept: ".csv,.tsv,.txt,text/*" });
    const says = h("p", { class: "quiet", role: "status" });
    let others = {};
    file.addEventListener("change", async () => {
        const chosen = file.files?.[0];
        if (!chosen) return;
        const is_small = chosen.size <= k_most_bytes;
        says.textContent = is_small ? "" : "The file is larger than any request may be.";
        if (!is_small) return;
        rows.value = await chosen.text();
        if (k_names.includes(name.value)) name.value = chosen.name.replace(/\.[^.]*$/, "");
        on_edit();
    });
    return {
        view: h(
            "fieldset",
            {},
            h("legend", {}, title),
            h("label", { for: name.id }, "Its name"),
            name,
            h("label", { for: rows.id }, "A time and a number in each line"),
            rows,
            h("label", { for: file.id }, "Or a file with such lines (CSV)"),
            file,
            says,
        ),
        /**
         * @param {string} given
         * @param {{text: string, others: object}} columns
         */
        show(given, columns) {
            name.value = given;
            rows.value = columns.text;
            ({ others } = columns);
        },
        is_empty: () => rows.value.trim() === "",
        read() {
            const cells = cells_of(rows.value);
            const t = cells.map(([time]) => measure(time));
            const v = cells.map(([, value]) => measure(value));
            return [name.value.trim(), { ...others, t, v }];
        },
    };
}

/**
 * @param {string} note
 * @param {() => void} on_edit
 * @returns {Part}
 */
export function streams_part(note, on_edit) {
    const columns = [
        column("First series", "series-1", on_edit),
        column("Second series", "series-2", on_edit),
    ];
    return {
        view: h(
            "div",
            { class: "field" },
            h("p", { class: "quiet" }, note),
            h("div", { class: "fields" }, columns.map((each) => each.view)),
        ),
        show(value) {
            const none = k_names.map((name) => [name, { t: [], v: [] }]);
            const is_object = typeof value === "object" && value !== null && !Array.isArray(value);
            const given = is_object ? Object.entries(value) : none;
            const shown = given.map(([, stream]) => columns_of(stream));
            columns.forEach((each, i) =>
                each.show(
                    String(given[i]?.[0] ?? k_names[i]),
                    shown[i] ?? { text: "", others: {} },
                ),
            );
            const is_fit = given.length === columns.length && shown.every(Boolean);
            return value === undefined || (is_object && is_fit);
        },
        read: () =>
            columns.every((each) => each.is_empty())
                ? undefined
                : Object.fromEntries(columns.map((each) => each.read())),
    };
}
