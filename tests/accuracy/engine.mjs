// The engine of verify, as a program.
import { spawn } from "node:child_process";

const k_at_once = 3;
const k_grave = new Set(["minor", "major", "critical"]);
const engine = `build/${process.env.MODE ?? "release"}/assay-run`;

// The findings that stand with severity minor or above.
function findings_of({ text, sources }, tier) {
    return new Promise((resolve, reject) => {
        const child = spawn(engine, [`verify_${tier}`], { stdio: ["pipe", "pipe", "ignore"] });
        let out = "";
        child.stdout.on("data", (bytes) => (out += bytes));
        child.on("error", reject);
        child.on("close", (status) => {
            if (status !== 0) return reject(new Error(`${engine} ended with ${status}`));
            const artifact = JSON.parse(out);
            const standing = artifact.findings.filter((each) =>
                each.final.status !== "withdrawn" && k_grave.has(each.final.severity));
            resolve({
                findings: standing, verdict: artifact.verdict, ruleset: artifact.engine.ruleset,
            });
        });
        const given = tier === "basic" ? undefined : sources;
        child.stdin.end(JSON.stringify({ payload: text, sources: given }));
    });
}

// Of each case, in order: {findings, verdict, ruleset}. Basic takes no sources: it reads the text.
export async function run_all(cases, tier = "deep") {
    const results = new Array(cases.length);
    let next = 0;
    await Promise.all(Array.from({ length: k_at_once }, async () => {
        while (next < cases.length) {
            const index = next++;
            results[index] = await findings_of(cases[index], tier);
        }
    }));
    return results;
}
