// The journal: what this browser is buying, kept before anything is sent, so that a reload or a
// closed tab loses no payment. There is one purchase at a time: while it is undecided there is no
// other signature and no other transfer.

/**
 * @typedef {object} Purchase
 * @property {"v2" | "v1"} rail
 * @property {"signing" | "signed" | "ordering" | "ordered" | "asked" | "sent" | "paid"} state
 *     v2: signing, signed. v1: ordering, ordered (nothing paid), asked (the wallet was asked),
 *     sent (its hash is known), paid
 * @property {string} product
 * @property {string} title
 * @property {string} path
 * @property {string} text the request's body, as it is sent
 * @property {string} amount atoms of USDC
 * @property {string} [header] v2: PAYMENT-SIGNATURE
 * @property {string} [valid_before] v2: seconds
 * @property {string} [key] v1: Idempotency-Key
 * @property {Record<string, any>} [order] v1: the 402
 * @property {string} [tx_hash] v1
 * @property {boolean} [is_pasted] v1: a person gave the hash
 * @property {string} [note] what to say first
 *
 * @typedef {{job_id: string, title: string}} Bought
 */

const k_pending = "assay.purchase";
const k_bought = "assay.bought";
const k_most_bought = 10;

/** @returns {Purchase | undefined} */
export function pending() {
    const kept = stored(k_pending);
    return kept && typeof kept.state === "string" && typeof kept.path === "string"
        ? kept
        : undefined;
}

/**
 * Throws when this browser does not keep it: then nothing may be sent.
 * @param {Purchase} purchase
 */
export function keep(purchase) {
    const text = JSON.stringify(purchase);
    localStorage.setItem(k_pending, text);
    if (localStorage.getItem(k_pending) !== text) throw new Error("it is not kept");
}

export function drop() {
    localStorage.removeItem(k_pending);
}

/** @returns {Bought[]} the newest first */
export function bought() {
    const kept = stored(k_bought);
    return Array.isArray(kept) ? kept : [];
}

/**
 * The purchase that was pending has become this job.
 * @param {Bought} job
 */
export function finish(job) {
    const others = bought().filter(({ job_id }) => job_id !== job.job_id);
    const list = [job, ...others].slice(0, k_most_bought);
    try {
        localStorage.setItem(k_bought, JSON.stringify(list));
    } catch {
        // A full store: what is dropped makes room.
        drop();
        localStorage.setItem(k_bought, JSON.stringify([job]));
    }
    drop();
}

export function forget_bought() {
    localStorage.removeItem(k_bought);
}

/** @param {string} key */
function stored(key) {
    try {
        return JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
    } catch {
        return undefined;
    }
}

/**
 * Runs `work` while no other tab of this site does: one of them buys.
 * @param {{waits: boolean}} how without waiting it may not run
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} whether it ran
 */
export async function alone({ waits }, work) {
    if (!navigator.locks) throw new Error("this page was not loaded over https");
    return navigator.locks.request(k_pending, { ifAvailable: !waits }, async (lock) => {
        if (!lock) return false;
        await work();
        return true;
    });
}

/**
 * Another tab has changed it.
 * @param {() => void} tell
 */
export function on_change_elsewhere(tell) {
    addEventListener("storage", ({ key }) => {
        if (key === null || key === k_pending || key === k_bought) tell();
    });
}
