#!/usr/bin/env node
// How often synthesis and brief are right about planted sets of sources: every case of one half
// through the program, as one table. `sources.mjs PROGRAM HALF [--miss]`, where PROGRAM is
// build/release/assay-run and HALF is open or blind. `--miss` lists what did not hold, in the open
// half only; `--least N` asks for N whole cases. SOURCES.md says what a case is. Exit 1 when a case
// cannot be read, a program ends with an error, or too few hold.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const k_sets = join(dirname(fileURLToPath(import.meta.url)), "sources");
const k_at_once = 3;
const k_of_brief = new Set(["event"]);

const flat = (text) => (text ?? "").toString().replace(/\s+/gu, " ").trim();

// Whether `text` has `words` as whole words, in any case.
function has(text, words) {
    const escaped = flat(words).replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
    return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "iu").test(flat(text));
}

// The places of `shown` where `words` stand.
const places = (shown, words) =>
    shown.flatMap((text, index) => (has(text, words) ? [index] : []));

function in_two(shown, one, other) {
    return places(shown, one).some((i) => places(shown, other).some((j) => i !== j));
}

const lines_of = (artifact) => artifact.ballot.flatMap((row) => row.lines.map((each) => each.quote));

// Both sides of a difference: an update shows the older one first.
function shows(artifact, is_update, one, other) {
    return artifact.differs.some((each) => {
        if (each.is_update !== is_update) return false;
        const told = each.sides.map((side) =>
            [side.value, ...side.stands.map((at) => at.quote)].join(" | "));
        return is_update
            ? places(told, one).some((i) => places(told, other).some((j) => i < j))
            : in_two(told, one, other);
    });
}

// Independent sources of the answer, or of a value, with these words.
function most_witnesses(artifact, words) {
    const counts = artifact.values.flatMap((series) => series.values)
        .filter((value) => has(value.text, words)).map((value) => value.groups);
    if (artifact.answer !== null && has(artifact.answer.text, words))
        counts.push(artifact.answer.witnesses);
    return Math.max(0, ...counts);
}

const items_of = (artifact, id) => artifact.sections?.find((each) => each.id === id)?.items ?? [];

const parts = (text, mark) => text.split(mark).map((each) => each.trim());
const pair = (text) => {
    const both = parts(text, " / ");
    return both.length === 2 && both.every((each) => each !== "") ? both : null;
};
const pair_after = (pattern) => (text) => {
    const both = parts(text, " | ");
    return both.length === 2 && pattern.test(both[0]) && both[1] !== "" ? both : null;
};
const one = (text) => (text === "" ? null : [text]);
const none = (text) => (text === "" ? [] : null);
const some = (text) => (text === "" ? null : parts(text, " / "));

// Per expectation: how its text is read (null: wrong), whether it holds, which words must stand in
// the sources, and whether two of them must stand in two sources.
const k_kinds = {
    shown: { read: pair, two: true, holds: (a, [x, y]) => in_two(lines_of(a), x, y) },
    conflict: { read: pair, two: true, holds: (a, [x, y]) => shows(a, false, x, y) },
    update: { read: pair, two: true, holds: (a, [x, y]) => shows(a, true, x, y) },
    quiet: { read: none, holds: (a) => a.differs.length === 0 },
    first: { read: some, holds: (a, words) => words.some((each) => has(a.answer?.text, each)) },
    no_answer: { read: none, holds: (a) => a.answer === null || /^Not sure/u.test(a.answer.text) },
    unquoted: { read: one, holds: (a, [words]) => !has(a.answer?.text, words) },
    witnesses: { read: pair_after(/^[1-9][0-9]?$/u), words: ([, words]) => [words],
        holds: (a, [count, words]) => Number(count) === most_witnesses(a, words) },
    event: { read: pair_after(/^\d{4}-\d\d-\d\d$/u), words: ([, words]) => [words],
        holds: (a, [day, words]) => items_of(a, "timeline").some((item) => has(item.text, day) &&
            (has(item.text, words) || item.quotes.some((each) => has(each.quote, words)))) },
};

function read_source(text, fail) {
    const found = /^(\S+) \| (-|\d{4}-\d\d-\d\d) \| (.+)$/u.exec(text);
    if (found === null) fail("a source is URL | PUBLISHED | TEXT");
    const source = { text: found[3].replaceAll("\\n", "\n") };
    if (found[1] !== "-") source.url = new URL(found[1]).href;
    if (found[2] !== "-") source.published = found[2];
    return source;
}

