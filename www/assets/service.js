// What the service is asked, and what its answers mean for the money.

/**
 * @typedef {object} Answer
 * @property {number} status 0: none came
 * @property {Record<string, any>} json empty when the answer was no object
 * @property {(name: string) => string | null} header
 */

const k_patience_ms = 90_000; // above the service's own
const k_known_skew_ms = 5_000; // of two clocks that go alike enough
const k_first_wait_ms = 1_000;
const k_longest_wait_ms = 30_000;

let skew_ms = 0;

// The service's time: windows close by its clock, not by this computer's.
export const now_ms = () => Date.now() + skew_ms;

/** @param {string | null} date */
function compare_clocks(date) {
    const skew = Date.parse(date ?? "") - Date.now();
    if (Number.isFinite(skew)) skew_ms = Math.abs(skew) > k_known_skew_ms ? skew : 0;
}

/**
 * Never throws: an answer that did not come whole has status 0.
 * @param {string} method
 * @param {string} path
 * @param {{text?: string, headers?: Record<string, string>}} [options] text: a body, JSON
 * @returns {Promise<Answer>}
 */
export async function ask(method, path, { text, headers = {} } = {}) {
    try {
        const answer = await fetch(path, {
            method,
            body: text,
            headers: {
                accept: "application/json",
                ...(text === undefined ? {} : { "content-type": "application/json" }),
                ...headers,
            },
            cache: "no-store",
            signal: AbortSignal.timeout(k_patience_ms),
        });
        const body = await answer.text();
        compare_clocks(answer.headers.get("date"));
        return {
            status: answer.status,
            json: parse_object(body) ?? {},
            header: (name) => answer.headers.get(name),
        };
    } catch {
        return { status: 0, json: {}, header: () => null };
    }
}

/**
 * undefined: it is no JSON object.
 * @param {string} text
 * @returns {Record<string, any> | undefined}
 */
export function parse_object(text) {
    try {
        const value = JSON.parse(text);
        return value && typeof value === "object" && !Array.isArray(value) ? value : undefined;
    } catch {
        return undefined;
    }
}

/** @param {unknown} value */
export function is_job_id(value) {
    return typeof value === "string" && /^job_[0-9a-hjkmnp-tv-z]{26}$/.test(value);
}

const k_unpaid_states = ["awaiting_payment", "payment_pending", "payment_confirmed", "expired"];

/**
 * Whether the answer shows a job whose work has begun, or is done.
 * @param {Answer} answer
 */
export function shows_sold_job({ status, json }) {
    return (
        (status === 200 || status === 202) &&
        is_job_id(json.job_id) &&
        !k_unpaid_states.includes(json.status)
    );
}

/**
 * What the answer to a payment decides. Only what says so itself is a refusal: all else may have
 * been paid.
 * @param {Answer} answer
 * @returns {"sold" | "charged" | "refused" | "undecided"}
 */
export function decision_of(answer) {
    const { status, json } = answer;
    if (shows_sold_job(answer)) return "sold";
    if (json.retryable === true && json.code !== "job_failed") return "undecided";
    if (json.charged === true && status >= 400) return "charged";
    // A rail that is off now may have been paid on before.
    if (json.charged === false && status >= 400 && status < 500 && status !== 404) return "refused";
    return "undecided";
}

/**
 * How long to wait before the next attempt.
 * @param {Answer} answer
 * @param {number} attempts so far
 */
export function wait_ms(answer, attempts) {
    const told = Number(answer.header("retry-after") ?? NaN);
    if (Number.isFinite(told) && told >= 0) return Math.max(told * 1000, k_first_wait_ms / 2);
    return Math.min(k_first_wait_ms * 2 ** Math.min(attempts, 10), k_longest_wait_ms);
}

/**
 * What the service said, for people.
 * @param {Answer} answer
 */
export function words_of(answer) {
    const { status, json } = answer;
    if (status === 0) return "The service did not answer.";
    const { detail } = json;
    if (Array.isArray(detail))
        return `The service refuses the request: ${validation_words(detail).join("; ")}.`;
    const said = [json.title, detail].filter((each) => typeof each === "string" && each);
    return `The service says: ${said.join(". ") || json.error || `status ${status}`}`.replace(
        /[^.]$/,
        "$&.",
    );
}

/**
 * @param {unknown} problems of a 422, or would_fail
 * @returns {string[]}
 */
export function validation_words(problems) {
    if (!Array.isArray(problems)) return [];
    return problems.map(({ loc, msg }) => {
        const place = Array.isArray(loc) ? loc.slice(1).join(".") : "";
        return place ? `${place}: ${msg}` : String(msg);
    });
}
