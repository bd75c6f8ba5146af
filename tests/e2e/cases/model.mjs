// What is sold with a language model: on both rails, with its record, and what a model that fails
// costs a buyer (nothing) and an operator (the price, once).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { post } from "../lib/http.mjs";
import { honest } from "../lib/model.mjs";
import { health, model_is, replays, told_away, transcript_of, with_model } from "../lib/model_shop.mjs";
import { fresh_client } from "../lib/orders.mjs";
import { eventually, kill_quietly } from "../lib/process.mjs";
import { await_job, hashes } from "../lib/purchase.mjs";
import { k_wrong_sum } from "../lib/samples.mjs";
import { bought_v1, bought_v2, route_of } from "../lib/sourced.mjs";

// Numbers that stand apart, which no check of the critics brings together.
const k_payload =
    "In the spring the library of Ambry owned 4,210 volumes. The roof was mended in June. Over the " +
    "summer the council bought 385 volumes for it. Its reading room faces the river. By autumn the " +
    "shelves held 4,695 volumes.";
const k_known = [{
    quote: "4,695 volumes", formula: "[4,210 volumes] + [385 volumes]",
    within: "the shelves held 4,695 volumes",
}];

export default function (test) {
    test("standard and deep are sold with the model, and their record replays", async (world) => {
        await with_model(world, honest(k_known), async (selling, model) => {
            const jobs = [
                await bought_v2(selling, { payload: k_payload }),
                await bought_v2(selling, { payload: k_payload }, "verify_deep"),
                await bought_v1(selling, { payload: k_payload }),
            ];
            for (const job of jobs) {
                const { artifact } = job;
                assert.deepEqual(job.credits, []);
                assert.equal(artifact.engine.mode, "builtin+llm");
                assert.equal(artifact.engine.degraded, false, JSON.stringify(artifact.engine));
                // No bench has shown what the model is worth: an opinion, and no finding.
                assert.ok(!artifact.findings.some(({ pointed_by }) => pointed_by === "model"));
                assert.equal(artifact.opinions.length, 1);
                assert.equal(artifact.opinions[0].spans[0].quote, "4,695 volumes");
                assert.equal(artifact.opinions[0].evidence.value, "4595");
                const told = await hashes(selling.stack.base_url, job);
                assert.equal(told.canonicalized, job.result_hash);
                assert.equal(told.stored, job.result_hash);
                await replays(selling, job, told.artifact_reply.bytes, { payload: k_payload });
            }
            assert.equal(selling.stack.children("assay-llm").length, 0);
        });
    });

    test("synthesis and brief are sold without the model, and while it is away", async (world) => {
        const body = {
            query: "When does the swimming pool of Linden open again?",
            sources: ["The swimming pool of Linden is shut for repairs until the autumn of 2027."],
        };
        const shown = [];
        const reading = honest();
        const behaviour = (material) => {
            shown.push(material);
            return reading(material);
        };
        const sells = async (selling) => {
            const jobs = [
                await bought_v2(selling, body, "synthesis"),
                await bought_v2(selling, body, "brief"),
                await bought_v1(selling, { type: "synthesis", ...body }, undefined, "/v1/synthesize"),
            ];
            for (const { artifact, credits, job_id } of jobs) {
                assert.deepEqual(credits, []);
                assert.equal(artifact.engine.mode, "builtin");
                assert.equal(artifact.engine.llm, null);
                assert.equal(artifact.engine.degraded, false);
                assert.match(artifact.answer.text, /until the autumn of 2027/);
                assert.equal((await transcript_of(selling, job_id)).status, 404);
            }
            assert.ok(!shown.some((material) => material.includes("Linden")));
        };
        await with_model(world, behaviour, sells);
        assert.ok(shown.length > 0); // its worker's looks
        await with_model(world, 500, sells, { status: "away" });
    });

    test("a model that is away sells nothing on either rail, and basic all the same", async (world) => {
        await with_model(world, 500, async (selling, model) => {
            await alarms_are(selling.stack, ["model_away"]);
            assert.equal((await health(selling.stack)).status, "degraded");
            for (const tier of ["standard", "deep"]) {
                const route = route_of(selling, `verify_${tier}`);
                const buyer = await world.buyer();
                const terms = await world.terms(route);
                assert.match(terms.resource.description, /A language model is asked/);
                const payment = await world.sign(buyer.account, terms);
                const [answer, spent] = await world.money_moved(buyer.address, () =>
                    post(route.url, { payload: k_payload }, { payment }));
                told_away(answer);
                assert.equal(spent, 0n);
                told_away(await post(new URL("/v1/verify", selling.stack.base_url).href,
                    { tier, payload: k_payload }, { from: fresh_client() }));
            }
            const asked = model.asked;
            const { artifact } = await bought_v2(selling, { payload: k_payload }, "verify_basic");
            assert.equal(artifact.engine.mode, "builtin");
            await bought_v1(selling, { payload: k_payload }, "basic");
            model.behaviour = honest(k_known);
            await model_is(selling.stack, "ok", 90_000);
            await alarms_are(selling.stack, []);
            assert.ok(model.asked > asked);
            await bought_v2(selling, { payload: k_payload });
        }, { status: "away" });
    }, { takes_s: 35 });

    test("a model that hangs after the sale is a review in time, and the price back", async (world) => {
        await with_model(world, honest(k_known), async (selling, model) => {
            model.behaviour = "hang";
            const begun = Date.now();
            const [v2, v1] = await Promise.all([
                bought_v2(selling, { payload: k_wrong_sum }),
                bought_v1(selling, { payload: k_wrong_sum }),
            ]);
            assert.ok(Date.now() - begun < 60_000);
            for (const { artifact, credits, job_id } of [v2, v1]) {
                assert.equal(artifact.engine.degraded_reason, "model_away");
                assert.ok(artifact.findings.length > 0); // the critics' own review is theirs
                assert.deepEqual(credits.map(({ reason, state }) => [reason, state]), [
                    ["model_away", "open"],
                ]);
                assert.equal((await transcript_of(selling, job_id)).status, 200);
            }
            // And it is taken off sale: by a look of the worker's own, which paid reviews bring on.
            await model_is(selling.stack, "away", 120_000);
        }, { llm: { job_time: "8s", call_timeout: "4s" } });
    }, { takes_s: 70 });

    test("a text that uses up its budget is reviewed, and its price kept: ours is answered", async (world) => {
        const answer = honest(k_known);
        const slow = (material) => (material.includes("Ambry") ? "hang" : answer(material));
        await with_model(world, slow, async (selling) => {
            const job = await bought_v2(selling, { payload: k_payload });
            assert.equal(job.artifact.engine.degraded_reason, "model_budget");
            assert.deepEqual(job.credits, []);
            const told = await hashes(selling.stack.base_url, job);
            await replays(selling, job, told.artifact_reply.bytes, { payload: k_payload });
            await model_is(selling.stack, "ok");
        }, { llm: { job_time: "8s", call_timeout: "4s" } });
    }, { takes_s: 30 });

    test("a worker killed while the model is asked loses no job and asks again", async (world) => {
        await with_model(world, honest(k_known), async (selling, model) => {
            model.behaviour = "hang";
            const route = route_of(selling, "verify_standard");
            const buyer = await world.buyer();
            const payment = await world.sign(buyer.account, await world.terms(route));
            const before = model.asked;
            const [sold, spent] = await world.money_moved(buyer.address, () =>
                post(route.url, { payload: k_payload }, { payment }));
            assert.equal(sold.status, 202, sold.text);
            assert.equal(spent, route.price);
            await eventually("the model is asked", () => model.asked > before);
            model.behaviour = honest(k_known);
            const couriers = selling.stack.children("assay-llm").map(({ pid }) => pid);
            assert.ok(couriers.length > 0, "a courier is asking");
            for (const { pid } of selling.stack.children("assay-worker")) kill_quietly(pid);
            await eventually("no courier outlives its worker", () => !couriers.some(is_running));
            const { json } = await await_job(selling.stack.base_url, sold.json.job_id, {
                timeout_ms: 120_000,
            });
            assert.equal(json.status, "complete", JSON.stringify(json));
            assert.equal(json.artifact.engine.degraded, false);
            assert.deepEqual(json.credits, []);
            const again = await post(route.url, { payload: k_payload }, { payment });
            assert.equal(again.json.job_id, sold.json.job_id);
        }, { llm: { job_time: "60s", call_timeout: "50s" } });
    });
}

// A process that has ended has no command line, though its parent may not have heard of it.
function is_running(pid) {
    try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("assay-llm");
    } catch (error) {
        if (error.code !== "ENOENT") throw error;
        return false;
    }
}

// They are raised and cleared a moment after the model was seen.
function alarms_are(stack, wanted) {
    return eventually(`alarms: ${wanted.join() || "none"}`, async () => {
        const codes = (await health(stack)).alarms.map(({ code }) => code);
        return codes.join() === wanted.join();
    });
}
