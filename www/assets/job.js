// Waits for a job and says how far it is.
import { duration } from "./words.js";

/**
 * @typedef {object} Waiting
 * @property {(words: string) => void} tell
 * @property {AbortSignal} signal
 */

const k_least_pause_s = 1;
const k_longest_pause_s = 30;

/** @type {Record<number, string>} */
const k_problems = {
    404: "The service knows no job of that id.",
    410: "The result was deleted; the service keeps results for a limited time.",
    422: "That is no job id: job_ and 26 characters.",
    429: "The service refuses so many requests at once. Try again in a minute.",
};

/**
 * The envelope's text when the job has ended well.
 * @param {string} job_id
 * @param {Waiting} waiting
 * @returns {Promise<{text: string} | {problem: string}>} rejects with AbortError when told to stop
 */
export async function await_job(job_id, { tell, signal }) {
    for (let failures = 0; ;) {
        const answer = await fetch(`/v1/job/${job_id}`, { headers: { prefer: "wait=25" }, signal });
        const text = await answer.text();
        if (answer.status === 200) return ended(text);
        if (answer.status === 402) return { problem: "The job waits for its payment." };
        const is_waiting = answer.status === 202;
        if (!is_waiting && (answer.status < 500 || ++failures > 5))
            return {
                problem: k_problems[answer.status] ?? `The service answers ${answer.status}.`,
            };
        if (is_waiting) tell(state_words(text));
        await pause(Number(answer.headers.get("retry-after")) || k_least_pause_s, signal);
    }
}

/** @param {string} text */
function ended(text) {
    const { status, artifact, error, credits } = parsed(text);
    if (artifact) return { text };
    const why = typeof error === "string" ? ` ${error}` : "";
    const owed = Array.isArray(credits) && credits.length > 0;
    const money = owed ? " What was paid is a credit, which the operator pays back." : "";
    return { problem: `The job ended without a result: it is ${status}.${why}${money}` };
}

/** @param {string} text */
function state_words(text) {
    const { status, queue_position, sla_sec } = parsed(text);
    const place =
        typeof queue_position === "number" && queue_position > 0
            ? ` ${queue_position} jobs are before it.`
            : "";
    const limit =
        typeof sla_sec === "number" ? ` It ends within ${duration(sla_sec)} at most.` : "";
    return `The job is ${status}.${place}${limit}`;
}

/**
 * @param {string} text
 * @returns {Record<string, any>}
 */
function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return {};
    }
}

/**
 * @param {number} seconds
 * @param {AbortSignal} signal
 */
function pause(seconds, signal) {
    const ms = 1000 * Math.min(k_longest_pause_s, Math.max(k_least_pause_s, seconds));
    return new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, ms);
        signal.addEventListener(
            "abort",
            () => {
                clearTimeout(timer);
                reject(new DOMException("stopped", "AbortError"));
            },
            { once: true },
        );
    });
}
