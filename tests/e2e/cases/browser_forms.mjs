// A person buys without a word of JSON: what they fill in is what is sent, and what they change in
// the JSON stands in the fields.
import assert from "node:assert/strict";
import axe from "axe-core";
import { paid_once, with_shopper } from "../lib/browser_buyer.mjs";
import { layout_faults } from "../lib/layout.mjs";
import { k_sourced, samples } from "../lib/samples.mjs";

const k_times_ms = { timeout_ms: 240_000 };
const k_address = "https://news.example/bridge";

export const uses = "browser";

export default function (test) {
    test("every product is bought by what is filled in", async (world) => {
        for (const route of world.routes)
            await with_shopper(world, {}, async (shopper) => {
                await shopper.choose(route.product);
                if (route.product !== "forensics_run") await shopper.page.click("#ask-empty");
                const wanted = await fill_in[route.product](shopper.page);
                assert.deepEqual(await shopper.request(), wanted, route.product);
                assert.match(await shopper.ask_price(), /^It costs [\d.]+ USDC\. Nothing is signed/);
                assert.equal(await shopper.page.locator("#ask-json").getAttribute("open"), null);
                await shopper.sign();
                await paid_once(world, shopper, route, await shopper.bought());
            });
    }, k_times_ms);

    test("JSON stands in the fields, with what they have no place for kept", async (world) => {
        await with_shopper(world, {}, async (shopper) => {
            const { page } = shopper;
            const given = {
                query: "Who?",
                sources: [
                    "A text.",
                    { url: k_address, published: "2026-03-01" },
                    { text: "Another.", url: k_address, author: "A. Writer" },
                ],
                model: false,
            };
            await shopper.choose("synthesis");
            await shopper.write(JSON.stringify(given));
            const bodies = page.getByLabel("Its text, or the address of its page");
            const shown = await bodies.evaluateAll((all) => all.map(({ value }) => value));
            assert.deepEqual(shown, ["A text.", k_address, "Another."]);
            await page.getByLabel("Your question").fill("Who else?");
            assert.deepEqual(await shopper.request(), { ...given, query: "Who else?" });
            assert.equal(await page.locator("#ask-says").innerText(), "The JSON also has: model.");
            await page.locator("text=Remove this source").first().click();
            assert.deepEqual((await shopper.request()).sources, given.sources.slice(1));

            await shopper.choose("verify_basic");
            await shopper.choose("synthesis");
            assert.equal(await bodies.count(), 2);
        });
    });

    test("JSON that the fields cannot show is sent as it is, until it is emptied", async (world) => {
        await with_shopper(world, {}, async (shopper) => {
            const { page } = shopper;
            const points = [[1, 2], [2, 4]];
            const hard = {
                verify_basic: ["{", '{"payload":5}'],
                synthesis: ['{"query":"?","sources":[{"text":7}]}', '{"sources":"x"}', '{"sources":[null]}'],
                correlation: [JSON.stringify({ query: "?", streams: { a: { points }, b: { points } } }), "[]"],
                forensics_custom: ['{"targets":[1]}', '{"targets":"1.1.1.1"}'],
            };
            for (const [product, texts] of Object.entries(hard))
                for (const text of texts) {
                    await shopper.choose(product);
                    await shopper.write(text);
                    assert.equal(await page.locator("#ask-form").isVisible(), false, text);
                    const told = await page.locator("#ask-says").innerText();
                    assert.match(told, /^The fields have no place for this JSON/);
                    assert.equal(await page.inputValue("#ask-body"), text);
                    await page.click("#ask-empty");
                    assert.equal(await page.locator("#ask-form").isVisible(), true);
                    assert.equal(await page.locator("#ask-says").innerText(), "");
                }
        });
    });

    test("columns are read as spreadsheets write them", async (world) => {
        const t = ["2026-03-01", "2026-03-02", "2026-03-03"];
        const v = [1, -2.5, null];
        const written = {
            "time,level\n2026-03-01,1\n2026-03-02,-2.5\n2026-03-03,\n": { t, v },
            "2026-03-01\t1\r\n2026-03-02\t-2.5\r\n2026-03-03\t": { t, v },
            '"2026-03-01";1\n\n"2026-03-02";-2.5\n2026-03-03;': { t, v },
            "1 January 2026  7\n2 January 2026 8": { t: ["1 January 2026", "2 January 2026"], v: [7, 8] },
            "1,2e1\n2,many": { t: [1, 2], v: [20, "many"] },
            "\0;\ud83d\n,,,": { t: ["\0", ",,,"], v: ["\ufffd", null] },
        };
        await with_shopper(world, {}, async (shopper) => {
            await shopper.choose("correlation");
            for (const [text, wanted] of Object.entries(written)) {
                await shopper.page.fill("#series-1-rows", text);
                assert.deepEqual(Object.values((await shopper.request()).streams)[0], wanted, text);
            }
            const many = "1,2\n".repeat(600_000);
            await shopper.page.setInputFiles("#series-1-file", file("large.csv", many));
            await shopper.page.getByText("The file is larger than any request").waitFor();
        });
    });

    test("each product's fields are accessible and fit, in both themes", async (world) => {
        for (const colorScheme of ["light", "dark"])
            await with_shopper(world, { colorScheme, no_wallet: true }, async ({ page, choose }) => {
                for (const { product } of world.routes)
                    for (const width of [320, 1280]) {
                        await choose(product);
                        await page.setViewportSize({ width, height: 900 });
                        const place = `${product} at ${width} px`;
                        assert.deepEqual(await page.evaluate(layout_faults), [], place);
                        const found = await page.evaluate(async (source) => {
                            (0, eval)(source);
                            return (await window.axe.run("#buy")).violations;
                        }, axe.source);
                        const told = found.map(({ id, nodes }) => [id, nodes[0].html]);
                        assert.deepEqual(told, [], place);
                    }
            });
    }, k_times_ms);
}

