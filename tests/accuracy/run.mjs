#!/usr/bin/env node
// How often verify is right: every set in tests/accuracy/sets and in the folders given, each text
// through the engine of deep, as one table; the blind sets through that of each tier besides.
// `run.mjs [--write FILE] [DIR...]`; SETS.md says what a set is. Exit 1 when one cannot be read.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run_all } from "./engine.mjs";

const k_own = "tests/accuracy/sets";
const k_tiers = ["basic", "standard", "deep"];
const k_judged = "tests/accuracy/documents.json";

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

// "23 of 100" as {found: 23, wrong: 100}.
function counted(words, part, whole) {
    const [, few, all] = /^(\d+) of (\d+)$/.exec(words) ?? [];
    if (few === undefined) throw new Error(`"${words}" is no "N of M"`);
    return { [part]: Number(few), [whole]: Number(all) };
}

const sum_of = (rows, members) => Object.fromEntries(members.map((member) =>
    [member, rows.reduce((sum, row) => sum + row[member], 0)]));

const k_counts = ["found", "wrong", "quiet", "right"];

// What the first runs over texts gave that the rules' authors had not seen.
function first_runs(sets, has_sources) {
    return sum_of(sets.filter((set) => set.first && set.has_sources === has_sources)
        .map(({ first }) => ({ ...counted(first.found, "found", "wrong"),
            ...counted(first.quiet, "quiet", "right") })), k_counts);
}

// What each tier gives today on the sets that no author of a rule has read.
async function by_tier(sets) {
    const out = [];
    for (const tier of k_tiers) {
        const rows = [];
        for (const { cases, has_sources } of sets)
            rows.push({ has_sources,
                ...row_of("all", cases, await run_all(cases, tier)) });
        const of = (which) =>
            sum_of(rows.filter((row) => row.has_sources === which), k_counts);
        out.push({ tier, alone: of(false), with_sources: of(true) });
    }
    return out;
}

process.on("uncaughtException", (error) => {
    console.error(`accuracy: ${error.message}`);
    process.exit(1);
});
const words = process.argv.slice(2);
const to = words[0] === "--write" ? words.splice(0, 2)[1] : null;
const folders = [k_own, ...words.filter((word) => word !== "")];
const sets = [];
let ruleset = null;
for (const folder of folders)
    for (const name of readdirSync(folder).filter((each) => each.endsWith(".jsonl")).sort()) {
        const { head, cases } = read_set(join(folder, name));
        const results = await run_all(cases);
        ruleset ??= results[0]?.ruleset;
        const kinds = [...new Set(cases.map((each) => each.kind))].sort();
        const { set, half, about, origin = "own", licence = "", published = [], first } = head;
        const rows = [...kinds, "all"].map((kind) => row_of(kind, cases, results));
        const has_sources = cases.some((each) => each.sources !== undefined);
        sets.push({ set, half, about, origin, licence, published, first, rows, cases,
            has_sources });
        print(sets.at(-1));
    }
const first = { alone: first_runs(sets, false), with_sources: first_runs(sets, true) };
const tiers = await by_tier(sets.filter((set) => set.half === "blind"));
console.log("\nfirst, blind:", JSON.stringify(first));
for (const row of tiers) console.log(JSON.stringify(row));
if (to !== null)
    writeFileSync(to, `${JSON.stringify({
        measured_on: new Date().toISOString().slice(0, 10), ruleset, engine: "verify_deep", first,
        tiers, documents: JSON.parse(readFileSync(k_judged, "utf8")),
        sets: sets.map(({ cases, has_sources, ...shown }) => shown),
    }, null, 1)}\n`);
