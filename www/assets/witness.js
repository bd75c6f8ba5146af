// What others say of a hash: the service that sold the result, and a node of the chain that the
// reader chose. Each step names whose word it takes; the steps and their outcomes are those of
// `assay verify-artifact`.
import { is_object, k_job_id, k_most_bytes, object } from "./artifact.js";
import { canonical_of, sha256 } from "./canonical.js";

/**
 * @typedef {"agrees" | "differs" | "no_answer" | "not_yet" | "unproven" | "note"} Finding
 * @typedef {{finding: Finding, detail: string, trusted: string}} Step
 * @typedef {(finding: Finding, detail: string) => void} Tell
 * @typedef {object} Artifact
 * @property {string} job_id
 * @property {string} hash
 * @property {number} size of its canonical bytes
 * @property {string} text the canonical form
 * @property {Record<string, any> | null} envelope
 */

const k_timeout_ms = 15_000;

/**
 * @param {Uint8Array<ArrayBuffer>} bytes an artifact, or the envelope around it
 * @returns {Promise<Artifact | {problem: string}>}
 */
export async function read_artifact(bytes) {
    if (bytes.length > k_most_bytes) return { problem: "is larger than any result" };
    const whole = canonical_of(bytes);
    if ("problem" in whole) return whole;
    const given = object(whole.value);
    const envelope = is_object(given.artifact) ? given : null;
    const artifact = envelope ? given.artifact : given;
    const { job_id, completed_at } = artifact;
    if (typeof job_id !== "string" || !k_job_id.test(job_id) || typeof completed_at !== "string")
        return { problem: "is neither a result nor what the service says of a complete job" };
    const inner = envelope
        ? canonical_of(new TextEncoder().encode(JSON.stringify(artifact)))
        : whole;
    if ("problem" in inner) return inner;
    const canonical = new TextEncoder().encode(inner.text);
    return {
        job_id,
        hash: await sha256(canonical),
        size: canonical.length,
        text: inner.text,
        envelope,
    };
}

/**
 * @param {string} path
 * @returns {Promise<{status: number, bytes: Uint8Array<ArrayBuffer>} | null>} null: no answer
 */
async function get(path) {
    try {
        const answer = await fetch(path, {
            signal: AbortSignal.timeout(k_timeout_ms),
            redirect: "error",
        });
        return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
    } catch {
        return null;
    }
}

/**
 * What the service says of that job, when it says it readably.
 * @param {string} job_id
 * @param {Tell} tell
 * @returns {Promise<Artifact | null>}
 */
export async function ask_service(job_id, tell) {
    const answer = await get(`/v1/job/${job_id}`);
    const read = answer?.status === 200 ? await read_artifact(answer.bytes) : null;
    if (!answer) tell("no_answer", "does not answer");
    else if (!read) tell(...of_status(answer.status));
    else if ("problem" in read || !read.envelope)
        tell("no_answer", "gives an answer that is no result of a job");
    else if (read.job_id !== job_id) tell("differs", "answers with the result of another job");
    else return read;
    return null;
}

/**
 * @param {number} status
 * @returns {[Finding, string]}
 */
function of_status(status) {
    switch (status) {
        case 202:
            return ["not_yet", "says that the job is not finished"];
        case 402:
            return ["not_yet", "says that the job awaits its payment"];
        case 404:
            return ["differs", "knows no such job"];
        case 410:
            return ["note", "has no result of the job any more"];
        default:
            return ["no_answer", `answers ${status}`];
    }
}

/**
 * @param {Artifact} stated
 * @param {string} hash
 * @param {Tell} tell
 */
export function compare_stated(stated, hash, tell) {
    const said = object(stated.envelope).result_hash;
    if (typeof said !== "string") return tell("differs", "names no hash");
    if (said === hash) return tell("agrees", "names the same hash");
    return tell("differs", `names another hash, ${said}`);
}

/**
 * The artifact's own address serves the bytes that were hashed.
 * @param {string} job_id
 * @param {string} hash
 * @param {Tell} tell
 */
export async function ask_stored_bytes(job_id, hash, tell) {
    const answer = await get(`/v1/job/${job_id}/artifact`);
    if (!answer) return tell("no_answer", "does not answer");
    if (answer.status !== 200) return tell(...of_status(answer.status));
    if ((await sha256(answer.bytes)) === hash)
        return tell("agrees", "keeps bytes of the same hash");
    return tell("differs", "keeps bytes of another hash");
}
