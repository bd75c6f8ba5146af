// The synthesize products as buyers meet them: what is refused before anybody pays, and the largest
// and smallest of what is sold.
import assert from "node:assert/strict";
import { books_agree } from "../lib/books.mjs";
import { post } from "../lib/http.mjs";
import { delivered, judged, v1_buyer } from "../lib/orders.mjs";
import { await_job } from "../lib/purchase.mjs";

const k_most_points = 50_000;

export default function (test) {
    test("what cannot be read as two streams is 422 with its place, and nothing is charged", async (world) => {
        const buyer = await world.buyer();
        const route = route_of(world, "correlation");
        const terms = await world.terms(route);
        const rows = [
            [{ query: "?" }, ["body", "streams"]],
            [{ query: "", streams: two(3) }, ["body", "query"]],
            [{ query: "?", streams: { a: {} } }, ["body", "streams"]],
            [{ query: "?", streams: { a: { points: [["yesterday", 1]] }, b: { events: [1] } } },
                ["body", "streams", "a", "points", 0, 0]],
            [{ query: "?", streams: two(3), timeframe: "a week" }, ["body", "timeframe"]],
            [{ query: "?", streams: two(3), options: { alpha: 2 } }, ["body", "options", "alpha"]],
        ];
        for (const [body, loc] of rows) {
            const payment = await world.sign(buyer.account, terms);
            const [answer, spent] = await world.money_moved(buyer.address, () =>
                post(route.url, body, { payment }),
            );
            assert.equal(answer.status, 422, answer.text);
            assert.deepEqual(answer.json.detail[0].loc, loc);
            assert.equal(spent, 0n);
        }
    });

    test("two streams with as many points as are taken are bought and judged", async (world) => {
        const artifact = await bought(world, "correlation", {
            query: "Do they move together?",
            streams: two(k_most_points),
        });
        assert.equal(artifact.streams.a.points, k_most_points);
        assert.equal(artifact.alignment.n, k_most_points);
        assert.equal(artifact.conclusion.relation, "positive");
        assert.equal(artifact.conclusion.lead, null);
    });

    test("sources that lead inside, or are none, are 422 on both rails, and nothing is charged", async (world) => {
        const buyer = await world.buyer();
        const route = route_of(world, "synthesis");
        const terms = await world.terms(route);
        const rows = [
            [[], "too_short"],
            [[""], "string_too_short"],
            [["http://127.0.0.1/"], "host_not_public"],
            [["fine", { url: "http://169.254.169.254/latest/" }], "host_not_public"],
            [["http://localhost/x"], "host_reserved"],
            [["http://www.python.org:8080/"], "url_port"],
            [[{ url: "file:///etc/passwd" }], "url_parsing"],
        ];
        for (const [sources, type] of rows) {
            const payment = await world.sign(buyer.account, terms);
            const body = { query: "?", sources };
            const [answer, spent] = await world.money_moved(buyer.address, () =>
                post(route.url, body, { payment }),
            );
            assert.equal(answer.status, 422, answer.text);
            assert.equal(answer.json.detail[0].type, type, answer.text);
            assert.equal(answer.json.detail[0].loc[1], "sources");
            assert.equal(spent, 0n);
            const order = await post(new URL("/v1/synthesize", world.stack.base_url).href, {
                type: "synthesis",
                ...body,
            });
            assert.equal(order.status, 422, order.text);
            assert.equal(order.json.detail[0].type, type, order.text);
        }
    });

    test("each source has its nearest lines, each where it stands in its source", async (world) => {
        const route = route_of(world, "synthesis");
        for (const product of ["synthesis", "brief"]) {
            const artifact = await bought(world, product);
            const texts = route.sample.sources.map((each) => [...(each.text ?? each)]);
            const stands = ({ source, start, end, quote }) => {
                const text = texts[Number(source.slice(1)) - 1];
                assert.equal(text.slice(start, end).join(""), quote);
            };
            assert.deepEqual(artifact.ballot.map(({ source }) => source).sort(), ["S1", "S2", "S3"]);
            for (const { source, lines, reason } of artifact.ballot) {
                assert.equal(lines.length > 0, reason === null);
                for (const line of lines) stands({ source, ...line });
            }
            artifact.answer.quotes.forEach(stands);
            assert.match(artifact.answer.text, /^(Probably|Not sure\. Nearest): \u201c/);
            assert.equal(artifact.confidence.score, artifact.answer.share);
            for (const { sides } of artifact.differs)
                for (const side of sides) side.stands.forEach(stands);
            for (const { source, start, end } of artifact.sourcing_map)
                assert.ok(start < end && end <= texts[Number(source.slice(1)) - 1].length);
            const costs = artifact.differs.flatMap(({ sides }) => sides.map(({ value }) => value));
            assert.match(costs.join(), /4\.2 million/);
            assert.match(costs.join(), /6\.8 million/);
            assert.equal(artifact.sections?.length, product === "brief" ? 8 : undefined);
            assert.equal(artifact.engine.llm, null);
        }
    });

    test("the same order gives the same artifact", async (world) => {
        const made = [];
        for (let i = 0; i < 2; ++i) {
            const artifact = await bought(world, "synthesis");
            for (const name of ["job_id", "completed_at", "usage"]) delete artifact[name];
            made.push(artifact);
        }
        assert.deepEqual(made[0], made[1]);
    });

    test("when no page can be read the verdict is INSUFFICIENT and the price a credit", async (world) => {
        const rows = [
            { type: "synthesis", sources: ["http://nowhere.netlab/a"] },
            { type: "correlation", sources: ["http://nowhere.netlab/a.csv", csv_of(two(9).a)] },
        ];
        for (const row of rows) {
            const body = { ...row, query: "?" };
            const buyer = await v1_buyer(world, world.stack, { path: "/v1/synthesize", body });
            const order = await buyer.order();
            const { transactionHash } = await buyer.pay(order);
            assert.equal((await judged(buyer, order, transactionHash)).status, 200);
            const job = await delivered(world.stack, buyer, order);
            assert.equal(job.verdict, "INSUFFICIENT");
            assert.equal(job.artifact.sources[0].status, "refused");
            assert.equal(job.artifact.sources[0].reason, "host_not_usable");
            assert.deepEqual(job.credits.map(({ reason }) => reason), ["sources_unread"]);
            await books_agree(world.stack);
        }
    });

    test("two sources that are streams are compared, and the others say what stands in them", async (world) => {
        const { a, b } = two(40);
        const artifact = await bought(world, "correlation", {
            query: "Do costs move with visits?",
            sources: ["Costs moved with the visits in January.", csv_of(a), csv_of(b)],
        });
        assert.equal(artifact.verdict, "POSITIVE");
        assert.equal(artifact.streams.a.source, "S2");
        assert.equal(artifact.alignment.n, 40);
        assert.deepEqual(artifact.context.ballot.map(({ source }) => source), ["S1"]);
        assert.equal(artifact.context.ballot[0].lines.length, 1);
        await books_agree(world.stack);
    });

    test("the leading stream and its lag are told", async (world) => {
        const { conclusion } = await bought(world, "correlation");
        assert.equal(conclusion.relation, "positive", conclusion.text);
        assert.equal(conclusion.lead, "a");
        assert.equal(conclusion.lag, "PT3H");
    });
}

const route_of = (world, product) => world.routes.find((each) => each.product === product);

// The artifact of `product`, bought with `body`.
async function bought(world, product, body) {
    const route = route_of(world, product);
    const buyer = await world.buyer();
    const payment = await world.sign(buyer.account, await world.terms(route));
    const sold = await post(route.url, body ?? route.sample, { payment });
    assert.equal(sold.status, 202, sold.text);
    const { json } = await await_job(world.stack.base_url, sold.json.job_id);
    assert.equal(json.status, "complete", JSON.stringify(json));
    return json.artifact;
}

// Points as objects, which are the longest way to write them.
function two(count) {
    const start = Date.UTC(2026, 0, 1);
    const points = (factor) =>
        Array.from({ length: count }, (_, i) => ({
            t: new Date(start + i * 60_000).toISOString().slice(0, 19) + "Z",
            v: ((i * 7919) % 1009) * factor,
        }));
    return { a: { points: points(1) }, b: { points: points(2.5) } };
}

const csv_of = ({ points }) => points.map(({ t, v }) => `${t},${v}\n`).join("");
