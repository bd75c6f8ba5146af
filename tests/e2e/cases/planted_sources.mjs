// The short form of `make accuracy-sources`: of the planted sets as many hold as did when they were
// last measured, in both halves.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { programs, repository } from "../lib/paths.mjs";

const run = promisify(execFile);

export default function (test) {
    for (const [half, least] of [["open", 80], ["blind", 55]])
        test(`planted sets of sources, ${half}: ${least} of 100 come out wholly right`, async () => {
            await run(process.execPath, [
                join(repository, "tests/accuracy/sources.mjs"), join(programs, "assay-run"), half,
                "--least", String(least),
            ]);
        });
}
