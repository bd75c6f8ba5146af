// The short form of `make accuracy-sources`: of the planted sets as many hold as did when they were
// last measured, in both halves.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { programs, repository } from "../lib/paths.mjs";

const run = promisify(execFile);

export default function (test) {
    for (const [half, all, least] of [["open", 126, 57], ["blind", 86, 49]])
        test(`planted sets of sources, ${half}: ${least} of ${all} come out wholly right`, async () => {
            await run(process.execPath, [
                join(repository, "tests/accuracy/sources.mjs"), join(programs, "assay-run"), half,
                "--least", String(least),
            ]);
        });
}