function read_expectation(text, sources, fail) {
    const [kind, ...rest] = text.split(" ");
    const rule = k_kinds[kind] ?? fail(`no such expectation: ${kind}`);
    const args = rule.read(rest.join(" ").trim()) ?? fail(`cannot read: expect ${text}`);
    const texts = sources.map((each) => each.text);
    const words = rule.words?.(args) ?? args;
    if (rule.two && !in_two(texts, ...words)) fail(`not in two sources: ${text}`);
    for (const each of words)
        if (places(texts, each).length === 0) fail(`in no source: ${each}`);
    return { kind, args, text };
}

function read_cases(half) {
    const cases = [];
    const folder = join(k_sets, half);
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".txt")).sort())
        readFileSync(join(folder, file), "utf8").split("\n").forEach((line, index) => {
            const fail = (why) => { throw new Error(`${file}:${index + 1}: ${why}`); };
            if (line.trim() === "" || line.startsWith("#")) return;
            const [word, ...rest] = line.split(" ");
            const text = rest.join(" ").trim();
            const last = cases.at(-1);
            if (word === "case") {
                if (cases.some((each) => each.name === text)) fail(`a second case ${text}`);
                cases.push({ name: text, file, query: null, sources: [], expected: [] });
            } else if (last === undefined) fail("no case yet");
            else if (word === "query") last.query = text;
            else if (word === "source") last.sources.push(read_source(text, fail));
            else if (word === "expect")
                last.expected.push(read_expectation(text, last.sources, fail));
            else fail(`no such line: ${word}`);
        });
    for (const each of cases)
        if (!each.query || each.sources.length === 0 || each.expected.length === 0)
            throw new Error(`${each.file}: ${each.name} lacks a query, sources or expectations`);
    return cases;
}

function run(program, each) {
    const brief = each.expected.some(({ kind }) => k_of_brief.has(kind));
    return new Promise((resolve, reject) => {
        const child = spawn(program, [brief ? "brief" : "synthesis"],
            { stdio: ["pipe", "pipe", "ignore"] });
        let out = "";
        child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
        child.on("error", reject);
        child.on("close", (status) => resolve(status === 0 ? JSON.parse(out) : null));
        child.stdin.end(JSON.stringify({ query: each.query, sources: each.sources }));
    });
}

async function measure(program, cases) {
    const rest = [...cases];
    const work = async () => {
        for (let each = rest.shift(); each !== undefined; each = rest.shift()) {
            const artifact = await run(program, each);
            each.ran = artifact !== null;
            for (const it of each.expected)
                it.held = each.ran && k_kinds[it.kind].holds(artifact, it.args);
        }
    };
    await Promise.all(Array.from({ length: k_at_once }, work));
}

function table(title, rows) {
    const share = (list) => `${list.filter(Boolean).length}/${list.length}`.padStart(9);
    console.log(title);
    for (const [name, list] of rows) console.log(`  ${name.padEnd(14)}${share(list)}`);
}

const least_at = process.argv.indexOf("--least");
const least = least_at < 0 ? 0 : Number(process.argv[least_at + 1]);
const [program, half] = process.argv.slice(2);
if (program === undefined || !["open", "blind"].includes(half)) {
    console.error("usage: sources.mjs PROGRAM open|blind [--miss] [--least N]");
    process.exit(1);
}
const cases = read_cases(half);
await measure(program, cases);
const whole = (each) => each.expected.every((it) => it.held);
const all = cases.flatMap((each) => each.expected);
table("expectations that hold", Object.keys(k_kinds).map((kind) =>
    [kind, all.filter((it) => it.kind === kind).map((it) => it.held)]));
table("cases that hold wholly", [...new Set(cases.map((each) => each.file))].map((file) =>
    [file, cases.filter((each) => each.file === file).map(whole)]));
table(half, [["expectations", all.map((it) => it.held)], ["cases", cases.map(whole)],
    ["programs ended", cases.map((each) => each.ran)]]);
if (process.argv.includes("--miss") && half === "open")
    for (const each of cases)
        for (const it of each.expected.filter(({ held }) => !held))
            console.log(`${each.file} ${each.name}: expect ${it.text}`);
const enough = cases.every((each) => each.ran) && cases.filter(whole).length >= least;
process.exit(enough ? 0 : 1);
