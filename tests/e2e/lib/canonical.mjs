// Our canonical JSON beside other implementations of RFC 8785: V8's own numbers and npm's
// `canonicalize`. Everything random comes of a seed.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import canonicalize from "canonicalize";
import { programs } from "./paths.mjs";

// What the program says of each text: its canonical bytes, or "refused: ...".
export async function canonical_lines(texts) {
    const program = spawn(join(programs, "canonical-json"), [], {
        stdio: ["pipe", "pipe", "inherit"],
    });
    program.stdin.on("error", () => {}); // told by the number of answers
    program.stdin.end(texts.map((text) => `${text}\n`).join(""));
    const chunks = [];
    for await (const chunk of program.stdout) chunks.push(chunk);
    const lines = Buffer.concat(chunks).toString("utf8").split("\n");
    assert.equal(lines.pop(), "");
    assert.equal(lines.length, texts.length);
    return lines;
}

// `count` doubles, each sent with 17 digits, print as V8 prints them.
export async function compare_numbers({ count, seed }) {
    const below = random_below(seed);
    const k_batch = 100_000;
    for (let done = 0; done < count; done += k_batch) {
        const numbers = Array.from({ length: Math.min(k_batch, count - done) }, () =>
            random_double(below),
        );
        const ours = await canonical_lines(numbers.map((each) => each.toPrecision(17)));
        numbers.forEach((each, i) => {
            if (ours[i] !== String(each)) assert.equal(ours[i], String(each), `seed ${seed}`);
        });
    }
}

// `count` documents, written with white space and escapes at random, are what `canonicalize` says.
export async function compare_documents({ count, seed }) {
    const below = random_below(seed);
    const documents = Array.from({ length: count }, () => random_value(below, 5));
    const ours = await canonical_lines(documents.map((each) => written(each, below)));
    documents.forEach((each, i) => assert.equal(ours[i], canonicalize(each), `seed ${seed}`));
}

// mulberry32: small, and good enough to pick.
function random_below(seed) {
    let state = seed >>> 0;
    return (limit) => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
    };
}

const bits = new DataView(new ArrayBuffer(8));

function random_double(below) {
    const any = () => {
        do {
            bits.setUint32(0, below(2 ** 32));
            bits.setUint32(4, below(2 ** 32));
        } while (!Number.isFinite(bits.getFloat64(0)));
        return bits.getFloat64(0);
    };
    const sign = below(2) ? 1 : -1;
    switch (below(6)) {
        case 0: // a decimal as people write it
            return sign * Number(`${below(10 ** 9)}e${below(30) - 15}`);
        case 1: // beside a power of ten, where notations change
            return neighbour(sign * Number(`1e${below(50) - 25}`), below(5) - 2);
        case 2: // beside a power of two, where digits run out
            return neighbour(sign * 2 ** (below(2098) - 1074), below(5) - 2);
        case 3:
            return sign * (Number.MAX_SAFE_INTEGER - 1000 + below(2000));
        default:
            return any();
    }
}

// The double `steps` further on.
function neighbour(number, steps) {
    bits.setFloat64(0, number);
    bits.setBigUint64(0, bits.getBigUint64(0) + BigInt(steps));
    const found = bits.getFloat64(0);
    return Number.isFinite(found) ? found : number;
}

function random_value(below, depth) {
    switch (below(depth > 0 ? 7 : 4)) {
        case 0:
            return random_double(below);
        case 1:
            return [true, false, null][below(3)];
        case 2:
        case 3:
            return random_text(below, 0);
        case 4:
            return Array.from({ length: below(6) }, () => random_value(below, depth - 1));
        default:
            return Object.fromEntries(
                Array.from({ length: below(8) }, () => [
                    random_text(below, 1),
                    random_value(below, depth - 1),
                ]),
            );
    }
}

// Of all planes, and often of those places where the orders of UTF-8 and UTF-16 differ; without
// lone surrogates. Jansson knows no NUL in a key: `least` 1 leaves it out.
function random_text(below, least) {
    const ranges = [
        [least, 0x20],
        [0x20, 0x5f],
        [0x61, 0x1a],
        [0x80, 0x780],
        [0x2020, 0x10],
        [0xd7f0, 0x10],
        [0xe000, 0x2000],
        [0x10000, 0x100000],
    ];
    return Array.from({ length: below(8) }, () => {
        const [first, count] = ranges[below(ranges.length)];
        return String.fromCodePoint(Math.min(first + below(count), 0x10ffff));
    }).join("");
}

// One of the many ways to write `value` on one line.
function written(value, below) {
    const space = () => ["", "", " ", "\t", "\r"][below(5)];
    const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
    const text_of = (text) =>
        JSON.stringify(text).replace(/[^ -~]|\//gu, (c) =>
            below(2) ? c : c.split("").map(escaped).join(""),
        );
    const list = (open, items, close) =>
        `${open}${space()}${items.join(`${space()},${space()}`)}${space()}${close}`;
    if (typeof value === "string") return text_of(value);
    if (typeof value === "number") return value.toPrecision(17);
    if (Array.isArray(value)) {
        return list(
            "[",
            value.map((each) => written(each, below)),
            "]",
        );
    }
    if (value === null || typeof value !== "object") return String(value);
    const members = Object.entries(value).map(
        ([key, each]) => `${text_of(key)}${space()}:${space()}${written(each, below)}`,
    );
    return list("{", members, "}");
}
