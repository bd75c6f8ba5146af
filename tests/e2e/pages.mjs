#!/usr/bin/env node
// Pictures of every page, in both themes and three widths, of a stack of our own: what people see
// is looked at. They are put into build/pages.
//   node pages.mjs [WORD...]      only pages whose address has one of the words
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { anchored_stack } from "./lib/anchor.mjs";
import { close_browser, with_page } from "./lib/browser.mjs";
import { repository } from "./lib/paths.mjs";
import { shown_forms, shown_pages } from "./lib/shown_pages.mjs";
import { all_samples, sampled_products } from "./lib/shown_samples.mjs";
import { open_world } from "./lib/world.mjs";

const k_folder = join(repository, "build/pages");
const k_widths = [320, 768, 1280];
const k_themes = ["light", "dark"];

const words = process.argv.slice(2);
rmSync(k_folder, { recursive: true, force: true });
mkdirSync(k_folder, { recursive: true });
const world = await open_world();
let wrong = 0;
let stack;
try {
    stack = await anchored_stack(world);
    const all = [...shown_pages(all_samples()), ...shown_forms(sampled_products())];
    const wanted = all.filter(
        ({ path }) => words.length === 0 || words.some((word) => path.includes(word)),
    );
    for (const shown of wanted)
        for (const colorScheme of k_themes)
            for (const width of k_widths) await picture(shown, colorScheme, width);
} finally {
    await close_browser();
    await world.close();
}
process.exit(wrong > 0 ? 1 : 0);

async function picture({ path, until }, colorScheme, width) {
    await with_page({ colorScheme, viewport: { width, height: 900 } }, async (page) => {
        await page.goto(new URL(path, stack.base_url).href);
        await until(page);
        const name = path.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "");
        const file = join(k_folder, `${name}-${colorScheme}-${width}.png`);
        await page.screenshot({ path: file, fullPage: true });
        wrong += page.said.length;
        console.log([file, ...page.said].join("\n  "));
    });
}
