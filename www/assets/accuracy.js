// The one figure of the page that changes between two publications: what the operator's bench has
// shown of the language model. Without this script the page names the place where it stands.
import { by_id } from "./dom.js";
import { ask_health } from "./health.js";
import { percent } from "./words.js";

async function show_record() {
    const line = by_id("operator");
    try {
        const { model_record: record } = (await ask_health()).checks;
        line.textContent = record
            ? `Measured by the operator on ${record.date}, of texts with one error each that the rules alone pass: ` +
              `the model found ${record.found.part} of ${record.found.of} (low bound ${percent(record.found.low)}), and ` +
              `found something in ${record.alarmed.part} of ${record.alarmed.of} right texts. Level ${record.level}.`
            : "The operator of this service has measured no model, or asks none.";
    } catch {
        // The page says where to look.
    }
}

void show_record();
