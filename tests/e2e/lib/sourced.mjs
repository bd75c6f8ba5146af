// A text that is verified with sources: how it is bought, and what holds of every such artifact.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { delivered, judged, v1_buyer } from "./orders.mjs";
import { await_job } from "./purchase.mjs";

export const route_of = (world, product) => world.routes.find((each) => each.product === product);

// Contradicted by the first of k_texts in the piers and by the second in the containers; said by
// the second of the berths. Letters of one, two and four bytes stand before each figure.
export const k_payload =
    "Zoë's note of the café 🌉 says this. The Miller Bridge in Kelso has 412 piers [1]. " +
    "The harbour of Kelso handled 3,900 containers in May 2025 [2]. " +
    "The harbour of Kelso has 14 berths [2].";
export const k_texts = [
    "The café's owner 🌊 drew it. The Miller Bridge in Kelso has 418 piers. It is red.",
    "Señor Núñez 🚢 counted. The harbour of Kelso handled 3,200 containers in May 2025. " +
        "The harbour of Kelso has 14 berths.",
];

// The envelope of `product` for `body`, bought by the published client on rail v2.
export async function bought_v2(world, body, product = "verify_standard") {
    const route = route_of(world, product);
    const buyer = await world.buyer();
    const [paid, spent] = await world.money_moved(buyer.address, () =>
        buyer.fetch(route.url, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body),
        }),
    );
    const sold = await paid.json();
    assert.equal(paid.status, 202, JSON.stringify(sold));
    assert.equal(spent, route.price);
    const { json } = await await_job(world.stack.base_url, sold.job_id);
    assert.equal(json.status, "complete", JSON.stringify(json));
    return json;
}

// The same on rail v1, paid with the ready transaction of its 402.
export async function bought_v1(world, body, tier = "standard", path = "/v1/verify") {
    const buyer = await v1_buyer(world, world.stack, { body: tier ? { tier, ...body } : body, path });
    const order = await buyer.order();
    const { transactionHash } = await buyer.pay(order);
    assert.equal((await judged(buyer, order, transactionHash)).status, 200);
    return delivered(world.stack, buyer, order);
}

// Every place of the artifact is where the text, or the source, has what it quotes. `texts`: of
// each source as it was read; undefined where it was not.
export function quotes_what_stands_there(artifact, payload, texts) {
    artifact.findings.flatMap(({ spans }) => spans).forEach((span) => {
        const text = span.role === "source" ? texts[span.source] : payload;
        assert.equal([...text].slice(span.start, span.end).join(""), span.quote);
        const bytes = Buffer.from(text).subarray(span.byte_start, span.byte_end);
        assert.equal(bytes.toString(), span.quote);
        const before = [...text].slice(0, span.start).join("").split("\n");
        assert.deepEqual([span.line, span.col], [before.length, [...before.at(-1)].length + 1]);
    });
    artifact.sources.forEach(({ source, status, chars, sha256 }, i) => {
        assert.equal(source, i);
        const text = status === "used" ? texts[i] : "";
        assert.equal(chars, [...text].length);
        assert.equal(sha256, status === "used" ? digest(text) : null);
    });
    for (const { source, start, end } of artifact.sourcing_map) {
        assert.ok(start < end && end <= artifact.sources[source].chars);
    }
}

// k_payload against k_texts, wherever they came from.
export function finds_both_figures(artifact) {
    const found = artifact.findings.filter(({ check }) => check === "source.number");
    const quoted = found.map(({ spans }) => {
        const source = spans.find(({ role }) => role === "source");
        return [spans[0].quote, source.source, source.quote];
    });
    assert.deepEqual(quoted, [["412", 0, "418"], ["3,900", 1, "3,200"]]);
    for (const { claim_id } of found) {
        const claim = artifact.claims.find(({ id }) => id === claim_id);
        assert.equal(claim.source_status, "contradicted");
    }
    const counts = Object.values(artifact.sources_summary);
    assert.equal(counts.reduce((sum, n) => sum + n), artifact.claims.length);
    assert.equal(artifact.sources_summary.contradicted, 2);
    const berths = artifact.claims.at(-1);
    assert.equal(berths.source_status, "verbatim");
    assert.notEqual(berths.status, "verified"); // a source is the buyer's own choice
    assert.notEqual(artifact.verdict, "PASS");
}

// `job` had only sources that could not be read, for the reasons `wanted`, [status, reason] each:
// its text is reviewed, and what it says of itself is found, as in `alone`, bought without any.
export function reviewed_all_the_same(job, alone, wanted) {
    const { sources, claims } = job.artifact;
    assert.deepEqual(sources.map(({ status, reason }) => [status, reason]), wanted);
    for (const { origin, sha256, chars } of sources)
        assert.deepEqual([origin, sha256, chars], ["fetched", null, 0]);
    assert.ok(claims.every(({ source_status }) => source_status === "unreadable"));
    assert.deepEqual(told_of_the_text(job.artifact), told_of_the_text(alone.artifact));
    assert.ok(job.artifact.findings.length > 0);
}

// The verdict and the findings, without what only names the bytes of a source.
export const told_of_the_text = ({ verdict, score, findings }) => ({
    verdict,
    score,
    findings: findings.map(({ check, severity, final, claim_id, title, spans }) => ({
        check, severity, final, claim_id, title,
        quotes: spans.map(({ role, quote }) => [role, quote]),
    })),
});

const digest = (text) => `0x${createHash("sha256").update(text).digest("hex")}`;
