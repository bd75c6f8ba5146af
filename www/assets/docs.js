// Copy buttons for what is meant to be copied.
import { h } from "./dom.js";

function add_copy_buttons() {
    if (!navigator.clipboard) return;
    for (const block of document.querySelectorAll(".code")) {
        const says = h("span", { class: "quiet", role: "status" });
        const button = h("button", { type: "button" }, "Copy");
        button.addEventListener("click", async () => {
            try {
                await navigator.clipboard.writeText(block.querySelector("code")?.textContent ?? "");
                says.textContent = "Copied.";
            } catch {
                says.textContent = "The browser did not allow it.";
            }
        });
        block.classList.add("has-button");
        block.append(button, says);
    }
}

add_copy_buttons();
