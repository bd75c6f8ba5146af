#!/usr/bin/env node
// Draws www/og.png, the picture that others show beside a link to a page of ours.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { close_browser, with_page } from "./lib/browser.mjs";
import { repository } from "./lib/paths.mjs";

const www = join(repository, "www");
const mark = readFileSync(join(www, "favicon.svg"), "utf8");
const style = `
    body { display: flex; flex-direction: column; justify-content: center; box-sizing: border-box;
        margin: 0; width: 1200px; height: 630px; padding: 0 90px; background: #fbfaf6;
        color: #1d1b17; font-family: Georgia, "DejaVu Serif", serif; }
    svg { width: 96px; height: 96px; }
    h1 { font-size: 92px; margin: 28px 0 12px; letter-spacing: -0.02em; }
    p { font: 36px/1.4 "DejaVu Sans", sans-serif; margin: 0; color: #5b564c; max-width: 20em; }`;

await with_page({ viewport: { width: 1200, height: 630 } }, async (page) => {
    await page.setContent(`<style>${style}</style>${mark}<h1>Have it assayed.</h1>
        <p>Analyses per call, with evidence and a hash that anybody can check.</p>`);
    await page.screenshot({ path: join(www, "og.png") });
});
await close_browser();
