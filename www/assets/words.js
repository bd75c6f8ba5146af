// Numbers, money and times as people read them.

/**
 * "1230000" is "1.23": an amount of USDC in its atoms of 10^-6, with two decimals at least.
 * @param {string} atoms digits
 */
export function decimal(atoms) {
    const digits = atoms.padStart(7, "0");
    const fraction = digits.slice(-6).replace(/0{1,4}$/, "");
    return `${digits.slice(0, -6)}.${fraction}`;
}

/**
 * Up to three significant digits, as short as they are.
 * @param {unknown} value
 */
export function number(value) {
    if (typeof value !== "number" || !Number.isFinite(value)) return "-";
    if (Number.isInteger(value)) return String(value);
    return String(Number(value.toPrecision(3)));
}

/**
 * 0.72 is "72 %".
 * @param {unknown} share
 */
export function percent(share) {
    return typeof share === "number" ? `${Math.round(share * 100)} %` : "-";
}

/**
 * What a table says of a stranger's word; undefined when it has no such row.
 * @template Row
 * @param {Record<string, Row>} table
 * @param {unknown} word
 * @returns {Row | undefined}
 */
export function row_of(table, word) {
    return typeof word === "string" && Object.hasOwn(table, word) ? table[word] : undefined;
}

/** @param {unknown} value */
export function text(value) {
    if (value === null || value === undefined) return "-";
    return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * A time of ISO 8601 in the reader's own zone, or as it stands when it is none.
 * @param {unknown} value
 */
export function time(value) {
    const date = new Date(typeof value === "string" ? value : NaN);
    if (Number.isNaN(date.getTime())) return text(value);
    return date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}

/**
 * @param {number} seconds
 */
export function duration(seconds) {
    if (seconds < 120) return `${Math.round(seconds)} s`;
    if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`;
    return `${Math.round(seconds / 3600)} hours`;
}
