// What two programs say of the same texts, two processes at a time.
import { spawn } from "node:child_process";

const k_at_once = 2;
const k_longest_ms = 300_000;
const k_product = "verify_deep"; // all critics

// {artifact}, or {fault} where the program does not read the text.
function review(program, { text, sources }) {
    return new Promise((resolve, reject) => {
        const child = spawn(program, [k_product], {
            stdio: ["pipe", "pipe", "ignore"], timeout: k_longest_ms, killSignal: "SIGKILL",
        });
        const out = [];
        child.stdout.on("data", (bytes) => out.push(bytes));
        child.stdin.on("error", () => {}); // ended before it had read all; its status tells
        child.on("error", reject);
        child.on("close", (status, signal) => {
            if (status !== 0) return resolve({ fault: `ended with ${signal ?? status}` });
            try {
                resolve({ artifact: JSON.parse(Buffer.concat(out).toString()) });
            } catch {
                resolve({ fault: "printed no JSON" });
            }
        });
        child.stdin.end(JSON.stringify({ payload: text, sources }));
    });
}

// Of each input, in order: {before, now}.
export async function review_all(programs, inputs) {
    const out = new Array(inputs.length);
    let next = 0;
    await Promise.all(Array.from({ length: k_at_once }, async () => {
        while (next < inputs.length) {
            const index = next++;
            const before = await review(programs.before, inputs[index]);
            out[index] = { before, now: await review(programs.now, inputs[index]) };
        }
    }));
    return out;
}
