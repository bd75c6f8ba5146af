// The one figure of the page that changes between two publications: what the operator's bench has
// shown of the language model. Without this script the page names the place where it stands.
import { by_id } from "./dom.js";
import { ask_health } from "./health.js";
import { percent } from "./words.js";

/** @param {import("./health.js").ModelRecord} record */
function record_words({ date, level, found, alarmed }) {
    const errors = `${found.part} of ${found.of} (low bound ${percent(found.low)})`;
    const alarms = `${alarmed.part} of ${alarmed.of}`;
    return (
        `Measured by the operator on ${date}, on texts with one error each that the rules alone ` +
        `pass: the model found ${errors}, and found something in ${alarms} right texts. ` +
        `Level ${level}.`
    );
}

async function show_record() {
    try {
        const { model_record: record } = (await ask_health()).checks;
        by_id("operator").textContent = record
            ? record_words(record)
            : "The operator of this service has measured no model, or asks none.";
    } catch {
        // The page says where to look.
    }
}

void show_record();
