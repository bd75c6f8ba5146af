// What was given to be read: an artifact, or the envelope around it that GET /v1/job/ID answers. It
// is a stranger's until its hash was checked, so every member is read with a guess at its type.

/**
 * @typedef {Record<string, any>} Json an object of which nothing is believed
 * @typedef {object} Shown
 * @property {Json} artifact
 * @property {Json | null} envelope what the service said about the job; null: the artifact alone
 * @property {string} text as it was given, for the raw view
 * @property {Json | null} request what the buyer had sent, where it is known
 */

export const k_job_id = /^job_[0-9a-hjkmnp-tv-z]{26}$/;
// More than any artifact of ours has.
export const k_most_bytes = 8 * 1024 * 1024;

/**
 * @param {string} text
 * @returns {{shown: Shown} | {problem: string}}
 */
export function read_shown(text) {
    if (text.length > k_most_bytes) return { problem: "It is larger than any result of ours." };
    let given;
    try {
        given = JSON.parse(text);
    } catch {
        return { problem: "It is not JSON." };
    }
    if (!is_object(given)) return { problem: "It is JSON, but no result." };
    // An artifact has a member of that name, too: its shape, as text.
    const envelope = is_object(given.artifact) ? given : null;
    const artifact = envelope ? envelope.artifact : given;
    if (kind_of(artifact) === "unknown")
        return { problem: "It is JSON, but none of the results that this page knows." };
    return { shown: { artifact, envelope, text, request: null } };
}

/**
 * @param {Json} artifact
 * @returns {"verify" | "synthesis" | "correlation" | "scan" | "unknown"}
 */
export function kind_of(artifact) {
    if (artifact.scan_type === "stateless_single_run") return "scan";
    const shape = typeof artifact.artifact === "string" ? artifact.artifact : "";
    const [name] = shape.split("/");
    if (name === "verify" || name === "correlation") return name;
    return name === "synthesis" || name === "brief" ? "synthesis" : "unknown";
}

/**
 * @param {unknown} value
 * @returns {value is Json}
 */
export function is_object(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The objects in an array; nothing of anything else.
 * @param {unknown} value
 * @returns {Json[]}
 */
export function objects(value) {
    return Array.isArray(value) ? value.filter(is_object) : [];
}

/**
 * @param {unknown} value
 * @returns {string[]}
 */
export function strings(value) {
    return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/**
 * @param {unknown} value
 * @returns {Json}
 */
export function object(value) {
    return is_object(value) ? value : {};
}
