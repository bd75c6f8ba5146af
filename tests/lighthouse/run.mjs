#!/usr/bin/env node
// Lighthouse on the pages that people open, as its throttled phone sees them: the median of RUNS=5
// of each category. Exit 1 when performance is below 95 or another category below 100.
//   node run.mjs [WORD...]      only pages whose address has one of the words
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as chrome_launcher from "chrome-launcher";
import lighthouse from "lighthouse";
import { open_world } from "../e2e/lib/world.mjs";

const k_pages = ["/ui", "/ui/result#sample=correlation", "/ui/verify", "/ui/status", "/docs"];
const k_least = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
const k_flags = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

const runs = Number(process.env.RUNS || 5);
const words = process.argv.slice(2);
const wanted = k_pages.filter((path) => words.length === 0 || words.some((word) => path.includes(word)));
const profile = mkdtempSync(join(tmpdir(), "assay-lighthouse-"));
const world = await open_world();
const browser = await chrome_launcher.launch({
    chromePath: "/usr/bin/chromium",
    userDataDir: profile,
    chromeFlags: k_flags,
});
let missed = 0;
try {
    for (const path of wanted) await measure(path);
} finally {
    browser.kill();
    await world.close();
    rmSync(profile, { recursive: true, force: true });
}
console.log(missed === 0 ? "every page reaches its marks" : `${missed} marks missed`);
process.exit(missed > 0 ? 1 : 0);

async function measure(path) {
    const scores = {};
    const complaints = new Set();
    for (let i = 0; i < runs; ++i) {
        const { lhr } = await lighthouse(new URL(path, world.stack.base_url).href, {
            port: browser.port,
            onlyCategories: Object.keys(k_least),
            logLevel: "error",
        });
        for (const [name, { score, auditRefs }] of Object.entries(lhr.categories)) {
            (scores[name] ??= []).push(Math.round((score ?? 0) * 100));
            for (const { id, weight } of auditRefs) {
                const audit = lhr.audits[id];
                if (weight > 0 && audit.score !== null && audit.score < 0.9) complaints.add(id);
            }
        }
    }
    const medians = Object.entries(scores).map(([name, all]) => [name, median(all)]);
    const below = medians.filter(([name, score]) => score < k_least[name]);
    missed += below.length;
    console.log(`${path}: ${medians.map(([name, score]) => `${name} ${score}`).join(", ")}`);
    if (below.length > 0) console.log(`  below the mark because of: ${[...complaints].join(", ")}`);
}

function median(values) {
    return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
