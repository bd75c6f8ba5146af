// Debian's Chromium, for what people see. One browser a process; a page of its own for each use.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const k_program = "/usr/bin/chromium";
// Nothing but the pages under test is asked for anything.
const k_arguments = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
];

let browser;

async function opened() {
    if (!existsSync(k_program)) throw new Error(`${k_program} is missing: .ci/deps test`);
    // The sandbox needs a user of its own; pages under test are ours.
    browser ??= await chromium.launch({
        executablePath: k_program,
        args: k_arguments,
        chromiumSandbox: false,
    });
    return browser;
}

// Runs `use(page)` with a page in a context of its own. `options`: of a context (viewport,
// colorScheme, forcedColors, javaScriptEnabled, ...). page.said holds what went wrong in it: errors
// of scripts, of the console, and what the content security policy refused.
export async function with_page(options, use) {
    const context = await (await opened()).newContext(options);
    try {
        return await use(await watched_page(context));
    } finally {
        await context.close();
    }
}

// Another page of the same context: it shares what is stored.
export async function watched_page(context) {
    const page = await context.newPage();
    page.said = [];
    page.on("pageerror", (error) => page.said.push(`error: ${error.message}`));
    page.on("console", (message) => {
        if (message.type() === "error") page.said.push(`console: ${message.text()}`);
    });
    return page;
}

process.once("exit", () => void browser?.close());

// So that a process of cases can end.
export async function close_browser() {
    await browser?.close();
    browser = undefined;
}
