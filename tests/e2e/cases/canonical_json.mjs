// Canonical JSON is what other implementations of RFC 8785 make; `make canonical` compares more.
import assert from "node:assert/strict";
import canonicalize from "canonicalize";
import { canonical_lines, compare_documents, compare_numbers } from "../lib/canonical.mjs";

export default function (test) {
    test("what has no canonical form is refused", async () => {
        const k_refused = [
            ['{"a":1,"a":2}', "duplicate object key"],
            ['{"\\u0061":1,"a":2}', "duplicate object key"],
            ['"\\ud800"', "a lone surrogate: half of a \\u pair without the other"],
            ['["\\udc00\\ud800"]', "a lone surrogate: half of a \\u pair without the other"],
            ["\ufeff{}", "a byte order mark stands before the value; send UTF-8 without one"],
            ["NaN", "not valid JSON"],
            ["-Infinity", "not valid JSON"],
            ["1e400", "a number does not fit"],
            ["[1,]", "not valid JSON"],
            ["{} {}", "text after the end of the value"],
            ["", "the text ends too early"],
            [`${"[".repeat(33)}${"]".repeat(33)}`, "nested too deeply"],
        ];
        assert.deepEqual(
            await canonical_lines(k_refused.map(([text]) => text)),
            k_refused.map(([, why]) => `refused: ${why}`),
        );
        for (const lone of ["\ud800", "\udc00\ud800"])
            assert.throws(() => canonicalize([lone]), "the peer refuses it too");
    });

    test("doubles print as V8 prints them", () => compare_numbers({ count: 50_000, seed: 1 }));

    test("documents are those of canonicalize", () => compare_documents({ count: 300, seed: 1 }));
}
