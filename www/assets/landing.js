// What the landing page can do beyond its text: compare prices with the live catalog, say how the
// service is, ask for a price and buy. Without this script nothing is missing but these.
import { by_id, h } from "./dom.js";
import { health_line } from "./health.js";
import { enable_purchase } from "./purchase.js";
import { decimal } from "./words.js";

// Prices were written into the page when it was published; the catalog has the last word.
async function compare_prices() {
    const status = by_id("live");
    /** @type {NodeListOf<HTMLElement>} */
    const shown = document.querySelectorAll("[data-price-of]");
    if (!shown.length) return;
    try {
        const answer = await fetch("/", { headers: { accept: "application/json" } });
        if (!answer.ok) throw new Error(`status ${answer.status}`);
        const corrected = correct(shown, offers_of(await answer.json()));
        status.textContent = corrected
            ? `Live prices: ${corrected} differed from the published page and were corrected.`
            : "Live prices, just compared with the catalog.";
    } catch {
        status.textContent =
            "The live catalog could not be reached; prices are those of the last publication.";
    }
}

/**
 * @param {{products: Record<string, {tiers?: object, types?: object}>}} catalog
 * @returns {Map<string, {product: string, amount: string}>}
 */
function offers_of({ products }) {
    const offers = new Map();
    for (const family of Object.values(products))
        for (const variant of Object.values(family.tiers ?? family.types ?? {}))
            offers.set(variant.product, variant);
    return offers;
}

/**
 * @param {Iterable<HTMLElement>} shown
 * @param {Map<string, {amount: string}>} offers
 */
function correct(shown, offers) {
    let corrected = 0;
    for (const place of shown) {
        const offer = offers.get(place.dataset.priceOf ?? "");
        const live = offer ? `${decimal(offer.amount)} USDC` : "not on sale now";
        if (place.textContent === live) continue;
        place.textContent = live;
        corrected += 1;
    }
    return corrected;
}

async function tell_health() {
    const strip = by_id("strip");
    strip.replaceChildren(await health_line(), " ", h("a", { href: "/ui/status" }, "Status"));
}

// A problem's `type` leads here; what it means stands on a page of its own.
function follow_problem() {
    if (location.hash.startsWith("#errors-")) location.replace(`/ui/errors${location.hash}`);
}

follow_problem();
addEventListener("hashchange", follow_problem);
void compare_prices();
void tell_health();
enable_purchase();
