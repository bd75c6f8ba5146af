// What the page can do beyond its text: compare prices with the live catalog, copy code, check a
// result's hash. Without this script nothing is missing but these.
"use strict";

// Prices were written into the page when it was published; the catalog has the last word.
async function compare_prices() {
    const status = document.getElementById("live");
    const shown = document.querySelectorAll("[data-price-of]");
    if (!shown.length) return;
    try {
        const answer = await fetch("/", { headers: { accept: "application/json" } });
        if (!answer.ok) throw new Error(`status ${answer.status}`);
        const { products } = await answer.json();
        const offers = new Map();
        for (const family of Object.values(products))
            for (const variant of Object.values(family.tiers ?? family.types ?? {}))
                offers.set(variant.product, variant);
        let corrected = 0;
        for (const place of shown) {
            const offer = offers.get(place.dataset.priceOf);
            const live = offer ? `${decimal(offer.amount)} USDC` : "not on sale now";
            if (place.textContent === live) continue;
            place.textContent = live;
            corrected += 1;
        }
        status.textContent = corrected
            ? `Live prices: ${corrected} differed from the published page and were corrected.`
            : "Live prices, just compared with the catalog.";
    } catch {
        status.textContent = "The live catalog could not be reached; prices are those of the last publication.";
    }
}

// "500000" -> "0.50": atoms are 10^-6 USDC; two decimals at least.
function decimal(atoms) {
    const digits = atoms.padStart(7, "0");
    const fraction = digits.slice(-6).replace(/0{1,4}$/, "");
    return `${digits.slice(0, -6)}.${fraction}`;
}

function add_copy_buttons() {
    if (!navigator.clipboard) return;
    for (const block of document.querySelectorAll(".code")) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = "Copy";
        const says = document.createElement("span");
        says.className = "quiet";
        says.setAttribute("role", "status");
        button.addEventListener("click", async () => {
            try {
                await navigator.clipboard.writeText(block.querySelector("code").textContent);
                says.textContent = "Copied.";
            } catch {
                says.textContent = "The browser did not allow it.";
            }
        });
        block.prepend(button);
        block.append(says);
    }
}

function hex(buffer) {
    return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The hash is computed here, from the bytes of the artifact's own address.
async function check_hash(job_id) {
    const job = await fetch(`/v1/job/${job_id}`);
    if (job.status === 202) return { good: false, text: "The job is not finished yet." };
    if (!job.ok) return { good: false, text: `No such result (status ${job.status}).` };
    const { result_hash } = await job.json();
    const artifact = await fetch(`/v1/job/${job_id}/artifact`);
    if (!artifact.ok) return { good: false, text: "The job has no artifact." };
    const computed = `0x${hex(await crypto.subtle.digest("SHA-256", await artifact.arrayBuffer()))}`;
    return computed === result_hash
        ? { good: true, text: `Match: the artifact's SHA-256 is ${computed}, as the job says.` }
        : { good: false, text: `Mismatch: computed ${computed}, the job says ${result_hash}.` };
}

function enable_check() {
    const form = document.getElementById("check");
    const result = document.getElementById("check-result");
    if (!form || !globalThis.crypto?.subtle) return;
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        result.className = "";
        result.textContent = "Checking ...";
        let outcome = { good: false, text: "The service could not be reached." };
        try {
            outcome = await check_hash(form.elements.job.value.trim());
        } catch {
            // The text above says it.
        }
        result.className = outcome.good ? "good" : "bad";
        result.textContent = outcome.text;
    });
}

compare_prices();
add_copy_buttons();
enable_check();
