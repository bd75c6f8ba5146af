// Checks a result: its hash is computed here, the service and a node of the reader's choice are
// asked, and after each step stands whose word was taken. "Match" needs the chain, and the service
// as the sender: anyone may put the hash of a forged result there.
import { k_job_id } from "./artifact.js";
import { by_id, control, h } from "./dom.js";
import { ask_node } from "./node.js";
import { ask_service, ask_stored_bytes, compare_stated, read_artifact } from "./witness.js";

/**
 * @typedef {import("./witness.js").Finding} Finding
 * @typedef {import("./witness.js").Artifact} Artifact
 * @typedef {import("./witness.js").Tell} Tell
 */

/** @type {Record<Finding, [string, string]>} */
const k_signs = {
    agrees: ["\u2713", "good"],
    differs: ["\u2717", "bad"],
    no_answer: ["?", "warn"],
    not_yet: ["\u2026", "warn"],
    unproven: ["?", "warn"],
    note: ["\u2022", "quiet"],
};

/**
 * @typedef {object} Outcome
 * @property {string} verdict as `assay verify-artifact` names it
 * @property {string} tone
 * @property {string} words
 */

const k_tx_hash = /^0x[0-9a-f]{64}$/;

/** @type {Set<Finding>} what was found in this check */
let found = new Set();
let is_chain_asked = false;

const steps = by_id("steps");
const verdict = by_id("verdict");

/**
 * @param {string} name
 * @param {string} trusted
 * @returns {Tell}
 */
function teller(name, trusted) {
    return (finding, detail) => {
        found.add(finding);
        const [sign, tone] = k_signs[finding];
        steps.append(
            h(
                "li",
                { "data-finding": finding },
                h("p", {}, h("span", { class: tone }, `${sign} ${name} `), `${detail}.`),
                h("p", { class: "quiet" }, `Whose word: ${trusted}.`),
            ),
        );
    };
}

/** @returns {Outcome} */
function outcome() {
    if (found.has("differs"))
        return {
            verdict: "mismatch",
            tone: "bad",
            words: "Mismatch: something differs, see above.",
        };
    if (found.has("no_answer"))
        return {
            verdict: "unreachable",
            tone: "warn",
            words: "Undecided: one of those that were asked gives no usable answer.",
        };
    if (found.has("not_yet"))
        return {
            verdict: "not yet anchored",
            tone: "warn",
            words: "Not on the chain: so far only the service's word stands for this result.",
        };
    if (!is_chain_asked)
        return {
            verdict: "undecided",
            tone: "warn",
            words:
                "Undecided: the hash is computed, which a forged result has as well, and the " +
                "chain was not asked: name a node to ask.",
        };
    if (found.has("unproven"))
        return {
            verdict: "undecided",
            tone: "warn",
            words:
                "Undecided: the chain has the hash of exactly this result, but nothing shows " +
                "that this service put it there: anyone may, of a forged result too.",
        };
    return {
        verdict: "match",
        tone: "good",
        words: "Match: the chain has the hash of exactly this result.",
    };
}

function conclude() {
    const { verdict: word, tone, words } = outcome();
    verdict.className = `lead ${tone}`;
    verdict.dataset.verdict = word;
    verdict.textContent = words;
}

function begin() {
    found = new Set();
    is_chain_asked = false;
    steps.replaceChildren();
    by_id("shown").replaceChildren();
    delete verdict.dataset.verdict;
    verdict.className = "";
    verdict.textContent = "Checking ...";
}

/** @param {string} problem */
function give_up(problem) {
    verdict.className = "lead bad";
    verdict.dataset.verdict = "unreadable";
    verdict.textContent = problem;
}

const k_service = `this service (${location.host})`;
const k_computed = "nobody's, your browser computed it";

