// The page that checks results comes to what `assay verify-artifact` comes to, and says whose word
// it took for it.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import canonicalize from "canonicalize";
import { anchored as await_anchor, anchored_stack } from "../lib/anchor.mjs";
import { with_page } from "../lib/browser.mjs";
import { eas, k_eas } from "../lib/eas.mjs";
import { programs } from "../lib/paths.mjs";
import { await_job, payer } from "../lib/purchase.mjs";
import { sample_file, sampled_products } from "../lib/shown_samples.mjs";

const run = promisify(execFile);
// ARTIFACTS=200 is the campaign.
const k_artifacts = Number(process.env.ARTIFACTS || 40);
const k_altered = k_artifacts / 4;

export const uses = "browser";

export default function (test) {
    const open = (stack, use, fragment = "") =>
        with_page({}, async (page) => {
            await page.goto(new URL(`/ui/verify${fragment}`, stack.base_url).href);
            return use(page);
        });

    for (const mode of ["eas", "selfsend"])
        test(`a bought result is followed to its anchor, ${mode}`, async (world) => {
            const stack = await anchored_stack(world, { anchor: { mode } });
            const sold = await (await payer(world, stack)).send();
            const { job_id } = (await await_job(stack.base_url, sold.json.job_id)).json;
            const { anchor } = await await_anchor(stack, job_id);
            await open(
                stack,
                async (page) => {
                    const without = await check(page, {});
                    assert.equal(without.verdict, "undecided");
                    assert.ok(!without.is_green, "no match without the chain");
                    const found = await check(page, { node: world.chain.url });
                    assert.equal(found.verdict, "match", found.text);
                    assert.ok(found.is_green);
                    assert.match(found.text, new RegExp(anchor.tx_hash));
                    assert.match(found.text, /Whose word: nobody's, your browser computed it/);
                    assert.match(found.text, /Whose word: the node at http:\/\/127\.0\.0\.1/);
                    assert.equal(/stamped the hash/.test(found.text), mode === "eas");
                    // Another sender may have forged it.
                    await page.evaluate((sender) => {
                        document.getElementById("check").dataset.sender = sender;
                    }, `0x${"12".repeat(20)}`);
                    const other = await check(page, { node: world.chain.url });
                    assert.equal(other.verdict, "undecided", other.text);
                    assert.ok(!other.is_green);
                    assert.match(other.text, /another sender/);
                    assert.deepEqual(page.said, []);
                },
                `#${job_id}`,
            );
            if (mode === "eas") await check_forged(stack, world.chain);
            await stack.stop();
        });

    // A result that its forger has stamped, shown without asking the service.
    const check_forged = async (stack, chain) => {
        const folder = mkdtempSync(join(tmpdir(), "assay-forged-"));
        process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
        const [bytes] = made_results();
        const file = join(folder, "forged.json");
        writeFileSync(file, bytes);
        await eas(chain).stamp([sha256(bytes)]);
        await open(stack, async (page) => {
            await page.uncheck("#ask-service");
            const forged = await check(page, { file, node: chain.url });
            assert.equal(forged.verdict, "undecided", forged.text);
            assert.ok(!forged.is_green);
        });
    };

    test("a dead node, another chain and a node that lies decide nothing", async (world) => {
        const sold = await (await payer(world)).send();
        const { job_id } = (await await_job(world.stack.base_url, sold.json.job_id)).json;
        const lie = (body) => (route) =>
            route.fulfill({ headers: { "access-control-allow-origin": "*" }, body });
        const answers = {
            "another chain": lie('{"jsonrpc":"2.0","id":1,"result":"0x1"}'),
            "an error": lie('{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}'),
            "a page": lie("<html>"),
            nothing: (route) => route.abort(),
        };
        await open(
            world.stack,
            async (page) => {
                for (const [name, answer] of Object.entries(answers)) {
                    await page.route("https://node.example/**", answer);
                    const { verdict, is_green } = await check(page, {
                        node: "https://node.example/",
                    });
                    assert.equal(verdict, "unreachable", name);
                    assert.ok(!is_green, name);
                    await page.unroute("https://node.example/**");
                }
            },
            `#${job_id}`,
        );
    });

    test(
        `it agrees with assay verify-artifact on ${k_artifacts} results, ${k_altered} of them altered`,
        async (world) => {
            const folder = mkdtempSync(join(tmpdir(), "assay-results-"));
            process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
            const results = made_results();
            const { stamp } = eas(world.chain);
            const hashes = results.map((bytes) => sha256(bytes));
            // Every second one is on the chain.
            await stamp(hashes.filter((_, i) => i % 2 === 0));
            const files = results.map((bytes, i) => {
                const file = join(folder, `${i}.json`);
                writeFileSync(file, i < k_altered ? altered(bytes, i) : bytes);
                return file;
            });
            const counts = {};
            await open(world.stack, async (page) => {
                await page.uncheck("#ask-service");
                for (const file of files) {
                    const told = await by_program(file, world.chain);
                    const { verdict, text } = await check(page, { file, node: world.chain.url });
                    assert.equal(verdict, told.verdict, `${readFileSync(file)}\n${text}`);
                    if (told.result_hash) assert.ok(text.includes(told.result_hash), text);
                    counts[verdict] = (counts[verdict] ?? 0) + 1;
                }
                assert.deepEqual(page.said, []);
            });
            console.log(JSON.stringify(counts));
            assert.ok(counts.match >= (k_artifacts - k_altered) / 2);
            assert.ok(counts["not yet anchored"] > 0 && counts.unreadable > 0);
        },
        { timeout_ms: 300_000 },
    );
}

// Gives the page what it is to check and returns what it comes to.
async function check(page, { file, node = "" }) {
    await page.fill("#node", node);
    if (file) await page.setInputFiles("#file", file);
    await page.click("#start");
    await page.waitForSelector("#verdict[data-verdict]");
    await page.waitForSelector("#start:enabled");
    const verdict = page.locator("#verdict");
    return {
        verdict: await verdict.getAttribute("data-verdict"),
        is_green: ((await verdict.getAttribute("class")) ?? "").split(" ").includes("good"),
        text: await page.locator("main").innerText(),
    };
}

const k_usage = 2;

async function by_program(file, chain) {
    const words = ["verify-artifact", file, "--rpc", chain.url, "--json"];
    const more = ["--chain-id", String(chain.chain_id), "--contract", k_eas];
    const { code, stdout } = await run(join(programs, "assay"), [...words, ...more]).catch(
        (error) => error,
    );
    return code === k_usage ? { verdict: "unreadable" } : JSON.parse(stdout);
}

const sha256 = (bytes) => `0x${createHash("sha256").update(bytes).digest("hex")}`;

// Results of every product, each another one.
function made_results() {
    const shown = sampled_products().map((product) =>
        JSON.parse(readFileSync(sample_file(product))),
    );
    return Array.from({ length: k_artifacts }, (_, i) => {
        const artifact = shown[i % shown.length];
        return Buffer.from(
            canonicalize({ ...artifact, usage: { ms: i / 7, note: `\u20ac ${i} \u{1f600}` } }),
        );
    });
}

// One byte of it is another: anywhere, and any.
function altered(bytes, seed) {
    const out = Buffer.from(bytes);
    const random = createHash("sha256").update(`alter ${seed}`).digest();
    const at = random.readUInt32BE(0) % out.length;
    // Most alterations leave JSON; some make another thing of it.
    const other = seed % 3 === 0 ? random[4] : out[(at + 1) % out.length];
    out[at] = other === out[at] ? other ^ 1 : other;
    return out;
}
