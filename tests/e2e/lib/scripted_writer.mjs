// A writer of accounts that follows a script, for the results with an account that the service
// shows. It stands where a language model would, and its name says that it is none; what becomes of
// its sentences is the service's: some here are refused, so that this is seen, too.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text as whole_text } from "node:stream/consumers";
import canonicalize from "canonicalize";
import { programs } from "./paths.mjs";

export const k_writer = "scripted-writer (no language model)";

// What it says: `quotes` are words of the lines that it is shown; `again` stands for `text` where
// that was refused.
const k_scripts = {
    synthesis: [
        {
            kind: "answer", text: "Five people were hurt in the fire at the Port Vale warehouse.",
            quotes: ["Five people were hurt in the fire at the Port Vale warehouse"],
        },
        {
            kind: "answer", text: "An electric heater caused the fire in the harbour of Port Vale.",
            again: "A faulty electric heater caused the fire in the harbour of Port Vale.",
            quotes: ["A faulty electric heater caused the fire in the harbour of Port Vale"],
        },
        {
            kind: "changed",
            text: "Three people were hurt, the fire brigade said; five people were hurt in the " +
                "fire at the Port Vale warehouse, the fire brigade said on Tuesday.",
            quotes: [
                "Three people were hurt, the fire brigade said",
                "Five people were hurt in the fire at the Port Vale warehouse, the fire brigade " +
                    "said on Tuesday",
            ],
        },
        {
            kind: "context", text: "The firefighters needed six hours.",
            quotes: ["About 80 firefighters fought it for six hours"],
        },
    ],
    brief: [
        {
            kind: "answer",
            text: "Moving the depot would cost 11 million dollars, a consultant told the council.",
            quotes: ["Moving the depot would cost 11 million dollars, a consultant told the council"],
        },
        {
            kind: "differs",
            text: "Moving the depot would cost 11 million dollars, a consultant told the council; " +
                "moving it would cost 9 million dollars and take three years, the operator said.",
            quotes: [
                "Moving the depot would cost 11 million dollars, a consultant told the council",
                "Moving it would cost 9 million dollars and take three years, the operator said",
            ],
        },
        {
            kind: "position",
            text: "Two thirds of the residents want the depot to leave the harbour, a survey found.",
            again: "According to the Coast Gazette, two thirds of the residents want the depot to " +
                "leave the harbour, a survey of 600 people found.",
            quotes: ["Two thirds of the residents want the depot to leave the harbour, a survey of " +
                "600 people found"],
        },
        {
            kind: "position", text: "The operator fears for 40 jobs.",
            quotes: ["The operator expects that 40 jobs would be lost during the move"],
        },
        {
            kind: "watch", text: "The council will decide on the fuel depot in June 2024.",
            quotes: ["The council will decide on the fuel depot in June 2024"],
        },
    ],
};

// As the worker would hand them on, but for the nonce: with this one each run asks the same.
const k_settings = {
    model: k_writer, expected: "", context_tokens: 32_768, max_output_tokens: 3000, seed: 7,
    nonce: "00112233445566778899aabbccddeeff", level: "none", measured: null, power: null,
};

// The bytes of such a result. It names its product, and no job: there was none.
export async function canonical_with_account(product, request) {
    return canonicalize({ ...(await made_with_account(product, request)), product });
}

// What `assay-run` makes of the request with this writer at the other end of its line.
async function made_with_account(product, request) {
    const stdio = ["pipe", "pipe", "pipe", "ignore", "pipe", "pipe"];
    const run = spawn(join(programs, "assay-run"), [product], { stdio });
    const [input, output, errors, , envelope, line] = run.stdio;
    const ended = once(run, "exit");
    const printed = Promise.all([whole_text(output), whole_text(errors)]);
    createInterface({ input: line }).on("line", (frame) => {
        line.write(`${JSON.stringify(answer_to(JSON.parse(frame), k_scripts[product]))}\n`);
    });
    envelope.end(JSON.stringify({ model: k_settings }));
    input.end(JSON.stringify(request));
    const [[code], [told, problem]] = await Promise.all([ended, printed]);
    assert.equal(code, 0, problem);
    return JSON.parse(told).artifact;
}

function answer_to({ n, task, material }, script) {
    const content = JSON.stringify(written(task, material, script));
    const message = { role: "assistant", content };
    const choices = [{ index: 0, finish_reason: "stop", message }];
    return { n, body: JSON.stringify({ object: "chat.completion", model: k_writer, choices }) };
}

function written(task, material, script) {
    const is_again = task.startsWith("account.rewrite/");
    const lines = [...material.matchAll(/^[0-9a-f]+\|(\d+)\|[^|]*\|[^|]*\|(.*)$/gm)];
    const number_of = (quote) => Number(lines.find(([, , words]) => words.includes(quote))?.[1] ?? 0);
    const sentences = script
        .filter(({ text }) => !is_again || material.includes(`|${text}\n`))
        .map(({ kind, text, again, quotes }) => ({
            why: "the script says so", kind, text: is_again ? (again ?? text) : text,
            quotes: quotes.map((exact) => ({ sentence: number_of(exact), exact })),
        }));
    return { sentences, unanswered: [] };
}
