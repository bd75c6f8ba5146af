// Finds errors by their words. Without this script the page shows all of them.
import { by_id, control } from "./dom.js";

/** @param {string | null} text */
const plain = (text) => (text ?? "").toLowerCase().replace(/\s+/g, " ").trim();

/** @type {NodeListOf<HTMLElement>} */
const entries = document.querySelectorAll(".errors > div");
const search = control("search", HTMLInputElement);

function show_found() {
    const words = plain(search.value).split(" ");
    let count = 0;
    for (const entry of entries) {
        const text = plain(entry.textContent);
        entry.hidden = !words.every((word) => text.includes(word));
        if (!entry.hidden) count += 1;
    }
    by_id("found").textContent = count
        ? `${count} of ${entries.length} errors.`
        : "No error has these words.";
}

// An address that names an error shows it, whatever is searched for.
function show_named() {
    const named = document.getElementById(location.hash.slice(1));
    if (!named?.hidden) return;
    search.value = "";
    show_found();
    named.scrollIntoView();
}

search.addEventListener("input", show_found);
addEventListener("hashchange", show_named);
// A browser keeps what was typed when a page is loaded again.
show_found();
show_named();
