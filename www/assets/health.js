// What GET /health says, in plain words.
import { duration } from "./words.js";

/**
 * @typedef {{waiting: number, running: number}} Load
 * @typedef {{code: string, meaning: string, since: string, detail: string}} Alarm
 * @typedef {object} Hour
 * @property {string} hour
 * @property {number} minutes_up
 * @property {number} minutes_well
 * @property {number} jobs_complete
 * @property {number} jobs_failed
 * @property {number | null} mean_ms
 * @typedef {object} Written
 * @property {string} tx_hash
 * @property {number} block_number
 * @property {string} block_time
 * @property {number} hashes
 * @typedef {{part: number, of: number, low: number, high: number}} Share
 * @typedef {{level: string, date: string, found: Share, alarmed: Share}} ModelRecord
 * @typedef {object} Checks
 * @property {string} db
 * @property {{status: string, last_seen: string | null}} worker
 * @property {Record<string, Load>} queue
 * @property {string} facilitator
 * @property {string} rpc
 * @property {string} model
 * @property {ModelRecord | null} model_record null: none holds, or no model is asked
 * @property {{status: string, pending: number, oldest_sec: number}} anchor
 * @typedef {object} Health
 * @property {string} status
 * @property {string} version
 * @property {number} uptime_sec
 * @property {Checks} checks
 * @property {Alarm[]} alarms
 * @property {Hour[]} history oldest first; an hour that is missing is one without a worker
 * @property {Written[]} anchors newest first
 */

/** @returns {Promise<Health>} */
export async function ask_health() {
    const answer = await fetch("/health");
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.json();
}

/** @type {Record<string, string>} */
const k_states = {
    ok: "Selling now.",
    degraded: "Selling, with something that its operator should look at.",
    down: "Not selling: its worker is not running.",
};

/** @param {Health} health */
export function state_words(health) {
    return k_states[health.status] ?? health.status;
}

/** @param {Health} health */
export function queue_words({ checks }) {
    const loads = Object.values(checks.queue);
    const waiting = loads.reduce((sum, each) => sum + each.waiting, 0);
    if (waiting === 0) return "No job waits.";
    return waiting === 1 ? "One job waits." : `${waiting} jobs wait.`;
}

/** @param {Health} health */
export function anchor_words({ checks: { anchor } }) {
    if (anchor.status === "off") return "Hashes are not written to the chain here.";
    if (anchor.pending === 0) return "Every hash is on the chain.";
    const age = duration(anchor.oldest_sec);
    return `${anchor.pending} hashes wait for the chain, the oldest for ${age}.`;
}

// One line for a strip; never throws.
export async function health_line() {
    try {
        const health = await ask_health();
        return `${state_words(health)} ${queue_words(health)} ${anchor_words(health)}`;
    } catch {
        return "The service does not answer now.";
    }
}
