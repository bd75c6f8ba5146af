// Every page as people meet it: in any width and theme nothing is cut, broken or out of reach, and
// axe finds nothing to complain of.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { with_page } from "../lib/browser.mjs";
import { request } from "../lib/http.mjs";
import { layout_faults } from "../lib/layout.mjs";
import { e2e_dir } from "../lib/paths.mjs";
import { shown_pages } from "../lib/shown_pages.mjs";

const k_widths = [320, 390, 768, 1280, 1920];
const k_axe = readFileSync(join(e2e_dir, "node_modules/axe-core/axe.min.js"), "utf8");
const k_modes = [
    { colorScheme: "light", forcedColors: "none", width: 320 },
    { colorScheme: "dark", forcedColors: "none", width: 1280 },
    { colorScheme: "light", forcedColors: "active", width: 1280 },
];
const k_most_kb = { "/ui": 120, "/ui/result#sample=correlation": 200 };

export const uses = "browser";

export default function (test) {
    const opened = (world, { path, until }, options, use) =>
        with_page(options, async (page) => {
            await page.goto(new URL(path, world.stack.base_url).href);
            await until(page);
            await use(page);
            assert.deepEqual(page.said, [], path);
        });

    test(
        "nothing overflows, is cut, or is broken inside a word",
        async (world) => {
            for (const shown of shown_pages())
                await opened(world, shown, {}, async (page) => {
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
            for (const shown of shown_pages())
                await opened(world, shown, {}, async (page) => {
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
