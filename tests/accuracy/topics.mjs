#!/usr/bin/env node
// Topics of real texts, for a blind comparison of summaries. SOURCES.md says where the texts are from.
// `topics.mjs draw FOLDER SEED COUNT OUT` reads the dated texts below FOLDER and draws COUNT names that
// 5 to 15 texts of at least two dates share; writes OUT/topic-N.json, each a request of synthesis.
// `topics.mjs packets PROGRAM OUT SEED` makes three summaries of each topic, what PROGRAM
// (build/release/assay-run) says, LexRank of as many words and the newest source's first three
// sentences, and shuffles them: OUT/packet-N.txt for a reader, OUT/key.json for afterwards.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { k_months, read_all } from "./dated_texts.mjs";
import { headed, length_of, of_lead, of_lexrank } from "./lexrank.mjs";

const k_least = 5;
const k_most = 15;
const k_most_sources = 12;
const k_same = 0.6;

// Mulberry32.
function generator(seed) {
    let state = seed;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
}

function shuffled(list, random) {
    const out = [...list];
    for (let i = out.length - 1; i > 0; --i) {
        const j = Math.floor(random() * (i + 1));
        [out[i], out[j]] = [out[j], out[i]];
    }
    return out;
}

const k_word = String.raw`\p{Lu}[\p{L}’'-]*\p{Ll}(?<!’s|'s)`;
const k_run = new RegExp(String.raw`(?<![\p{L}\p{N}.’'-])${k_word}(?: (?:(?:\p{Lu}\.|of|de|la) )?${k_word})*` +
    String.raw`(?![\p{L}-]|['’]s \p{Lu})`, "gu");
const k_office = new RegExp("^(?:The|A|An|In|On|Mr|Mrs|Ms|Dr|St|President|Vice|Prime|Minister|Secretary|Chairman|" +
    "Senator|Congressman|Congresswoman|Governor|Mayor|Supervisor|Treasurer|Judge|" +
    "Justice|Deputy|District|State|Attorney|Assistant|Senior|Officer|Detective|Sheriff|Sergeant|" +
    "Chief|Defendant) (?=\\p{Lu})", "u");
const k_company = / (?:Corp|Inc|Ltd|Co|Plc|Jr|Sr)$/u;
const k_no_name = new RegExp(`\\b(?:${k_months.join("|")}|Doe|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\\b|` +
    "-\\p{Ll}|^\\S+(?:ians?|ese|ish|ists?|is)$", "u");
// Behind these stands a place, or who only took part.
const k_aside = /\b(?:in|at|near|from|to|on|attorneys?|prosecutors?|judge|justice|detective|sheriff|chief) $/iu;

function bare(run) {
    let name = run;
    while (k_office.test(name)) name = name.replace(k_office, "");
    while (k_company.test(name)) name = name.replace(k_company, "");
    return name;
}

