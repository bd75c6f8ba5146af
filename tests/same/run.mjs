#!/usr/bin/env node
// Which findings, passes and verdicts of verify a change gains, loses or moves: what two assay-run say
// of the same texts. Writes CHANGE.txt beside this file, and prints the counts by check.
//   node run.mjs NOW BEFORE NAME      two programs, and what the second one is called
// Setting by environment: SEED=1, which documents of this machine. Exit 1 when one program fails on a
// text that the other one reads; a difference is no failure.
import { writeFileSync } from "node:fs";
import { all_inputs } from "./inputs.mjs";
import { report_of, told } from "./report.mjs";
import { review_all } from "./reviews.mjs";

const [, , now, before, name] = process.argv;
const seed = process.env.SEED || "1";
const kinds = all_inputs(seed);
const inputs = Object.values(kinds).flat();
const about = Object.entries(kinds).map(([kind, list]) => `${list.length} ${kind}`).join(", ");
console.log(about);
const begun = performance.now();
const report = report_of(inputs, await review_all({ before, now }, inputs));
const head = `# Since ${name}, SEED=${seed}: ${about}`;
writeFileSync(new URL("CHANGE.txt", import.meta.url), `${[head, ...report.lines].join("\n")}\n`);
console.log(told(report));
const seconds = ((performance.now() - begun) / 1000).toFixed(0);
console.log(`${report.lines.length} lines in tests/same/CHANGE.txt, ${seconds} s`);
process.exitCode = report.failed === 0 ? 0 : 1;
