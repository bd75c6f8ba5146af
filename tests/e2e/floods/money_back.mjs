// Those who buy what can't be done whole, so that the price comes back: texts beside pages that never
// answer, and reviews whose model is away. Money comes back for the latter alone, up to the day's bounds.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { books_agree } from "../lib/books.mjs";
import { post, request } from "../lib/http.mjs";
import { start_model } from "../lib/model.mjs";
import { fresh_client } from "../lib/orders.mjs";
import { silent_page } from "../lib/own_internet.mjs";
import { eventually } from "../lib/process.mjs";
import { done, limited, many, median, ms_of_sales, seconds, sold, tally, terms } from "./figures.mjs";

const k_silent = 40;
const k_sales = 31;
const k_sale_most_ms = 300;
const k_model_jobs = 36;
const k_model_clients = 3;
const k_a_client = 10; // credits a day
const k_a_shop = 20;
const k_nothing_to_ask = '{"schema_version":1}'; // so that no network is missing

export async function money_back(world, internet) {
    if (!internet) return { line: "money_back: skipped, since only root can have an internet" };
    const pages = await silent_pages(world);
    const models = await absent_model(world);
    return {
        line: `money_back: ${pages.line}; ${models.line}`,
        broken: { ...pages.broken, ...models.broken },
    };
}

async function silent_pages(world) {
    const { stack, route } = await limited(world);
    writeFileSync(join(stack.run_dir, "basket.json"), k_nothing_to_ask);
    const wanted = route("verify_standard");
    const beside = (i) => ({ ...wanted.sample, sources: [silent_page(i)] });
    const ids = await many(k_silent, k_silent, (i) => sold(world, wanted, beside(i)));
    const sale_ms = await ms_of_sales(world, route("verify_basic"), k_sales, 202);
    const jobs = await Promise.all(ids.map((id) => done(stack, id)));
    const credits = jobs.flatMap((job) => job.credits);
    await books_agree(stack);
    return {
        line:
            `${k_silent} texts beside a silent page: ${jobs.length} reviewed, ${credits.length} credits; ` +
            `${k_sales} sales beside them in ${seconds(median(sale_ms))} (median)`,
        broken: {
            "a review for nothing": credits.length > 0,
            "sales were slow beside silent pages": median(sale_ms) > k_sale_most_ms,
        },
    };
}

async function absent_model(world) {
    const model = await start_model();
    try {
        const { stack, route } = await limited(world, {
            overrides: { llm: { url: model.url, model: "scripted", job_time: "8s", call_timeout: "4s" } },
        });
        const health = async () => (await request("GET", `${stack.base_url}/health`)).json;
        await eventually("the model is asked", async () => (await health()).checks.model === "ok");
        const wanted = route("verify_standard");
        const clients = Array.from({ length: k_model_clients }, fresh_client);
        const paid = await many(k_model_jobs, k_model_jobs, async (i) => {
            const from = clients[i % k_model_clients];
            const { account } = await world.buyer();
            return { from, payment: await world.sign(account, await terms(wanted, from)) };
        });
        model.behaviour = "hang";
        const buy = ({ from, payment }) => post(wanted.url, wanted.sample, { payment, from });
        const answers = await Promise.all(paid.map(buy));
        const jobs = [];
        const told = tally();
        for (const [i, { status, json }] of answers.entries())
            if (status !== 202) told.add(json.code);
            else jobs.push({ from: paid[i].from, ...(await done(stack, json.job_id)) });
        const credited = jobs.flatMap(({ from, credits }) =>
            credits.filter(({ state }) => state === "open").map(() => from));
        const dearest = Math.max(0, ...clients.map((each) => credited.filter((from) => from === each).length));
        await books_agree(stack);
        return {
            line:
                `the model away under ${jobs.length} of ${k_model_jobs} reviews from ${k_model_clients} ` +
                `clients: ${credited.length} credits, ${dearest} of them to one client (not sold: ` +
                `${told.text() || "none"})`,
            broken: {
                "more than the shop gives back in a day": credited.length > k_a_shop,
                "more than a client gets back in a day": dearest > k_a_client,
                "nobody's money came back": credited.length === 0,
            },
        };
    } finally {
        await model.stop();
    }
}