// The names in `text`; where `within`, those that do not begin a sentence.
function names_in(text, within) {
    const out = new Set();
    for (const { 0: run, index } of text.matchAll(k_run)) {
        const before = text.slice(Math.max(0, index - 3), index);
        if (within && /(?:^|[.!?:;"“”‘•*–—\n-])\s*$/u.test(before)) continue;
        const name = bare(run);
        if (name.length >= 4 && !k_no_name.test(name)) out.add(name);
    }
    return out;
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
const stands_of = (text, name) =>
    [...text.matchAll(new RegExp(`(?<![\\p{L}-])${escaped(name)}(?![\\p{L}-]|['’]s \\p{Lu})`, "gu"))];

function shingles(text) {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    return new Set(words.slice(4).map((_, i) => words.slice(i, i + 5).join(" ")));
}

// Of texts that are much the same, the first.
function without_copies(texts) {
    const kept = [];
    for (const each of texts) {
        each.shingles ??= shingles(each.text);
        const same = kept.some((other) => {
            const [few, many] = [each.shingles, other.shingles].sort((a, b) => a.size - b.size);
            return [...few].filter((one) => many.has(one)).length > k_same * few.size;
        });
        if (!same) kept.push(each);
    }
    return kept;
}

const put = (map, key, value) => (map.get(key) ?? map.set(key, []).get(key)).push(value);

// What `word` is short for in `texts`: itself, the one longer name that most have, or null: several.
function meant_by(name, texts) {
    const longer = new Map();
    for (const each of texts)
        for (const other of names_in(each.text, false))
            if (other !== name && ` ${other} `.includes(` ${name} `)) put(longer, other, each);
    const [full, having] = [...longer].sort((a, b) => b[1].length - a[1].length)[0] ?? [name, texts];
    if (having.length * 2 > texts.length) return full;
    return new Set([...longer.values()].flat()).size * 4 > texts.length ? null : name;
}

// The topics in the texts of one collection: [{name, short, texts}].
function topics_of(texts) {
    const by_word = new Map();
    const by_name = new Map();
    for (const each of texts) {
        for (const word of new Set((each.text.match(/[\p{L}’'-]+/gu) ?? [])
            .map((one) => one.replace(/['’]s$/u, "")))) put(by_word, word, each);
        for (const name of names_in(each.text, true)) put(by_name, name, each);
    }
    const spread = (word) => by_word.get(word)?.length ?? 0;
    const out = new Map();
    for (const [short, marked] of by_name) {
        const words = short.split(" ");
        const last = words.at(-1);
        const stem = /^\p{L}+(?=(?:n|i|s|ns)$)/u.exec(short)?.[0];
        if (marked.length < k_least || spread(last.toLowerCase()) * 10 > spread(last) ||
            (words.length === 1 && stem && spread(stem) >= spread(short))) continue;
        const rarest = [...words].sort((a, b) => spread(a) - spread(b))[0];
        const having = (by_word.get(rarest) ?? []).filter(({ text }) => text.includes(short) &&
            stands_of(text, short).length > 0);
        if (having.length > 2 * k_most) continue;
        const name = meant_by(short, having);
        const kept = without_copies(having.sort((a, b) => (a.published < b.published ? -1 : 1)));
        const stands = kept.map(({ text }) => stands_of(text, short));
        const twice = stands.filter((each) => each.length >= 2).length * 2 > kept.length;
        const aside = kept.filter(({ text }, i) => stands[i].filter(({ index }) =>
            k_aside.test(text.slice(Math.max(0, index - 12), index))).length * 2 > stands[i].length);
        const dates = new Set(kept.map(({ published }) => published)).size;
        if (name !== null && !out.has(name) && kept.length >= k_least && kept.length <= k_most &&
            twice && dates >= 2 && aside.length * 2 < kept.length)
            out.set(name, { name, short, texts: kept });
    }
    return [...out.values()];
}

// "When" is asked of what two of the texts say was done to it.
const k_deeds = "sentenced convicted indicted arrested acquired sold killed closed opened founded elected".split(" ");
function deed_of({ short, texts }) {
    const last = short.split(" ").at(-1);
    return k_deeds.find((deed) => texts.filter(({ text }) =>
        new RegExp(`${escaped(last)} (?:was|has been|had been) ${deed}\\b`, "u").test(text)).length >= 2);
}

function draw(folder, seed, count, out) {
    const random = generator(seed);
    const texts = read_all(folder);
    const collections = [...new Set(texts.map(({ collection }) => collection))];
    const topics = collections.flatMap((each) =>
        topics_of(texts.filter(({ collection }) => collection === each)));
    console.log(`${texts.length} dated texts (${collections.map((each) => `${each} ` +
        texts.filter(({ collection }) => collection === each).length).join(", ")}), ${topics.length} topics`);
    const used = new Set();
    const form = Math.floor(random() * 2);
    let drawn = 0;
    for (const topic of shuffled(topics, random)) {
        if (drawn === count) break;
        if (topic.texts.some((each) => used.has(each))) continue;
        const deed = deed_of(topic);
        const query = (drawn + form) % 2 === 0 ? `What happened with ${topic.name}?`
            : deed ? `When was ${topic.name} ${deed}?` : `What is known about ${topic.name}?`;
        const sources = shuffled(topic.texts, random).slice(0, k_most_sources);
        for (const each of topic.texts) used.add(each);
        ++drawn;
        writeFileSync(join(out, `topic-${drawn}.json`), `${JSON.stringify({ query, sources:
            sources.map(({ title, url, published, text }) => ({ title, url, published, text })) }, null, 1)}\n`);
        console.log(`${drawn} ${query} ${sources.length} sources`);
    }
}

function of_assay(program, topic) {
    const { status, stdout, stderr } = spawnSync(program, ["synthesis"],
        { input: JSON.stringify(topic), encoding: "utf8", maxBuffer: 64 << 20 });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
    const { answer, ballot, differs } = JSON.parse(stdout);
    const when = ({ stands }) =>
        [...new Set(stands.map(({ published }) => published ?? "undated"))].join(", ");
    const source_with = (id) => topic.sources[ballot.find(({ lines: shown }) =>
        shown.some((each) => each.id === id)).source.slice(1) - 1].title;
    const lines = answer === null ? [] : [`- ${answer.text}`];
    for (const { source, lines: shown } of ballot)
        if (shown.length > 0)
            lines.push(headed(topic.sources[source.slice(1) - 1], shown.map(({ quote, same_as }) =>
                same_as ? `the same as in ${source_with(same_as)}` : quote.replace(/\s+/gu, " "))));
    for (const { sides, is_update } of differs)
        lines.push(`- ${is_update ? "Changed" : "Differs"}: ${sides.map((each) =>
            `${each.value ? `${each.value}, ` : ""}“${each.stands[0]?.quote}” (${when(each)})`)
            .join(" / ")}`);
    return lines.join("\n");
}

function packets(program, out, seed) {
    const random = generator(seed);
    const key = {};
    const names = readdirSync(out).filter((name) => /^topic-\d+\.json$/u.test(name));
    for (let n = 1; n <= names.length; ++n) {
        const topic = JSON.parse(readFileSync(join(out, `topic-${n}.json`), "utf8"));
        const assay = of_assay(program, topic);
        const summaries = shuffled(Object.entries({ assay, lexrank: of_lexrank(topic, length_of(assay)),
            lead_3: of_lead(topic) }), random);
        const dates = topic.sources.map(({ published }) => published).sort().reverse();
        key[`packet-${n}`] = Object.fromEntries(summaries.map(([name], i) => ["ABC"[i], name]));
        writeFileSync(join(out, `packet-${n}.txt`), `Question: ${topic.query}\n` +
            `Sources: ${dates.length}, of ${dates.join(", ")}\n${summaries
                .map(([, text], i) => `\n${"ABC"[i]}\n\n${text}\n`).join("")}`);
    }
    writeFileSync(join(out, "key.json"), `${JSON.stringify(key, null, 1)}\n`);
}

const [command, ...words] = process.argv.slice(2);
if (command === "draw" && words.length === 4 && Number(words[1]) >= 0 && Number(words[2]) > 0) {
    mkdirSync(words[3], { recursive: true });
    draw(words[0], Number(words[1]), Number(words[2]), words[3]);
} else if (command === "packets" && words.length === 3 && Number(words[2]) >= 0) {
    packets(words[0], words[1], Number(words[2]));
} else {
    console.error("usage: topics.mjs draw FOLDER SEED COUNT OUT | packets PROGRAM OUT SEED");
    process.exit(1);
}
