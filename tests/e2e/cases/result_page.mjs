// The page that shows results: bought ones, ours, files; and what strangers would like it to do.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { with_page } from "../lib/browser.mjs";
import { await_job, payer } from "../lib/purchase.mjs";
import { all_samples, sample_file, sample_request } from "../lib/shown_samples.mjs";
import { source_map } from "../lib/source_map.mjs";

const k_unknown_job = "job_01hxyzabcdefghjkmnpqrstvwx";
const k_script = '<img src=x onerror="globalThis.owned=1"><script>globalThis.owned=1</script>';
const k_override = "\u202egnp.exe\u2066";
const k_most_elements = 20_000;
const k_ballot = "What stands nearest to the question, source by source";

export const uses = "browser";

export default function (test) {
    const open = (world, fragment, use, options = {}) =>
        with_page(options, async (page) => {
            await page.goto(new URL(`/ui/result${fragment}`, world.stack.base_url).href);
            return use(page);
        });
    const told = (page) => page.locator("#progress").textContent();
    const pasted = (world, artifact, use) =>
        open(world, "", async (page) => {
            await page.click("summary");
            await page.fill("#pasted", JSON.stringify(artifact));
            await page.click("#show-pasted");
            await page.waitForSelector("#result section");
            await use(page);
            assert.deepEqual(page.said, []);
        });
    const text_of = (page, heading) =>
        page.locator("#result section", { has: page.locator(`h2:text-is("${heading}")`) }).innerText();

    test("each sample is shown with its verdict", async (world) => {
        for (const product of all_samples()) {
            const { verdict } = JSON.parse(readFileSync(sample_file(product)));
            await open(world, `#sample=${product}`, async (page) => {
                await page.waitForSelector("#result section");
                const chip = await page.locator("#result .chip").first().textContent();
                assert.match(chip, new RegExp(`${verdict.replaceAll("_", " ")}$`), product);
                const means = page.locator("#result p", { hasText: /^It means: ./ });
                assert.equal(await means.count(), 1, product);
                assert.deepEqual(page.said, [], product);
            });
        }
    });

    test("a bought job is shown, and no log has its id", async (world) => {
        const sold = await (await payer(world)).send();
        const { job_id } = sold.json;
        await await_job(world.stack.base_url, job_id);
        await open(world, `#${job_id}`, async (page) => {
            await page.waitForSelector("#result section");
            assert.match(await page.locator("#result").textContent(), /Verdict/);
            const text = world.route.sample.payload;
            await page.fill("#payload", `${text} `);
            await page.click("text=Mark the findings in it");
            await page.waitForSelector("text=This is not the text that was checked");
            await page.fill("#payload", text);
            await page.click("text=Mark the findings in it");
            await page.waitForSelector("text=This is the text that was checked");
            assert.deepEqual(page.said, []);
        });
        const asked = world.stack
            .log()
            .split("\n")
            .filter((line) => line.includes("/ui/result"));
        assert.ok(!asked.some((line) => line.includes(job_id)));
    });

    test("a verdict begins with how many findings there are, not with all of their words", async (world) => {
        await open(world, "#sample=verify_standard", async (page) => {
            await page.waitForSelector("#result mark");
            const { summary, findings } = JSON.parse(readFileSync(sample_file("verify_standard")));
            const verdict = page.locator("#result section").first();
            const lead = await verdict.locator(".lead").innerText();
            const { major, minor } = summary.findings;
            assert.equal(lead, `${major + minor} findings need attention: ${major} major, ${minor} minor.`);
            const listed = await verdict.locator("ol a").allInnerTexts();
            assert.deepEqual(listed, findings.slice(0, 3).map(({ title }) => title));
            const words = verdict.getByText(summary.text);
            assert.equal(await words.isVisible(), false);
            await verdict.locator("summary").click();
            assert.equal(await words.isVisible(), true);
        });
    });

    test("what a finding names is marked where it stands", async (world) => {
        await open(world, "#sample=verify_basic", async (page) => {
            await page.waitForSelector("#result mark");
            const marks = await page.locator("#text mark").allTextContents();
            assert.ok(marks.includes("4,155F1"), JSON.stringify(marks));
            assert.ok(sample_request("verify_basic").payload.includes("4,155"));
            await page.locator("#text mark a").first().click();
            const focused = await page.evaluate(() => document.activeElement?.id);
            assert.equal(focused, "finding-F1");
        });
    });

    test("a synthesis begins with its answer, then what each source has nearest to it", async (world) => {
        await pasted(world, source_map(), async (page) => {
            assert.deepEqual(await page.locator("#result h2").allTextContents(), [
                "Answer", k_ballot, "Values in these lines", "Differs", "Copies",
                "Words of the question", "The brief", "Sources", "How it was judged", "All of it",
            ]);
            const answer = await text_of(page, "Answer");
            assert.match(answer, /^Answer\s+Probably: \u201cThe Ober tunnel is 15\.1 km long\.\u201d/);
            assert.match(answer, /76 %: first lines like this one were right in 60 of 96 public questions\./);
            assert.match(answer,
                /It stands in \[S2, 2025-02-21\] Title S2\. Given by S2: 1 independent source\. It is of the newest/);
            const rows = await page.locator(".ballot").allInnerTexts();
            const shown = [
                /^\[S2, 2025-02-21\] Title S2\s+\W?The Ober tunnel is 15\.1 km long\.\W? 68 %$/,
                /^\[S1, 2024-05-01\] Title S1\s+\W?The Ober tunnel is 14\.2 km long\.\W? -$/,
                /^\[S3, undated\] Title S3\s+It shares no word with the question\.$/,
                /^\[S4, undated\] Title S4\s+Its nearest lines are below 15 %\.$/,
                /^\[S5, undated\] Title S5\s+It could not be read: not in time\.$/,
            ];
            assert.equal(rows.length, shown.length);
            rows.forEach((row, i) => assert.match(row, shown[i]));
        });
    });

    test("a share that was not calibrated, and no answer, are told as such", async (world) => {
        const whole = source_map();
        const answer = { ...whole.answer, share: null, share_of: null, published: null };
        await pasted(world, { ...whole, answer }, async (page) => {
            const told = await text_of(page, "Answer");
            assert.match(told, /not calibrated for its language/);
            assert.doesNotMatch(told, /newest/);
        });
        await pasted(world, { ...whole, answer: null }, async (page) =>
            assert.match(await text_of(page, "Answer"), /no line shares a word with the question/));
        const unread = whole.sources.map((each) => ({ ...each, status: "refused" }));
        await pasted(world, { ...whole, answer: null, sources: unread }, async (page) =>
            assert.match(await text_of(page, "Answer"), /Nothing could be read/));
    });

    test("a synthesis of an earlier shape is shown as its JSON", async (world) => {
        const earlier = { artifact: "synthesis/2", verdict: "MIXED", claims: [], answer: {} };
        await pasted(world, earlier, async (page) => {
            assert.match(await text_of(page, "Result"), /earlier shape, synthesis\/2: only its JSON/);
            assert.deepEqual(await page.locator("#result h2").allTextContents(), ["Result", "All of it"]);
        });
    });

    test("values, differences, copies and absent words are told with their sources", async (world) => {
        await pasted(world, source_map(), async (page) => {
            const values = await text_of(page, "Values in these lines");
            assert.match(values, /Numbers: m/);
            assert.match(values, /15\.1 km\W*\[S2, 2025-02-21\]\s+1/);
            const [dispute, update] = (await text_of(page, "Differs")).split("D2: ");
            assert.match(dispute, /14\.2 km[^]*\[S1, 2024-05-01\][^]*15\.1 km[^]*\[S2, 2025-02-21\]/);
            assert.ok(!dispute.includes("later state"));
            assert.match(update, /A later source tells a later state\./);
            assert.match(await text_of(page, "Copies"), /S4 \(Title S4\) has mostly the text of S1/);
            assert.match(await text_of(page, "Words of the question"),
                /The word "cost" stands in no source \(looked for: cost, costs\)\./);
            assert.match(await text_of(page, "Sources"), /S5 Title S5\s+not in time/);
            const judged = await text_of(page, "How it was judged");
            assert.match(judged, /Each line is quoted from a source\.[^]*RAMDocs, 2026-11-29: 60 right of 96/);
        });
    });

    test("a brief shows its eight sections, and nothing twice", async (world) => {
        await pasted(world, source_map(), async (page) => {
            const brief = await text_of(page, "The brief");
            const titles = source_map().sections.map(({ title }) => title);
            assert.deepEqual(await page.locator("h2:text-is('The brief') ~ h3").allTextContents(), titles);
            for (const note of [/Code recognized no day\./, /No model was asked\./])
                assert.match(brief, note);
            assert.match(brief, /2027-05: It will open in May 2027\. \(S2, 2025-02-21\)\n/);
            assert.match(brief, /No line of the ballot has a share of one half/);
            for (const shown_elsewhere of [/15\.1 km/, /told twice/, /\u201ccost\u201d/, /a text given/])
                assert.doesNotMatch(brief, shown_elsewhere);
            assert.equal(brief.match(/It will open/g).length, 1);
        });
    });

    test("what is no job or no result is told in words", async (world) => {
        for (const [fragment, words] of [
            ["#job_1", /names no job/],
            [`#${k_unknown_job}`, /no job of that id/],
            ["#sample=../../etc/passwd", /no such sample/],
            ["#%", /./],
        ])
            await open(world, fragment, async (page) => {
                await page.waitForFunction(
                    () => !/^(Loading|$)/.test(document.querySelector("#progress").textContent),
                );
                assert.match(await told(page), words, fragment);
            });
        await open(world, "", async (page) => {
            await page.click("summary");
            for (const [text, words] of [
                ["", /not JSON/],
                ["{", /not JSON/],
                ["[]", /no result/],
                ['{"a":1}', /none of the results/],
                ['{"artifact":{"artifact":"verify/9"}}', /^$/],
            ]) {
                await page.fill("#pasted", text);
                await page.click("#show-pasted");
                assert.match(await told(page), words, text);
            }
            assert.deepEqual(page.said, []);
        });
    });

    test("hostile results run nothing, reorder nothing and hang nothing", async (world) => {
        for (const [name, artifact] of Object.entries(hostile_artifacts()))
            await open(world, "", async (page) => {
                await page.click("summary");
                await page.evaluate((text) => {
                    document.querySelector("#pasted").value = text;
                }, JSON.stringify(artifact));
                await page.click("#show-pasted");
                await page.waitForSelector("#result section");
                // The page answers, and holds no more than a browser shows with ease.
                await page.locator("#job-id").fill("x");
                const elements = await page.locator("#result *").count();
                assert.ok(elements < k_most_elements, `${name}: ${elements} elements`);
                assert.equal(await page.evaluate(() => globalThis.owned), undefined, name);
                assert.equal(await page.locator("#result img, #result script").count(), 0, name);
                const text = await page.locator("#result").textContent();
                assert.ok(!/[\u202a-\u202e\u2066-\u2069]/.test(text), name);
                assert.deepEqual(page.said, [], name);
            });
    });

    test("without JavaScript the words are there and the JSON is pointed at", async (world) => {
        const use = async (page) => {
            const text = await page.locator("main").innerText();
            assert.match(text, /\/v1\/job\/JOB_ID/);
            assert.match(text, /What the words mean/);
            assert.ok(!(await page.locator("#open").isVisible()));
        };
        await open(world, "", use, { javaScriptEnabled: false });
    });
}

