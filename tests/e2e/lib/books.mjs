// The operator's verbs that look at the books of a stack.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { programs } from "./paths.mjs";

const run = promisify(execFile);

// `assay WORDS` with the stack's configuration: {stdout, stderr}; throws when it fails.
export const assay = (stack, words, options = {}) =>
    run(join(options.program_dir ?? programs, "assay"), [...words, "--config", stack.config_file], {
        env: { ...process.env, ASSAY_RUN_DIR: join(stack.run_dir, "run"), ...options.env },
    });

// `assay db check` finds nothing wrong.
export async function books_agree(stack) {
    const { stdout } = await assay(stack, ["db", "check"]);
    assert.match(stdout, /^0 violations/m);
}

// `assay payments list`: one object for each payment.
export async function payments(stack) {
    const { stdout } = await assay(stack, ["payments", "list"]);
    return stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
}
