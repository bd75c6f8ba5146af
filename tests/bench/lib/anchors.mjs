// Results anchored in batches on a local chain: what a hash costs there, and whether the worker grows.
import { anchoring, nothing_waits, sent_by } from "../../e2e/lib/anchor.mjs";
import { make_buyer, sign_payment } from "../../e2e/lib/buyer.mjs";
import { start_chain } from "../../e2e/lib/chain.mjs";
import { post } from "../../e2e/lib/http.mjs";
import { start_stack } from "../../e2e/lib/stack.mjs";
import { processes_of } from "./load.mjs";
import { drained } from "./purchases.mjs";

const k_batch = 100;
// Gas for each hash in batches of as many, measured with the same contract behind a proxy (DESIGN.md,
// 8), and how many results are anchored here.
const k_ways = {
    eas: { gas: 24_833, results: 2_000 },
    selfsend: { gas: 1_488, results: 200 },
};
// The database's caches fill until some 4,000 results: 57 MB then, and no more after 8,000.
const k_growth = 1.4;
const k_buyers = 8;
const k_word_bytes = 32;

// `plan`: `facilitator`, and `path` and `body` of what is bought.
export async function measure_anchors(report, plan) {
    const chain = await start_chain();
    try {
        for (const [mode, way] of Object.entries(k_ways))
            await measure_mode(report, { ...plan, chain }, mode, way);
    } finally {
        await chain.stop();
    }
}

async function measure_mode(report, plan, mode, { gas, results }) {
    const { account, options } = await anchoring(plan, {
        anchor: { mode, batch_interval: "3600s", batch_max: k_batch, max_fee_gwei: "50" },
        overrides: { sla: { verify_basic: "86400s" } },
    });
    const stack = await start_stack({ ...plan, ...options });
    try {
        const begin = performance.now();
        const rss = [];
        for (let half = 0; half < 2; ++half) {
            await buy(plan, stack, results / 2);
            await drained(stack);
            await nothing_waits(stack);
            rss.push(worker_rss_mb(stack));
        }
        const seconds = (performance.now() - begin) / 1000;
        const found = await cost(plan.chain, account);
        if (found.hashes !== results) throw new Error(`${found.hashes} hashes in the chain`);
        const each = found.gas / found.hashes;
        report.note(
            `${results} results anchored by ${mode} in ${found.transactions} transactions: ` +
                `${each.toFixed(0)} gas for each hash, known ${gas}; bought, run and anchored in ` +
                `${seconds.toFixed(0)} s; RSS of the worker ` +
                `${rss.map((mb) => mb.toFixed(1)).join(", then ")} MB`,
        );
        report.gate(`gas for each hash, ${mode} / known`, each / gas, "<=", 1.05, "x");
        report.gate(`RSS of the worker, ${mode}, end / half`, rss[1] / rss[0], "<=", k_growth, "x");
    } finally {
        await stack.stop();
    }
}

async function buy({ path, body }, { base_url }, count) {
    const url = base_url + path;
    const { required } = await post(url, body);
    const { account } = make_buyer();
    let left = count;
    const buyer = async () => {
        while (left-- > 0) {
            const payment = await sign_payment(account, required);
            const { status, text } = await post(url, body, { payment });
            if (status !== 202) throw new Error(`a purchase was answered ${status} ${text}`);
        }
    };
    await Promise.all(Array.from({ length: k_buyers }, buyer));
}

function worker_rss_mb({ pid }) {
    return processes_of([pid]).find(({ name }) => name === "assay-worker").rss_mb;
}

// Of all that `account` sent: {transactions, hashes, gas}. The calldata is words: the hashes, behind a
// selector, an offset and a count where a contract is called.
async function cost(chain, account) {
    const sent = await sent_by(chain, account);
    const found = { transactions: sent.length, hashes: 0, gas: 0 };
    for (const { hash, input, from, to } of sent) {
        const { status, gasUsed } = await chain.client.getTransactionReceipt({ hash });
        if (status !== "success") throw new Error(`${hash} failed`);
        const words = Math.floor((input.length - 2) / 2 / k_word_bytes);
        found.hashes += from === to ? words : words - 2;
        found.gas += Number(gasUsed);
    }
    return found;
}
