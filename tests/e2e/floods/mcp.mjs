// 64 clients of MCP who introduce themselves, read the lists, ask for terms and send what is no message,
// as often as the limits let them, beside honest buyers at the routes: those wait hardly longer, since
// /mcp has a pool of its own. Their facilitator takes as long as the chain does; what a sale takes
// besides is told as well.
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { limited, median, ms_of_sales, seconds } from "./figures.mjs";

const k_crowd = fileURLToPath(new URL("mcp_crowd.mjs", import.meta.url));
const k_warm_ms = 500;
const k_rounds = 15; // short ones, so that other work of the machine hits both sides of one
const k_sales = 9; // of each round, alone and beside the crowd
const k_slower_most = 1.2;
const k_ours_slower_most = 2; // beside a crowd that takes half of a processor
const k_block_ms = 200; // Base shows what is in its next block so often
const k_least_answers = 2_000;

export async function mcp(world) {
    const { stack, route } = await limited(world);
    const wanted = route("verify_basic");
    const facilitator = { settle: { delay_ms: k_block_ms } };
    const sales = async () =>
        median(await ms_of_sales(world, wanted, k_sales, 202, { facilitator }));
    const crowd = fork(k_crowd, [`${stack.base_url}/mcp`, JSON.stringify(wanted.sample)]);
    await sales(); // warms up, and is not counted
    const rounds = [];
    let told = {};
    for (let round = 0; round < k_rounds; ++round) {
        const alone = await sales();
        crowd.send("go");
        await sleep(k_warm_ms);
        const beside = await sales();
        crowd.send("stop");
        [told] = await once(crowd, "message");
        rounds.push({ alone, beside, ratio: beside / alone });
    }
    crowd.disconnect();
    const of = (key) => median(rounds.map((each) => each[key]));
    const own = (ms) => Math.round(ms - k_block_ms);
    const answers = Object.values(told).reduce((sum, n) => sum + n, 0);
    const words = Object.entries(told).map(([word, n]) => `${n} x ${word}`);
    return {
        line:
            `mcp: beside clients who flood /mcp (${words.join(", ")}) sales take ` +
            `${seconds(of("beside"))} (median), alone ${seconds(of("alone"))}, ` +
            `${own(of("beside"))} and ${own(of("alone"))} ms of them ours: ` +
            `${of("ratio").toFixed(2)} times, by round ` +
            rounds.map(({ ratio }) => ratio.toFixed(2)).join(" "),
        broken: {
            "sales were slow": of("ratio") > k_slower_most,
            "our part of a sale was slow": own(of("beside")) > k_ours_slower_most * own(of("alone")),
            "a message was a fault of ours": words.some((word) => / x 500 /.test(word)),
            "the crowd was not there": answers < k_least_answers,
        },
    };
}