// Artifacts of each kind with strings that would like to be more, and others of absurd sizes.
function hostile_artifacts() {
    const kinds = ["verify_standard", "brief", "brief_account", "correlation", "forensics_run"];
    const out = {};
    for (const kind of kinds) {
        const artifact = JSON.parse(readFileSync(sample_file(kind)));
        for (const [what, text] of [
            ["script", k_script],
            ["override", k_override],
        ])
            out[`${kind} ${what}`] = { ...strings_replaced(artifact, text), ...shape_of(artifact) };
        out[`${kind} wrong types`] = { ...types_replaced(artifact), ...shape_of(artifact) };
    }
    const verify = JSON.parse(readFileSync(sample_file("verify_basic")));
    const [finding] = verify.findings;
    out["a megabyte of findings"] = {
        ...verify,
        findings: Array.from({ length: 2000 }, (_, i) => ({ ...finding, id: `F${i + 1}` })),
    };
    let deep = "x";
    for (let i = 0; i < 500; ++i) deep = { deep };
    out["deep evidence"] = { ...verify, findings: [{ ...finding, evidence: deep }] };
    const routes = Array.from({ length: 1000 }, () => ({ hops: Array(1000).fill(null) }));
    out["a scan of a thousand routes"] = {
        scan_type: "stateless_single_run",
        checks: [{ check: "route", evidence: { targets: routes } }],
    };
    return out;
}

const shape_of = ({ artifact, scan_type }) =>
    scan_type === undefined ? { artifact } : { scan_type };

function strings_replaced(value, text) {
    if (typeof value === "string") return text;
    if (Array.isArray(value)) return value.map((each) => strings_replaced(each, text));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [key, strings_replaced(each, text)]),
    );
}

// Each member of another type than it should have.
function types_replaced(value) {
    if (Array.isArray(value)) return { length: 3, 0: value.map(types_replaced) };
    if (typeof value === "object" && value !== null)
        return Object.fromEntries(
            Object.entries(value).map(([key, each], i) => [
                key,
                i % 3 === 0 ? types_replaced(each) : [[each], null, 7, "x"][i % 4],
            ]),
        );
    return typeof value === "string" ? { x: value } : [String(value)];
}
