// Shows one result: that of the job in the fragment (which no server and no log hears of), one of
// ours (#sample=PRODUCT), or one that the reader hands in.
import { k_job_id, k_most_bytes, kind_of, read_shown } from "./artifact.js";
import { by_id, control, fold, h } from "./dom.js";
import { await_job } from "./job.js";
import { view_correlation } from "./view_correlation.js";
import { view_scan } from "./view_scan.js";
import { view_synthesis } from "./view_synthesis.js";
import { view_verify } from "./view_verify.js";

/** @typedef {import("./artifact.js").Shown} Shown */

const k_views = {
    verify: view_verify,
    synthesis: view_synthesis,
    correlation: view_correlation,
    scan: view_scan,
    unknown: () => [],
};

const k_sample = "sample=";

const progress = by_id("progress");
const place = by_id("result");
/** @type {AbortController | undefined} of what is being loaded */
let loading;

/**
 * @param {string} words
 * @param {string} [tone]
 */
function say(words, tone = "") {
    progress.className = tone;
    progress.textContent = words;
}

/**
 * A stranger's result may have any shape; then its JSON is still to be read.
 * @param {Shown} shown
 * @returns {Node[]}
 */
function parts_of(shown) {
    try {
        return k_views[kind_of(shown.artifact)](shown).filter((each) => each !== null);
    } catch {
        const words = "It is not of the shape that results of ours have: only its JSON is shown.";
        return [h("section", {}, h("p", { class: "warn" }, words))];
    }
}

// The sections behind the result.
function show_the_rest() {
    for (const each of document.querySelectorAll(".comes-later")) each.classList.add("is-due");
}

/** @param {Shown} shown */
function show(shown) {
    const { artifact, envelope } = shown;
    const job_id = envelope?.job_id ?? artifact.job_id;
    place.replaceChildren(
        ...parts_of(shown),
        raw_part(shown, typeof job_id === "string" && k_job_id.test(job_id) ? job_id : null),
    );
    say("");
    show_the_rest();
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
}

/** @param {string} text */
function show_text(text) {
    const read = read_shown(text);
    if ("shown" in read) return show(read.shown);
    place.replaceChildren();
    say(read.problem, "bad");
}

// So much of it is shown; the download has all.
const k_most_raw = 200_000;

/**
 * @param {Shown} shown
 * @param {string | null} job_id
 */
function raw_part({ artifact, envelope, text }, job_id) {
    const json = JSON.stringify(envelope ?? artifact, null, 2);
    const cut = json.length > k_most_raw;
    const says = h("span", { class: "quiet", role: "status" });
    const copy = h("button", { type: "button" }, "Copy");
    copy.addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(text);
            says.textContent = "Copied.";
        } catch {
            says.textContent = "The browser did not allow it.";
        }
    });
    const save = h("button", { type: "button" }, "Download");
    save.addEventListener("click", () => {
        const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
        h("a", { href: url, download: `${job_id ?? "result"}.json` }).click();
        setTimeout(() => URL.revokeObjectURL(url), 60_000);
    });
    const print = h("button", { type: "button", class: "second" }, "Print");
    print.addEventListener("click", () => window.print());
    return h(
        "section",
        { class: "no-print" },
        h("h2", {}, "All of it"),
        h("div", { class: "row" }, copy, save, print, says),
        job_id
            ? h(
                  "p",
                  {},
                  h("a", { href: `/ui/verify#${job_id}` }, "Check this result"),
                  " without trusting this service.",
              )
            : null,
        fold(
            "JSON",
            h(
                "pre",
                { tabindex: 0, "aria-label": "The result as JSON" },
                h(
                    "code",
                    {},
                    cut ? `${json.slice(0, k_most_raw)}\n... the download has all` : json,
                ),
            ),
        ),
    );
}

/** @param {string} product */
async function show_sample(product) {
    if (!/^[a-z_]{1,40}$/.test(product)) return say("There is no such sample.", "bad");
    const [text, request] = await Promise.all(
        [`/samples/${product}.json`, `/samples/${product}.request.json`].map(async (path) => {
            const answer = await fetch(path);
            if (!answer.ok) throw new Error(`status ${answer.status}`);
            return answer.text();
        }),
    );
    const read = read_shown(text);
    if (!("shown" in read)) return say(read.problem, "bad");
    show({ ...read.shown, request: JSON.parse(request) });
}

/** @param {string} job_id */
async function show_job(job_id) {
    control("job-id", HTMLInputElement).value = job_id;
    loading = new AbortController();
    const ended = await await_job(job_id, { tell: say, signal: loading.signal });
    if ("text" in ended) return show_text(ended.text);
    say(ended.problem, "bad");
}

async function show_fragment() {
    loading?.abort();
    const fragment = location.hash.slice(1);
    if (fragment === "") return show_the_rest();
    place.replaceChildren();
    say("Loading ...");
    try {
        if (k_job_id.test(fragment)) await show_job(fragment);
        else if (fragment.startsWith(k_sample)) await show_sample(fragment.slice(k_sample.length));
        else say("The address names no job: job_ and 26 characters.", "bad");
    } catch (error) {
        if (!(error instanceof DOMException && error.name === "AbortError"))
            say("The service could not be reached.", "bad");
    }
    show_the_rest();
}

/** @param {File | null | undefined} file */
async function show_file(file) {
    if (!file) return;
    if (file.size > k_most_bytes) return say("The file is larger than any result of ours.", "bad");
    show_text(await file.text());
}

function enable() {
    const form = control("open", HTMLFormElement);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        const fragment = `#${control("job-id", HTMLInputElement).value.trim()}`;
        if (fragment === location.hash) void show_fragment();
        else location.hash = fragment;
    });
    const file = control("file", HTMLInputElement);
    file.addEventListener("change", () => void show_file(file.files?.[0]));
    by_id("show-pasted").addEventListener("click", () =>
        show_text(control("pasted", HTMLTextAreaElement).value),
    );
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
        event.preventDefault();
        void show_file(event.dataTransfer?.files[0]);
    });
    addEventListener("hashchange", () => void show_fragment());
    void show_fragment();
}

enable();
