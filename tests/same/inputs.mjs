// What both programs read, in a fixed order: {place, text, sources}. A place is a file, with its line
// where a line holds a text.
import { readdirSync, readFileSync } from "node:fs";
import { machine_documents } from "./machine.mjs";

const k_cases = "tests/cases";
const k_documents = "tests/unit/verify/documents"; // whole texts, not rows
const k_sets = "tests/accuracy/sets";
const k_pages = ["src", "tests/unit", "tests/accuracy"];

const files_below = (folder, ...endings) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile() && endings.some((end) => each.name.endsWith(end)))
        .map((each) => `${each.parentPath ?? each.path}/${each.name}`).sort();

const lines_of = (path) => readFileSync(path, "utf8").split("\n").map((line, index) =>
    ({ line, place: `${path}:${index + 1}` }));

// As tests/unit/verify/case_rows.cpp reads them.
const unescaped = (text) => text.replaceAll("\u00a6", "").replaceAll("\\n", "\n")
    .replaceAll("\\t", "\t")
    .replace(/\\u\{([0-9a-f]+)\}/giu, (_, digits) => String.fromCodePoint(parseInt(digits, 16)));

const rows_in = (path) => lines_of(path).filter(({ line }) => /^[-+] /u.test(line))
    .map(({ line, place }) =>
        ({ place, text: unescaped(line.slice(2)), is_right: line[0] === "+" }));

// The first row of a check that has an error, and the first that has none.
export function first_rows(check) {
    const rows = rows_in(`${k_cases}/${check}.txt`);
    return [rows.find(({ is_right }) => !is_right), rows.find(({ is_right }) => is_right)];
}

const case_rows = () => files_below(k_cases, ".txt").flatMap(rows_in);

// A twin is two texts. The first line of a set is its head.
function texts_of_set({ line, place }) {
    const { text, wrong, right, sources } = JSON.parse(line);
    if (wrong === undefined) return [{ place, text, sources }];
    return [
        { place: `${place}w`, text: wrong, sources },
        { place: `${place}r`, text: right, sources },
    ];
}

const set_texts = () => files_below(k_sets, ".jsonl").flatMap((path) =>
    lines_of(path).slice(1).filter(({ line }) => line !== "").flatMap(texts_of_set));

const own_documents = () => ["README.md", ...k_pages.flatMap((folder) => files_below(folder, ".md")),
    ...files_below(k_documents, ".txt")].sort()
    .map((place) => ({ place, text: readFileSync(place, "utf8") }));

// By kind, in the order in which they are told.
export const all_inputs = (seed) => ({
    "case rows": case_rows(),
    "texts of accuracy sets": set_texts(),
    "own documents": own_documents(),
    "documents of this machine": machine_documents(seed),
});
