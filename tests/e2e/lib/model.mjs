// A language model's server: it answers as llama.cpp's, vLLM's and Ollama's do, by a script. What it
// says is our tests' choice; what becomes of it is the service's.
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { programs } from "./paths.mjs";

// The answer of a model that reads well: right about the service's test sentences, and with what it
// knows of a text: {quote, formula, within}, of which `within` is the sentence, with the quote in it.
export function honest(known = []) {
    return (material) => {
        if (material.startsWith("Statements")) return { clashes: [] };
        if (!material.startsWith("Item ")) return derived(material, known);
        const items = material.split(/^(?=Item \d+)/m).map(lines_in);
        const answer = material.includes("\nObjection: ") ? defended : filled;
        return {
            answers: items.map((lines, i) => ({ item: i + 1, why: "it is so", ...answer(lines, known) })),
        };
    };
}

// The words of each line: "MARK S4| words", "A| words".
const lines_in = (text) => [...text.matchAll(/^(?:[0-9a-f]+ S(\d+)|[A-Z])\| (.*)$/gm)]
    .map(([, number, words]) => ({ sentence: Number(number), words }));

function derived(material, known) {
    const lines = lines_in(material);
    const ours = lines.flatMap(({ sentence, words }) => {
        const solved = solve(words);
        return solved ? [{ why: "it is so", sentence, ...solved }] : [];
    });
    const theirs = lines.flatMap(({ sentence, words }) => known
        .filter(({ within }) => words.includes(within))
        .map(({ quote, formula }) => ({ why: "it is so", sentence, quote, formula })));
    return { derived: [...ours, ...theirs] };
}

function filled(lines, known) {
    const solved = lines.length === 1 ? solve(lines[0].words) : undefined;
    const meant = known.find(({ quote, within }) =>
        lines.some(({ words }) => words.includes(k_gap) && words.replace(k_gap, quote).includes(within)));
    const formula = (solved ?? meant)?.formula ?? "";
    return { fill: formula ? "formula" : "open", formula, words: "" };
}

const defended = (lines) => ({ answer: lines.length === 1 && solve(lines[0].words) ? "yes" : "no" });

const k_gap = "____";

// What a test sentence states, or the gap in its place, and how it follows; undefined: it is none.
function solve(line) {
    for (const { stated, formula, patterns } of frames()) {
        const held = patterns.map((pattern) => line.match(pattern)?.groups).find(Boolean);
        if (!held) continue;
        const fill = (text) => text.replace(/\{(\w+)\}/g, (slot, name) => held[name] ?? slot);
        return { quote: fill(stated), formula: fill(formula) };
    }
}

// The frames of which the service makes its test sentences, as it prints them.
const frames = once(() => execFileSync(join(programs, "assay"), ["llm", "controls"], { encoding: "utf8" })
    .trim().split("\n").map((line) => {
        const { sentence, stated, formula } = JSON.parse(line);
        return { stated, formula, patterns: [sentence, sentence.replace(stated, k_gap)].map(pattern_of) };
    }));

function pattern_of(sentence) {
    const seen = new Set();
    const pattern = sentence.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, (_, name) => {
        if (seen.has(name)) return `\\k<${name}>`;
        seen.add(name);
        return `(?<${name}>${name.length === 1 ? "\\d+" : "\\p{L}+"})`;
    });
    return new RegExp(`^${pattern}$`, "u");
}

function once(make) {
    let made;
    return () => (made ??= make());
}

// {url, asked, behaviour, stop()}. `behaviour`: the content of the message, or `answer(material)`
// that gives it; `hang` never answers, a number is the status of the answer. `calls_itself`: the
// name of the model in its answers; undefined: the one that it was asked as.
export async function start_model(answer = honest(), { calls_itself } = {}) {
    const model = { asked: 0, behaviour: answer };
    const hanging = new Set();
    const server = createServer((request, response) => {
        const parts = [];
        request.on("data", (part) => parts.push(part));
        request.on("end", () => {
            ++model.asked;
            const body = JSON.parse(Buffer.concat(parts).toString());
            const { behaviour } = model;
            const said = typeof behaviour === "function"
                ? behaviour(body.messages[1].content) : behaviour;
            if (said === "hang") {
                hanging.add(response);
                return;
            }
            if (typeof said === "number") {
                response.writeHead(said).end("{}");
                return;
            }
            const content = JSON.stringify(said);
            response.writeHead(200, { "content-type": "application/json" });
            response.end(JSON.stringify({
                object: "chat.completion", model: calls_itself ?? body.model,
                choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
            }));
        });
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    model.url = `http://127.0.0.1:${server.address().port}/v1`;
    model.stop = () => new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
    });
    return model;
}
