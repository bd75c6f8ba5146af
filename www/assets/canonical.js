// The one byte sequence of a JSON value (RFC 8785, JCS) and its SHA-256, computed in the browser.
// What JSON.parse lets pass and the service's own reader does not is refused here, too: keys given
// twice, half surrogate pairs, numbers beyond a double, NUL in keys, deep nesting.

/**
 * @typedef {{value: any, text: string}} Canonical the value, and its canonical text
 */

const k_deepest = 32;
const k_lone_surrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * @param {Uint8Array} bytes
 * @returns {Canonical | {problem: string}} a problem is the end of a sentence: "is not UTF-8"
 */
export function canonical_of(bytes) {
    let text;
    try {
        text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
        return { problem: "is not UTF-8" };
    }
    let value;
    try {
        value = JSON.parse(text);
    } catch {
        return { problem: "is not JSON" };
    }
    const problem = problem_of(text);
    return problem ? { problem } : { value, text: canonical_text(value) };
}

/**
 * @param {any} value parsed JSON without what problem_of() names
 * @returns {string}
 */
export function canonical_text(value) {
    if (Array.isArray(value)) return `[${value.map(canonical_text).join(",")}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const members = Object.keys(value)
        .sort() // by UTF-16 code units
        .map((key) => `${JSON.stringify(key)}:${canonical_text(value[key])}`);
    return `{${members.join(",")}}`;
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<string>} 0x and 64 hex digits
 */
export async function sha256(bytes) {
    const digest = await crypto.subtle.digest("SHA-256", bytes);
    const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
    return `0x${hex.join("")}`;
}

/**
 * What is wrong with a text that JSON.parse takes.
 * @param {string} text
 * @returns {string | undefined}
 */
function problem_of(text) {
    const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/gs;
    /** @type {(Set<string> | null)[]} the keys of each object that is open; null: an array */
    const open = [];
    let last = "";
    for (const [token] of text.matchAll(tokens)) {
        if (token === "{" || token === "[") {
            open.push(token === "{" ? new Set() : null);
            if (open.length > k_deepest) return "is nested too deeply";
        } else if (token === "}" || token === "]") {
            open.pop();
        } else if (token.startsWith('"')) {
            const words = JSON.parse(token);
            if (k_lone_surrogate.test(words)) return "has half of a surrogate pair";
            const keys = open.at(-1);
            if (keys && (last === "{" || last === ",")) {
                if (words.includes("\0")) return "has NUL in a key";
                if (keys.has(words)) return "gives a key twice";
                keys.add(words);
            }
        } else if (/^[-\d]/.test(token) && !Number.isFinite(Number(token))) {
            return "has a number that does not fit";
        }
        last = token;
    }
    return undefined;
}
