#!/usr/bin/env node
// Compares our canonical JSON with V8 and with npm's `canonicalize`: NUMBERS doubles (1000000) and
// DOCUMENTS documents (2000) of SEED. Exit 1 at the first difference.
import { compare_documents, compare_numbers } from "./lib/canonical.mjs";

const setting = (name, fallback) => Number(process.env[name] || fallback);
const numbers = setting("NUMBERS", 1_000_000);
const documents = setting("DOCUMENTS", 2_000);
const seed = setting("SEED", Date.now() % 2 ** 32);

await compare_numbers({ count: numbers, seed });
console.log(`${numbers} doubles as V8 prints them, SEED=${seed}`);
await compare_documents({ count: documents, seed });
console.log(`${documents} documents as canonicalize has them, SEED=${seed}`);
