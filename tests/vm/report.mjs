// What was tried, a line each, and how many held.
import { eventually } from "../e2e/lib/process.mjs";

export function make_report(words) {
    let passed = 0;
    let failed = 0;
    return {
        wanted: (name) => words.length === 0 || words.some((word) => name.includes(word)),
        // Runs `step`; what it returns is told, what it throws is why it failed. Whether it held.
        async step(name, step) {
            const begin = Date.now();
            try {
                const said = await step();
                ++passed;
                const took = `${((Date.now() - begin) / 1000).toFixed(1)} s`;
                console.log(`ok    ${name} (${said ? `${said}; ` : ""}${took})`);
                return true;
            } catch (error) {
                ++failed;
                const [first, second = ""] = String(error.message ?? error).split("\n");
                console.log(`FAIL  ${name}: ${`${first} ${second}`.trim().slice(0, 1_500)}`);
                return false;
            }
        },
        end() {
            console.log(`${passed} passed, ${failed} failed`);
            return failed === 0 ? 0 : 1;
        },
    };
}

// Waits up to 60 s for `probe`, which returns what is seen; `wish` is a pattern of it. What was seen
// last is the reason.
export async function seen(what, wish, probe, timeout_ms = 60_000) {
    let last;
    // What is down for a moment refuses to be asked.
    const look = async () => {
        last = String(await Promise.resolve(probe()).catch(({ message }) => message));
        return wish.test(last);
    };
    try {
        await eventually(what, look, { timeout_ms, interval_ms: 500 });
    } catch {
        throw new Error(`${what} has no ${wish} within ${timeout_ms / 1000} s, but: ` +
            last.trim().slice(-500).replaceAll("\n", " | "));
    }
}