/** @param {Artifact} artifact */
function tell_hash(artifact) {
    const tell = teller("The hash", k_computed);
    tell(
        "agrees",
        `of the ${artifact.size} canonical bytes of ${artifact.job_id} is ${artifact.hash}`,
    );
    by_id("shown").replaceChildren(
        h(
            "details",
            {},
            h("summary", {}, "The result as it was hashed"),
            h(
                "div",
                { class: "details-body" },
                h(
                    "pre",
                    { tabindex: 0, "aria-label": "Canonical bytes as text" },
                    h("code", {}, artifact.text.slice(0, 200_000)),
                ),
            ),
        ),
    );
}

/**
 * A result that the reader has.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
async function check_given(bytes) {
    begin();
    const artifact = await read_artifact(bytes);
    if ("problem" in artifact) return give_up(`What you gave ${artifact.problem}.`);
    tell_hash(artifact);
    if (artifact.envelope)
        compare_stated(artifact, artifact.hash, teller("What you gave", "whoever gave it to you"));
    if (!control("ask-service", HTMLInputElement).checked) {
        teller("The service", "nobody's")("note", "was not asked");
        await ask_chain(artifact, artifact);
        return conclude();
    }
    const tell = teller("The service", k_service);
    const served = await ask_service(artifact.job_id, tell);
    if (served) {
        compare_stated(served, artifact.hash, tell);
        await ask_stored_bytes(artifact.job_id, artifact.hash, tell);
    }
    await ask_chain(artifact, transaction_of(artifact) ? artifact : served);
    conclude();
}

/** @param {string} job_id */
async function check_job(job_id) {
    begin();
    const tell = teller("The service", k_service);
    const artifact = await ask_service(job_id, tell);
    if (!artifact) return conclude();
    tell_hash(artifact);
    compare_stated(artifact, artifact.hash, tell);
    await ask_stored_bytes(job_id, artifact.hash, tell);
    await ask_chain(artifact, artifact);
    conclude();
}

/** @param {Artifact | null} artifact */
function transaction_of(artifact) {
    const tx_hash = artifact?.envelope?.anchor?.tx_hash;
    return typeof tx_hash === "string" && k_tx_hash.test(tx_hash) ? tx_hash : null;
}

/**
 * @param {Artifact} artifact
 * @param {Artifact | null} stated who may name the transaction
 */
async function ask_chain({ hash }, stated) {
    const url = control("node", HTMLInputElement).value.trim();
    if (url === "") return;
    is_chain_asked = true;
    const { chainId, contract, sender } = by_id("check").dataset;
    const tell = teller("The node", origin_of(url));
    await ask_node(
        {
            url,
            chain_id: Number(chainId),
            contract: contract ?? "",
            hash,
            tx_hash: transaction_of(stated),
            sender: sender ?? "",
        },
        tell,
    );
}

/** @param {string} url */
function origin_of(url) {
    try {
        return `the node at ${new URL(url).origin}`;
    } catch {
        return "the node that you named";
    }
}

/** @param {() => Promise<void>} check */
async function guarded(check) {
    const button = control("start", HTMLButtonElement);
    button.disabled = true;
    try {
        await check();
    } catch {
        give_up("This page failed to check it; that says nothing about the result.");
    } finally {
        button.disabled = false;
    }
}

async function start() {
    const file = control("file", HTMLInputElement).files?.[0];
    const pasted = control("pasted", HTMLTextAreaElement).value;
    const job_id = control("job-id", HTMLInputElement).value.trim();
    if (file) return check_given(new Uint8Array(await file.arrayBuffer()));
    if (pasted.trim() !== "") return check_given(new TextEncoder().encode(pasted));
    if (k_job_id.test(job_id)) return check_job(job_id);
    return give_up("Say which result: a job id (job_ and 26 characters), a file, or its text.");
}

function take_fragment() {
    const job_id = location.hash.slice(1);
    if (k_job_id.test(job_id)) control("job-id", HTMLInputElement).value = job_id;
}

function enable() {
    const form = control("check", HTMLFormElement);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        void guarded(start);
    });
    addEventListener("hashchange", take_fragment);
    take_fragment();
}

enable();
