// Every page as people meet it: in any width and theme nothing is cut, broken or out of reach, and
// axe finds nothing to complain of. Results are anchored there, as they are by default: then the
// pages name a contract and an account.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { anchored_stack } from "../lib/anchor.mjs";
import { with_page } from "../lib/browser.mjs";
import { request } from "../lib/http.mjs";
import { layout_faults } from "../lib/layout.mjs";
import { e2e_dir } from "../lib/paths.mjs";
import { shown_pages } from "../lib/shown_pages.mjs";

const k_widths = [320, 390, 768, 1280, 1920];
const k_axe = readFileSync(join(e2e_dir, "node_modules/axe-core/axe.min.js"), "utf8");
const k_modes = [
    ...["light", "dark"].flatMap((colorScheme) =>
        [320, 1280].map((width) => ({ colorScheme, forcedColors: "none", width })),
    ),
    { colorScheme: "light", forcedColors: "active", width: 1280 },
];
const k_most_kb = { "/ui": 120, "/ui/result#sample=correlation": 200 };

export const uses = "browser";

export default function (test) {
    const opened = (stack, { path, until }, options, use) =>
        with_page(options, async (page) => {
            await page.goto(new URL(path, stack.base_url).href);
            await until(page);
            await use(page);
            assert.deepEqual(page.said, [], path);
        });

    test(
        "nothing overflows, is cut, or is broken inside a word",
        async (world) => {
            const stack = await anchored_stack(world);
            for (const shown of shown_pages())
                await opened(stack, shown, {}, async (page) => {
                    for (const width of k_widths) {
                        await page.setViewportSize({ width, height: 900 });
                        const faults = await page.evaluate(layout_faults);
                        assert.deepEqual(faults, [], `${shown.path} at ${width} px`);
                    }
                });
        },
        { timeout_ms: 300_000 },
    );

    test(
        "axe finds nothing in light, dark and forced colours, narrow and wide",
        async (world) => {
            const stack = await anchored_stack(world);
            for (const shown of shown_pages())
                await opened(stack, shown, {}, async (page) => {
                    await page.evaluate(k_axe);
                    for (const { width, ...media } of k_modes) {
                        await page.emulateMedia(media);
                        await page.setViewportSize({ width, height: 900 });
                        const found = await page.evaluate(axe_findings);
                        const mode = JSON.stringify({ width, ...media });
                        assert.deepEqual(found, [], `${shown.path} ${mode}`);
                    }
                });
        },
        { timeout_ms: 300_000 },
    );

    test("the first screen has what it does, the lowest price, two ways on and a result", async (world) => {
        const { products } = (await request("GET", new URL("/", world.stack.base_url))).json;
        const offers = Object.values(products)
            .flatMap(({ tiers, types }) => Object.values(tiers ?? types))
            .map(({ amount }) => Number(amount));
        const lowest = (Math.min(...offers) / 1e6).toFixed(2);
        const hero = ["h1", ".price", 'a[data-buy="verify_basic"]', 'a[href="/docs"]'];
        for (const [width, height, seen] of [
            [1280, 800, [...hero, ".text mark", ".chip"]],
            [390, 844, hero],
        ])
            await with_page({ viewport: { width, height } }, async (page) => {
                await page.goto(new URL("/ui", world.stack.base_url).href);
                for (const place of seen) {
                    const box = await page.locator(`.hero ${place}`).first().boundingBox();
                    assert.ok(box.y + box.height <= height, `${place} at ${width} px`);
                }
                const price = await page.locator(".hero .price").innerText();
                assert.ok(price.startsWith(`From ${lowest} USDC`), price);
                const cards = (await page.locator(".cards").allInnerTexts()).join();
                assert.doesNotMatch(cards, /\d of 100|INCONCLUSIVE/);
                assert.match(await page.locator("#right p").innerText(), /found \d+ of \d+/);
                await page.click('.hero a[data-buy="verify_basic"]');
                await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
                const label = await page.evaluate(() => document.activeElement.labels[0].textContent);
                assert.equal(label, "The text to check");
            });
    });

    test("an underscore in a field is seen", async (world) => {
        for (const path of ["/ui/result", "/ui/verify"])
            await with_page({ deviceScaleFactor: 1 }, async (page) => {
                await page.goto(new URL(path, world.stack.base_url).href);
                const field = page.locator("#job-id");
                const drawn = async (text) => {
                    await field.fill(text);
                    return field.screenshot({ caret: "hide" });
                };
                assert.notDeepEqual(await drawn("job_0"), await drawn("job 0"), path);
                const example = await drawn("");
                await field.evaluate((found) => found.setAttribute("placeholder", "job ..."));
                assert.notDeepEqual(example, await drawn(""), path);
            });
    });

    test("an address with a slash behind it leads to its page", async (world) => {
        for (const { path } of shown_pages().filter((each) => !each.path.includes("#"))) {
            const { status, headers } = await request("GET", new URL(`${path}/`, world.stack.base_url));
            assert.equal(status, 308, path);
            assert.equal(headers.location, new URL(path, world.stack.base_url).href);
        }
    });

    test("GET / is JSON for everybody, and its header leads people to the page", async (world) => {
        const headers = { accept: "text/html,application/xhtml+xml" };
        const answer = await request("GET", new URL("/", world.stack.base_url), { headers });
        assert.match(answer.headers["content-type"], /^application\/json/);
        assert.match(answer.headers.link, /<\/ui>; rel=service-doc/);
    });

    test("an error is found by a word of it", async (world) => {
        await with_page({}, async (page) => {
            await page.goto(new URL("/ui/errors", world.stack.base_url).href);
            const shown = page.locator(".errors > div:visible");
            const all = await shown.count();
            await page.fill("#search", "one  AUTHORIZATION pays");
            const ids = await shown.evaluateAll((found) => found.map(({ id }) => id));
            assert.ok(ids.includes("errors-payment_reused") && ids.length < all / 2, ids.join());
            assert.equal(await page.locator("#found").innerText(), `${ids.length} of ${all} errors.`);
            await page.fill("#search", "no error has this");
            assert.equal(await page.locator("#found").innerText(), "No error has these words.");
            await page.goto(new URL("/ui/errors#errors-rate_limited", world.stack.base_url).href);
            assert.equal(await shown.count(), all);
            await page.fill("#search", "payment_reused");
            await page.evaluate(() => (location.hash = "#errors-body_too_large"));
            await page.locator("#errors-body_too_large").waitFor();
        });
    });

    test("the hours of the status page have a scale and a figure", async (world) => {
        await with_page({}, async (page) => {
            await page.goto(new URL("/ui/status", world.stack.base_url).href);
            await page.waitForSelector("#hours svg");
            const scale = await page.locator("#hours svg text").allTextContents();
            assert.deepEqual(scale.slice(0, 3), ["60 min", "30", "0"]);
            assert.match(scale.slice(3).join(" "), /^-23 h -18 h -12 h -6 h now$/);
            assert.match(
                await page.locator("#hours p").first().innerText(),
                /^It ran in \d+ of the \d+ minutes on record \([\d.]+ %\)/,
            );
        });
    });

    test("what a page loads is small, ours, compressed and kept", async (world) => {
        for (const [path, most_kb] of Object.entries(k_most_kb)) {
            const shown = shown_pages().find((each) => each.path === path);
            await with_page({}, async (page) => {
                let bytes = 0;
                const origins = new Set();
                const sizes = [];
                page.on("requestfinished", (each) => {
                    origins.add(new URL(each.url()).origin);
                    sizes.push(each.sizes());
                });
                await page.goto(new URL(path, world.stack.base_url).href);
                await shown.until(page);
                for (const each of await Promise.all(sizes)) bytes += each.responseBodySize;
                assert.ok(bytes < most_kb * 1000, `${path}: ${bytes} bytes`);
                assert.deepEqual([...origins], [new URL(world.stack.base_url).origin]);
            });
        }
    });

    test("assets are kept for a year, pages for a minute", async (world) => {
        const at = (path) => new URL(path, world.stack.base_url);
        const headers = { "accept-encoding": "gzip" };
        const page = await request("GET", at("/ui"));
        const [, asset] = page.text.match(/href="(\/assets-[0-9a-f]{16}\/page\.css)"/);
        const style = await request("GET", at(asset), { headers });
        assert.equal(style.status, 200);
        assert.equal(style.headers["cache-control"], "public, max-age=31536000, immutable");
        assert.equal(style.headers["content-encoding"], "gzip");
        assert.match(style.headers["content-type"], /^text\/css; charset=utf-8/);
        const gone = await request("GET", at(asset.replace("page.css", "../ui.html")));
        assert.notEqual(gone.status, 200);
    });

    test("what a page names for search engines and previews is there", async (world) => {
        const at = (path) => new URL(path, world.stack.base_url);
        const { text } = await request("GET", at("/ui"));
        const [, image] = text.match(/property="og:image" content="([^"]*)"/);
        const picture = await request("GET", image);
        assert.equal(picture.status, 200);
        assert.equal(picture.headers["content-type"], "image/png");
        const robots = await request("GET", at("/robots.txt"));
        const [, map] = robots.text.match(/^Sitemap: (.*)$/m);
        const { text: listed } = await request("GET", map);
        for (const [, page] of listed.matchAll(/<loc>([^<]*)<\/loc>/g))
            assert.equal((await request("GET", page)).status, 200, page);
    });

    test("only the page that checks results may ask others", async (world) => {
        for (const { path } of shown_pages().filter((each) => !each.path.includes("#"))) {
            const { headers } = await request("GET", new URL(path, world.stack.base_url));
            const policy = headers["content-security-policy"];
            assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /);
            const [, reach] = policy.match(/connect-src ([^;]*);/);
            if (path === "/ui/verify") assert.match(reach, /^'self' https:/);
            else assert.equal(reach, "'self'", path);
        }
    });

    test("no script makes markup of text", async (world) => {
        await with_page({}, async (page) => {
            for (const { path } of shown_pages().filter((each) => !each.path.includes("#"))) {
                await page.goto(new URL(path, world.stack.base_url).href);
                const refusals = await page.evaluate(() =>
                    [
                        () => (document.body.innerHTML = "<b>text</b>"),
                        () => document.body.insertAdjacentHTML("beforeend", "<b>text</b>"),
                        () => (document.createElement("script").src = "/x.js"),
                        () => globalThis.trustedTypes.createPolicy("own", {}),
                    ].map((attempt) => {
                        try {
                            attempt();
                        } catch (error) {
                            return error.name;
                        }
                    }),
                );
                assert.deepEqual(refusals, Array(4).fill("TypeError"), path);
            }
        });
    });

    test("the old addresses of errors lead to what they mean", async (world) => {
        await with_page({}, async (page) => {
            await page.goto(new URL("/ui#errors-payment_reused", world.stack.base_url).href);
            await page.waitForURL(/\/ui\/errors#errors-payment_reused$/);
            assert.equal(await page.locator("#errors-payment_reused").count(), 1);
        });
        await with_page({ javaScriptEnabled: false }, async (page) => {
            await page.goto(new URL("/ui#errors-payment_reused", world.stack.base_url).href);
            assert.ok(await page.locator("#errors-payment_reused a").isVisible());
        });
    });
}

// What axe-core says, in short. Runs in the page.
async function axe_findings() {
    const { violations } = await globalThis.axe.run();
    return violations.map(({ id, nodes }) => ({
        id,
        places: nodes
            .slice(0, 3)
            .map(({ html, any }) => `${html} ${any.map((each) => each.message)}`),
    }));
}
