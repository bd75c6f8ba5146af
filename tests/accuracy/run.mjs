#!/usr/bin/env node
// How often verify is right: every set in tests/accuracy/sets and in the folders given, each text
// through the engine of deep, as one table. `run.mjs [--write FILE] [DIR...]`; SETS.md says what a
// set is. Exit 1 when a set cannot be read.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run_all } from "./engine.mjs";

const k_own = "tests/accuracy/sets";

// A twin is two cases: a text with an error at `quote`, and one without.
function cases_of(row) {
    if (row.wrong === undefined) return [{ ...row, flag: row.flag === true }];
    return [
        { ...row, id: `${row.id}w`, text: row.wrong, flag: true },
        { ...row, id: `${row.id}r`, text: row.right, flag: false, quote: undefined },
    ];
}

function meets(finding, text, quote) {
    const start = [...text.slice(0, text.indexOf(quote))].length;
    const end = start + [...quote].length;
    return finding.spans.some((span) =>
        span.source === undefined && span.start < end && start < span.end);
}

function read_set(path) {
    const rows = readFileSync(path, "utf8").split("\n").filter((line) => line !== "")
        .map((line, index) => {
            try {
                return JSON.parse(line);
            } catch (error) {
                throw new Error(`${path}:${index + 1}: ${error.message}`);
            }
        });
    const [head, ...rest] = rows;
    for (const member of ["set", "half", "about"])
        if (typeof head?.[member] !== "string") throw new Error(`${path}: the head lacks ${member}`);
    const cases = rest.flatMap(cases_of);
    for (const each of cases)
        if (typeof each.text !== "string" || typeof each.kind !== "string" ||
            (each.quote !== undefined && !each.text.includes(each.quote)))
            throw new Error(`${path}: case ${each.id} lacks text, kind or its quote`);
    return { head, cases };
}

function row_of(kind, cases, results) {
    const row = { kind, wrong: 0, found: 0, at_place: 0, right: 0, quiet: 0, inconclusive: 0 };
    cases.forEach((each, index) => {
        if (kind !== "all" && each.kind !== kind) return;
        const { findings, verdict } = results[index];
        row.inconclusive += verdict === "INCONCLUSIVE" ? 1 : 0;
        if (!each.flag) {
            row.right += 1;
            row.quiet += findings.length === 0 ? 1 : 0;
            return;
        }
        row.wrong += 1;
        row.found += findings.length > 0 ? 1 : 0;
        const hits = each.quote === undefined ? findings
            : findings.filter((finding) => meets(finding, each.text, each.quote));
        row.at_place += hits.length > 0 ? 1 : 0;
    });
    return row;
}

const share = (part, whole) => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`);

function print(set) {
    console.log(`\n${set.set} (${set.half}): ${set.about}`);
    console.log("kind                wrong  found            right  quiet");
    for (const row of set.rows)
        console.log(`${row.kind.padEnd(18)} ${String(row.wrong).padStart(6)}  ` +
            `${String(row.found).padStart(5)} ${share(row.found, row.wrong).padStart(8)}  ` +
            `${String(row.right).padStart(6)}  ${share(row.quiet, row.right).padStart(8)}`);
    for (const { who, figure, where } of set.published)
        console.log(`  published: ${who}: ${figure} (${where})`);
}

process.on("uncaughtException", (error) => {
    console.error(`accuracy: ${error.message}`);
    process.exit(1);
});
const words = process.argv.slice(2);
const to = words[0] === "--write" ? words.splice(0, 2)[1] : null;
const folders = [k_own, ...words.filter((word) => word !== "")];
const sets = [];
for (const folder of folders)
    for (const name of readdirSync(folder).filter((each) => each.endsWith(".jsonl")).sort()) {
        const { head, cases } = read_set(join(folder, name));
        const results = await run_all(cases);
        const kinds = [...new Set(cases.map((each) => each.kind))].sort();
        const { set, half, about, origin = "own", licence = "", published = [], first } = head;
        const rows = [...kinds, "all"].map((kind) => row_of(kind, cases, results));
        sets.push({ set, half, about, origin, licence, published, ...(first ? { first } : {}), rows });
        print(sets.at(-1));
    }
if (to !== null) {
    const measured_on = new Date().toISOString().slice(0, 10);
    writeFileSync(to, `${JSON.stringify({ measured_on, engine: "verify_deep", sets }, null, 1)}\n`);
}
