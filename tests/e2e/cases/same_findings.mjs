// `make same`, with programs that are scripts: what differs between them is told, and nothing else.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { report_of, told } from "../../same/report.mjs";
import { review_all } from "../../same/reviews.mjs";

const finding = (check, start, end, severity = "major") =>
    ({ check, spans: [{ start, end }], final: { severity, status: "standing" } });
const artifact = (findings, verdict = "FAIL", score = 44) => ({
    findings, verdict, score,
    claims: [{ span: { start: 0, end: 40 }, status: "verified", checks: ["arith.sum"] }],
});

// A program that prints this of every text; with `refused`, it fails on a text that has that word.
function script(path, said, refused = "\n") {
    const lines = [
        "#!/bin/sh", `if grep -q '${refused}'; then exit 70; fi`, `echo '${JSON.stringify(said)}'`,
    ];
    writeFileSync(path, `${lines.join("\n")}\n`, { mode: 0o755 });
    return path;
}

export default function (test) {
    const k_texts = [{ place: "a.txt:3", text: "plain" }, { place: "b.txt", text: "hard" }];
    const k_both = [finding("arith.sum", 17, 29), finding("url.phish", 30, 34)];
    const rows = [
        ["the same", artifact(k_both), "none", []],
        ["one finding less", artifact([k_both[0]]), "hard", [
            "failed  now  b.txt  -  ended with 70",
            "lost  url.phish  a.txt:3  30-34  finding major standing",
        ]],
        ["one told otherwise, and a verdict", artifact([finding("arith.sum", 17, 28, "minor"), k_both[1]],
            "CAUTION", 71), "hard", [
            "failed  now  b.txt  -  ended with 70",
            "moved  arith.sum  a.txt:3  17-29  finding major standing -> 17-28 minor standing",
            "moved  verdict  a.txt:3  -  verdict FAIL 44 -> CAUTION 71",
        ]],
    ];
    for (const [name, said, refused, lines] of rows)
        test(`make same tells ${name}`, async () => {
            const folder = mkdtempSync(join(tmpdir(), "assay-same-"));
            try {
                const before = script(join(folder, "before"), artifact(k_both), "none");
                const now = script(join(folder, "now"), said, refused);
                const report = report_of(k_texts, await review_all({ before, now }, k_texts));
                assert.deepEqual(report.lines, lines);
                assert.equal(report.failed, lines.filter((line) => line.startsWith("failed")).length);
                assert.equal(told(report).includes("no finding"), lines.length === 0);
            } finally {
                rmSync(folder, { recursive: true });
            }
        });
}
