// Sixty paid syntheses whose twenty pages never answer: who buys something else does not notice.
import { request } from "../lib/http.mjs";
import { fresh_client } from "../lib/orders.mjs";
import { open_page, silent_page } from "../lib/own_internet.mjs";
import { done, limited, many, most, seconds, sold, tally, timed } from "./figures.mjs";

const k_jobs = 60;
const k_pages = 20;
const k_verifications = 10;
const k_syntheses = 4;
const k_verify_most_ms = 5_000;
const k_synthesis_most_ms = 60_000;

export async function pages(world, internet) {
    if (!internet) return { line: "pages: skipped, since only root can have an internet" };
    const { stack, route } = await limited(world);
    const [synthesis, verify] = [route("synthesis"), route("verify_basic")];
    const about = (urls) => ({ query: "What happened to the bridge?", sources: urls });
    const silent = (job) =>
        about(Array.from({ length: k_pages }, (_, i) => silent_page(job * k_pages + i)));
    const jobs = await many(k_jobs, k_jobs, (i) => sold(world, synthesis, silent(i)));
    const turned_away = tally();
    const bought = (product, body) =>
        timed(async () => {
            const id = await sold(world, product, body, () => turned_away.add(product.product));
            return done(stack, id);
        });
    const waiting = async () => {
        const polls = await many(k_jobs, k_jobs, (i) =>
            request("GET", `${stack.base_url}/v1/job/${jobs[i]}`, { from: fresh_client() }),
        );
        return polls.filter(({ status }) => status === 202).length;
    };
    const unended = await waiting();
    const [syntheses, verifications] = await Promise.all([
        many(k_syntheses, 2, (i) =>
            bought(synthesis, about([0, 1, 2, 3, 4].map((n) => open_page(i * 5 + n)))),
        ),
        many(k_verifications, 1, () => bought(verify)),
    ]);
    const is_unread = ([job]) => job.artifact.sources.some(({ status }) => status !== "used");
    const longest = (all) => most(all.map(([, ms]) => ms));
    const [verify_ms, synthesis_ms] = [longest(verifications), longest(syntheses)];
    const [, rest_ms] = await timed(() => Promise.all(jobs.map((id) => done(stack, id))));
    const { silent: connections } = await internet.counts();
    return {
        line:
            `pages: ${unended} of ${k_jobs} silent jobs unended, then a verification took ` +
            `${seconds(verify_ms)} at most, a synthesis of 5 pages ${seconds(synthesis_ms)} ` +
            `at most ` +
            `(${turned_away.text() || "nobody"} told "busy" first); the rest was done ` +
            `${seconds(rest_ms)} later, after ${connections} silent connections`,
        broken: {
            "too few jobs were waiting": unended < k_jobs / 2,
            "a verification was late": verify_ms > k_verify_most_ms,
            "a synthesis was late": synthesis_ms > k_synthesis_most_ms,
            "an open page was not read": syntheses.some(is_unread),
        },
    };
}
