#!/usr/bin/env node
// Verifications whose sources are pages of an internet of its own: read, failing, giving orders.
// As root; exit 1 with what went wrong.
import assert from "node:assert/strict";
import { html, k_pdf } from "./floods/odd_pages.mjs";
import { books_agree } from "./lib/books.mjs";
import { odd_page, own_internet, silent_page } from "./lib/own_internet.mjs";
import { k_wrong_sum } from "./lib/samples.mjs";
import {
    bought_v1, bought_v2, finds_both_figures, k_payload, k_texts, quotes_what_stands_there,
    reviewed_all_the_same, told_of_the_text,
} from "./lib/sourced.mjs";
import { with_world } from "./lib/world.mjs";

const internet = await own_internet();
if (!internet) throw new Error("only root can have an internet");

// What becomes of each page that cannot be read.
const k_failing = {
    error: ["refused", "refused_by_server"],
    missing: ["refused", "refused_by_server"],
    endless: ["unsupported", "too_large"],
    drip: ["unreachable", "not_in_time"],
    pdf: ["unsupported", "not_text"],
    "text-as-pdf": ["unsupported", "not_text"],
    "gzip-bomb": ["unsupported", "too_large"],
    "no-gzip": ["unreachable", "unreachable"],
    "cut-off": ["unreachable", "unreachable"],
    empty: ["empty", "empty"],
    "blank.html": ["empty", null],
    loop: ["unreachable", "too_many_redirects"],
    inside: ["refused", "host_not_usable"],
    metadata: ["refused", "host_not_usable"],
};
// A type that is a lie is believed, and this is read then.
const k_lying = {
    "pdf-as-text": new TextDecoder().decode(k_pdf),
    "html-as-text": html(),
    "text-as-html": k_texts[1],
};
// A person sees the orders of the first ones; those of the others are not read, not by us either.
const k_shown = ["orders.txt", "orders.html", "white.html"];
const k_unseen = ["none.html", "attribute.html", "comment.html", "script.html"];

async function a_text_and_a_page(world) {
    const sources = [k_texts[0], odd_page("harbour.txt")];
    for (const tier of ["standard", "deep"]) {
        const body = { payload: k_payload, sources };
        for (const { artifact, credits } of [
            await bought_v2(world, body, `verify_${tier}`),
            await bought_v1(world, body, tier),
        ]) {
            finds_both_figures(artifact);
            quotes_what_stands_there(artifact, k_payload, k_texts);
            const told = artifact.sources.map(({ origin, url }) => [origin, url]);
            assert.deepEqual(told, [["buyer_text", null], ["fetched", sources[1]]]);
            assert.ok(artifact.usage.fetch_ms >= 0);
            assert.deepEqual(credits, []);
        }
    }
}

async function failing_pages_beside_texts(world) {
    const used = ["used", null];
    const rows = [
        [k_texts[0], used, k_texts[0]],
        [k_texts[1], used, k_texts[1]],
        ...Object.entries(k_failing).map(([name, told]) => [odd_page(name), told]),
        ...Object.entries(k_lying).map(([name, text]) => [odd_page(name), used, text]),
        [silent_page(1), ["unreachable", "not_in_time"]],
    ];
    const body = { payload: k_payload, sources: rows.map(([source]) => source) };
    const { artifact, credits } = await bought_v2(world, body);
    assert.deepEqual(
        artifact.sources.map(({ url, status, reason }, i) => [url ?? rows[i][0], [status, reason]]),
        rows.map(([source, told]) => [source, told]),
    );
    quotes_what_stands_there(artifact, k_payload, rows.map(([, , text]) => text));
    finds_both_figures(artifact);
    assert.deepEqual(credits, []);
}

async function nothing_but_failing_pages(world) {
    const names = ["error", "pdf", "endless"];
    const alone = await bought_v2(world, { payload: k_wrong_sum });
    const body = { payload: k_wrong_sum, sources: names.map(odd_page) };
    for (const job of [await bought_v2(world, body), await bought_v1(world, body)]) {
        reviewed_all_the_same(job, alone, names.map((name) => k_failing[name]));
        assert.deepEqual(job.credits, []);
    }
}

async function pages_that_give_orders(world) {
    const with_page = async (name) => {
        const sources = [k_texts[0], odd_page(name)];
        return (await bought_v2(world, { payload: k_payload, sources })).artifact;
    };
    const clean = { txt: await with_page("harbour.txt"), html: await with_page("harbour.html") };
    for (const name of [...k_shown, ...k_unseen]) {
        const artifact = await with_page(name);
        const beside = clean[name.split(".")[1]];
        const [, page] = artifact.sources;
        const is_flagged = page.flags.some((flag) => flag.startsWith("inject."));
        assert.equal(is_flagged, k_shown.includes(name), `${name}: ${page.flags}`);
        if (!is_flagged) assert.equal(page.sha256, beside.sources[1].sha256, name);
        finds_both_figures(artifact);
        assert.deepEqual(told_of_the_text(artifact), told_of_the_text(beside), name);
    }
}

try {
    await with_world(async (world) => {
        await a_text_and_a_page(world);
        await failing_pages_beside_texts(world);
        await nothing_but_failing_pages(world);
        await pages_that_give_orders(world);
        await books_agree(world.stack);
    });
} finally {
    await internet.stop();
}
