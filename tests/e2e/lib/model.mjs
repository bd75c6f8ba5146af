// A language model's server: it answers as llama.cpp's, vLLM's and Ollama's do, by a script. What it
// says is our tests' choice; what becomes of it is the service's.
import { createServer } from "node:http";

// The answer of a model that reads well: our own wrong sentence, and what `point(sheet)` says.
export function honest(point = () => []) {
    return (material) => {
        if (material.startsWith("Item ")) return answers_to(material);
        const sheet = read_sheet(material);
        const ours = {
            why: "it is so", kind: "calculation", sentences: [sheet.wrong],
            quotes: [sheet.sentences.get(sheet.wrong)],
            operation: "sum", operands: [1, 2], result: 3,
        };
        return { findings: [...point(sheet).map(pointed), ours] };
    };
}

const pointed = (each) => ({
    why: "it is so", kind: each.kind, sentences: each.sentences, quotes: each.quotes,
    operation: each.operation ?? "none", operands: each.operands ?? [], result: each.result ?? 0,
});

// {sentences, numbers, wrong}: by their numbers, as a model is shown them. Of the sentences that
// stand in every question, one has a wrong sum.
function read_sheet(material) {
    const sentences = new Map();
    const numbers = new Map();
    for (const line of material.split("\n")) {
        const sentence = line.match(/^[0-9a-f]+ S(\d+)\| (.*)$/);
        const number = line.match(/^Q(\d+) = (.*) in S(\d+)$/);
        if (sentence) sentences.set(Number(sentence[1]), sentence[2]);
        if (number) numbers.set(Number(number[1]), { written: number[2], at: Number(number[3]) });
    }
    let wrong = 0;
    for (const [number, text] of sentences) {
        const sum = text.match(/^There were (\d+) .* first room and (\d+) .* total of (\d+)/);
        if (sum && Number(sum[1]) + Number(sum[2]) !== Number(sum[3])) wrong = number;
    }
    return { sentences, numbers, wrong };
}

// "no" to everything but what of our own is right.
function answers_to(material) {
    const answers = material.split(/^(?=Item \d+)/m).map((text) => ({
        item: Number(text.match(/^Item (\d+)/)[1]),
        why: "so",
        answer: /^A\| The hall has /m.test(text) ? "yes" : "no",
    }));
    return { answers };
}

// {url, asked, behaviour, stop()}. `behaviour`: the content of the message, or `answer(material)`
// that gives it; `hang` never answers, a number is the status of the answer.
export async function start_model(answer = honest()) {
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
                object: "chat.completion", model: body.model,
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