const file = (name, text) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

async function fill_text(page, { payload }) {
    await page.getByLabel("The text to check").fill(payload);
    return { payload };
}

// Each source in a row of its own.
async function fill_sources(page, sources) {
    for (const [i, source] of sources.entries()) {
        await page.click("text=Add a source");
        const { title, text } = typeof source === "string" ? { text: source } : source;
        const row = page.locator("fieldset").nth(i);
        await row.getByLabel("Its text, or the address").fill(text);
        if (title) await row.getByLabel("Title, if it has one").fill(title);
    }
}

async function fill_question(page, { query, sources }) {
    await page.getByLabel("Your question").fill(query);
    await fill_sources(page, sources);
    return { query, sources };
}

const as_columns = ({ t, v }) => t.map((time, i) => `${time}\t${v[i]}`).join("\n");

// Fills in the fields of a product, and returns the request that they stand for.
const fill_in = {
    verify_basic: (page) => fill_text(page, samples.verify_basic),
    verify_standard: async (page) => {
        await fill_text(page, k_sourced);
        await fill_sources(page, k_sourced.sources);
        return k_sourced;
    },
    verify_deep: (page) => fill_text(page, samples.verify_deep),
    synthesis: (page) => fill_question(page, samples.synthesis),
    brief: (page) => fill_question(page, samples.brief),
    correlation: async (page) => {
        const { query, streams } = samples.correlation;
        const { t, v } = streams.tide;
        await page.getByLabel("Your question").fill(query);
        await page.fill("#series-1-name", "river");
        await page.fill("#series-1-rows", as_columns(streams.river));
        const tide = file("tide.csv", `time\tlevel\n${as_columns(streams.tide)}`);
        await page.setInputFiles("#series-2-file", tide);
        await page.waitForFunction(() => document.querySelector("#series-2-name").value === "tide");
        const river = { t: streams.river.t, v: streams.river.v };
        return { query, streams: { river, tide: { t, v } } };
    },
    forensics_run: async () => ({}),
    forensics_custom: async (page) => {
        await page.getByLabel("Hosts to scan the way to").fill("1.1.1.1\n");
        return samples.forensics_custom;
    },
};
