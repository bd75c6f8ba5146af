// A model that edits accounts by a script, and a record by which they are sold.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { honest } from "./model.mjs";
import { repository } from "./paths.mjs";

// It takes lines that have one of these words as they stand; `said(words)` is the sentence that it
// makes of a line. To what is no account it answers as one that reads well.
export function editor(topic, said = (words) => words) {
    const reading = honest();
    return (material) => {
        if (!is_account(material)) return reading(material);
        const chosen = lines_in(material).filter(({ words }) => topic.test(words)).slice(0, 6);
        return {
            sentences: chosen.map(({ number, words }, i) => ({
                why: "it is so", kind: i === 0 ? "answer" : "context", text: said(words),
                quotes: [{ sentence: number, exact: words }],
            })),
            unanswered: [],
        };
    };
}

export const is_account = (material) => material.startsWith("Question: ");

// MARK|NUMBER|SOURCE|DATE|SENTENCE
const lines_in = (material) => [...material.matchAll(/^[0-9a-f]+\|(\d+)\|[^|]*\|[^|]*\|(.*)$/gm)]
    .map(([, number, words]) => ({ number: Number(number), words }));

// Writes the record of accounts of which persons have judged `of`, `part` of them false; its path.
export function account_record(folder, model, { part = 1, of = 212 } = {}) {
    const edition = readFileSync(join(repository, "src/llm/edition.hpp"), "utf8");
    const [, prompts] = edition.match(/k_account_prompts\[\] = \{([^}]*)\}/);
    const path = join(folder, "account-record.json");
    writeFileSync(path, JSON.stringify({
        format: "assay-account-record/1", model, reported_model: model, fingerprint: "",
        prompts: JSON.parse(`[${prompts}]`),
        gate: Number(edition.match(/k_account_gate = (\d+)/)[1]),
        ruleset: "1", date: "2026-11-29", set: "towns", set_sha256: "0x00",
        transcripts_sha256: "0x00", false: { part, of },
        edited: { at_first: of, rewritten: 0 }, quoted: 0, median_ms: 1000, level: "sold", reason: "",
    }));
    return path;
}
