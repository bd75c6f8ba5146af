// How fast an artifact of 1 MB becomes canonical bytes, here and by npm's `canonicalize`.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { programs } from "../../e2e/lib/paths.mjs";
import { packages } from "./peers.mjs";
import { median } from "./rounds.mjs";
import { report_of } from "./text.mjs";

const k_bytes = 1_000_000;
const k_milliseconds = 300;

// Medians over `rounds`, in MB/s of canonical bytes made of the value: {ours, peer}; `parsed` is
// ours with reading the text before it.
export async function measure_canonical(directory, rounds) {
    const { default: canonicalize } = await import(packages.resolve("canonicalize"));
    const artifact = large_artifact();
    const file = join(directory, "artifact.json");
    writeFileSync(file, JSON.stringify(artifact));
    const found = { ours: [], parsed: [], peer: [] };
    for (let round = 0; round < rounds; ++round) {
        const printed = execFileSync(
            join(programs, "canonical-json"),
            [file, String(k_milliseconds)],
            { encoding: "utf8" },
        );
        const [ours, parsed] = printed.split(" ").map(Number);
        found.ours.push(ours);
        found.parsed.push(parsed);
        found.peer.push(rate_of(() => canonicalize(artifact)));
    }
    return Object.fromEntries(Object.entries(found).map(([name, all]) => [name, median(all)]));
}

// What assay-run says of a long text, its claims repeated until it has the size.
function large_artifact() {
    const artifact = JSON.parse(
        execFileSync(join(programs, "assay-run"), ["verify_basic"], {
            input: JSON.stringify({ payload: report_of(100_000) }),
            stdio: ["pipe", "pipe", "ignore"],
        }),
    );
    const { claims } = artifact;
    const bytes_of = (value) => Buffer.byteLength(JSON.stringify(value));
    const times = Math.ceil((k_bytes - bytes_of(artifact)) / bytes_of(claims));
    artifact.claims = Array.from({ length: times + 1 }, () => claims).flat();
    return artifact;
}

function rate_of(make) {
    const begin = performance.now();
    let bytes = 0;
    let milliseconds = 0;
    do {
        bytes += Buffer.byteLength(make());
        milliseconds = performance.now() - begin;
    } while (milliseconds < k_milliseconds);
    return bytes / 1e3 / milliseconds;
}
