// What the two runs read: lists {name, requests}, where a request is {product, request} as a buyer
// sends it.
import { existsSync, readFileSync } from "node:fs";
import { all_inputs } from "../same/inputs.mjs";

const k_text_product = "verify_deep"; // all critics
const k_topic_products = ["synthesis", "brief"];

const review = ({ text, sources }) => ({
    product: k_text_product, request: { payload: text, ...(sources && { sources }) },
});

const rows_of = (path) => readFileSync(path, "utf8").split("\n").filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const as_sources = (texts) => texts?.map((each) =>
    typeof each === "string" ? { text: each } : each);

// Twins {wrong, right, sources}.
const requests_of_twin = ({ wrong, right, sources }) =>
    [wrong, right].map((text) => review({ text, sources: as_sources(sources) }));

// Questions {query, sources}.
const requests_of_topic = ({ query, sources }) =>
    k_topic_products.map((product) => ({ product, request: { query, sources } }));

// Claims and what was cited for them: {input: {payload, sources}}. Rules have been measured with them,
// and none was written for one.
const of_a_public_set = ({ input: { payload, sources } }) =>
    [review({ text: payload, sources: as_sources(sources) })];

const of_the_field = ({ product, request }) => [{ product, request }];

// Texts by others that a developer may have beside the tree.
const k_beside = [
    ["twins of the oracle", "tools/oracle/cases.jsonl", requests_of_twin],
    ["topics with their sources", "tools/account/topics.jsonl", requests_of_topic],
    ["statements of the field", "data/field/statements.jsonl", of_the_field],
    ["sources of the field", "data/field/sources.jsonl", of_the_field],
    ["claims of WiCE", "data/public/wice.jsonl", of_a_public_set],
    ["claims of SummEdits", "data/public/summedits.jsonl", of_a_public_set],
    ["streams of the field", "data/field/correlation.jsonl", of_the_field],
];

// No rule was written for these. Prints what is not there.
export function untuned(seed, beside) {
    const out = [{
        name: "documents of this machine",
        requests: all_inputs(seed)["documents of this machine"].map(review),
    }];
    for (const [name, file, requests_of] of k_beside) {
        const path = `${beside}/${file}`;
        if (existsSync(path)) out.push({ name, requests: rows_of(path).flatMap(requests_of) });
        else console.log(`skipped: ${name}, for there is no ${path}`);
    }
    return out;
}

// Rules were written for many of these, and all have been measured with. They are verify's: of other
// engines no line is reached by own cases alone here.
export function own(seed) {
    const inputs = all_inputs(seed);
    return ["case rows", "texts of accuracy sets"].map((name) =>
        ({ name, requests: inputs[name].map(review) }));
}
