// The page of a result that has an account: what a model wrote stands first, each sentence with its
// places and quotes, on paper too; and nothing that it wrote becomes a part of the page.
import assert from "node:assert/strict";
import { with_page } from "../lib/browser.mjs";
import { source_map, source_map_with_account } from "../lib/source_map.mjs";

const k_script = '<img src=x onerror="globalThis.owned=1">';
const k_override = "\u202egnp.exe\u2066";

export const uses = "browser";

export default function (test) {
    const shown = (world, artifact, use) =>
        with_page({}, async (page) => {
            await page.goto(new URL("/ui/result", world.stack.base_url).href);
            await page.click("summary");
            await page.fill("#pasted", JSON.stringify(artifact));
            await page.click("#show-pasted");
            await page.waitForSelector("#result section");
            await use(page);
            assert.deepEqual(page.said, []);
        });
    const part = (page, heading) =>
        page.locator("#result section", { has: page.locator(`h2:text-is("${heading}")`) });
    const headings = (page) => page.locator("#result h2").allTextContents();

    test("what a writer or a source says in an account runs nothing and reorders nothing", async (world) => {
        const hostile = `${k_script}${k_override}`;
        const map = source_map_with_account();
        const quote = { source: hostile, published: hostile, start: 0, end: 1, quote: hostile };
        const sentences = map.account.sentences.map((each) =>
            ({ ...each, id: hostile, kind: hostile, form: hostile, text: hostile, quotes: [quote] }));
        const refused = { [hostile]: 1 };
        const account = { ...map.account, sentences, unanswered: [hostile], refused, statement: hostile };
        await shown(world, { ...map, account }, async (page) => {
            assert.equal(await page.locator("#result img, #result script").count(), 0);
            assert.equal(await page.evaluate(() => globalThis.owned), undefined);
            const text = await page.locator("#result").textContent();
            assert.ok(text.includes(k_script), "it is shown as text");
            const html = await page.locator("#result").innerHTML();
            assert.ok(!/[\u202a-\u202e\u2066-\u2069]/.test(html));
        });
    });

    test("a sentence that names no source is not passed off as one that does", async (world) => {
        const map = source_map_with_account();
        map.account.sentences[0].quotes = [];
        await shown(world, map, async (page) =>
            assert.match(await page.locator(".account > li").first().innerText(), /It has no source\./));
    });

    test("an account of absurd size or wrong types hangs nothing", async (world) => {
        const map = source_map_with_account();
        const [first] = map.account.sentences;
        const many = Array(200).fill({ ...first, quotes: Array(100).fill(first.quotes[0]) });
        await shown(world, { ...map, account: { ...map.account, sentences: many } }, async (page) =>
            assert.ok((await page.locator("#result *").count()) < 20_000));
        for (const account of [7, "x", [], { sentences: {}, unanswered: 3, refused: [null] }])
            await shown(world, { ...map, account }, async (page) =>
                assert.ok((await headings(page)).includes("Account")));
    });

    test("the account stands first, then the ballot, and each sentence shows source and date", async (world) => {
        const map = source_map_with_account();
        await shown(world, map, async (page) => {
            assert.deepEqual((await headings(page)).slice(0, 2),
                ["Account", "What stands nearest to the question, source by source"]);
            const rows = await page.locator(".account > li").allInnerTexts();
            const told = [
                /^A1 Answer \u270e edited\s+The Ober tunnel is 15\.1 km long\.\s+\[S2, 2025-02-21\]$/,
                new RegExp("^A2 Changed \u270e edited 2 independent sources\\s+The Ober [^]*long\\.\\s+" +
                    "\\[S1, 2024-05-01\\]\\s+\\[S2, 2025-02-21\\]$"),
                /^A3 Announced \u275d quoted\s+\u201cIt will open\s+in May 2027\.\u201d\s+\[S2, 2025-02-21\]$/,
            ];
            assert.equal(rows.length, told.length);
            rows.forEach((row, i) => assert.match(row, told[i]));
            const account = await part(page, "Account").innerText();
            for (const words of [
                /The writer found no sentence for: cost\./, /Edited by scripted-writer from/,
                /CONTESTED/, /The sources differ on the answer/, /Asked: How long is the Ober/,
            ]) assert.match(account, words);
            assert.ok(await page.locator(".ballot").first().isVisible(), "the ballot is open");
            assert.match(await part(page, "How it was judged").innerText(), /order 2/);
        });
    });

    test("a quote is shown under the pointer and opened by a key", async (world) => {
        await shown(world, source_map_with_account(), async (page) => {
            const cite = page.locator(".account .cite").first();
            const summary = cite.locator("summary");
            assert.equal(await summary.getAttribute("title"), "The Ober tunnel is 15.1 km long.");
            assert.equal(await summary.getAttribute("aria-label"), "[S2, 2025-02-21]: its quote");
            assert.ok(!(await cite.locator("q").isVisible()));
            await summary.focus();
            await page.keyboard.press("Enter");
            assert.ok(await cite.locator("q").isVisible());
            assert.match(await cite.innerText(), /15\.1 km long\.\W* Title S2$/);
        });
    });

    test("on paper the quotes stand below the sentences", async (world) => {
        await shown(world, source_map_with_account(), async (page) => {
            const quotes = page.locator(".print-only");
            assert.ok(!(await quotes.isVisible()));
            await page.locator(".account .cite summary").first().click();
            await page.emulateMedia({ media: "print" });
            assert.deepEqual((await quotes.innerText()).split("\n").map((line) => line.slice(0, 20)),
                ["A1 [S2, 2025-02-21] ", "A2 [S1, 2024-05-01] ", "A2 [S2, 2025-02-21] ",
                    "A3 [S2, 2025-02-21] "]);
            const sentences = await page.locator(".account").boundingBox();
            assert.ok((await quotes.boundingBox()).y >= sentences.y + sentences.height);
            assert.ok(!(await page.locator(".account q").first().isVisible()), "and only there");
        });
    });

    test("a brief tells what its account has told only there", async (world) => {
        await shown(world, source_map_with_account(), async (page) => {
            const brief = await part(page, "The brief").innerText();
            assert.match(brief, /Decision\s+In the account above\.\s+Timeline/);
            assert.match(brief, /Changed\s+In the account above\.\s+Under Differs/);
            assert.match(brief, /Watch\s+In the account above\.\s+Unknown/);
            assert.doesNotMatch(brief, /It will open/);
        });
    });

    test("an account without an edited answer leaves code's own", async (world) => {
        const { answer } = source_map();
        await shown(world, { ...source_map_with_account(), answer }, async (page) => {
            assert.deepEqual((await headings(page)).slice(0, 2), ["Account", "The answer without a model"]);
            assert.match(await part(page, "The answer without a model").innerText(), /Probably:/);
        });
    });

    test("a model that was asked and wrote no account is told of, and none is where none was", async (world) => {
        const map = source_map();
        const engine = { ...map.engine, degraded: true, degraded_reason: "model_away", llm: {} };
        await shown(world, { ...map, engine }, async (page) => {
            assert.equal((await headings(page))[0], "Answer");
            assert.match(await part(page, "Answer").innerText(),
                /A model was asked, and wrote no account: the model did not answer\./);
        });
        await shown(world, map, async (page) => {
            assert.equal(await page.locator(".account, .print-only, .cite").count(), 0);
            assert.doesNotMatch(await page.locator("#result").innerText(), /account/i);
        });
    });
}
