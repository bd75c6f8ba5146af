// Forty addresses send custom scans: with garbage signatures, and with good payments for names that
// get no answer. Sales of other products do not wait, and honest scans are sold.
import { randomBytes } from "node:crypto";
import { post } from "../lib/http.mjs";
import { fresh_client } from "../lib/orders.mjs";
import { crowd, limited, many, median, sale, seconds, tally, terms } from "./figures.mjs";

const k_addresses = 40;
const k_pause_ms = 200;
const k_names = 8;
const k_warm_ms = 3_000;
const k_sales = 41;
const k_scans = Number(process.env.SCANS || 100);
const k_sale_most_ms = 200;
const k_busy_most = k_scans / 20;
const k_invalid = { fault: "claim", answer: { isValid: false, invalidReason: "invalid_signature" } };

export async function names(world, internet) {
    if (!internet) return { line: "names: skipped, since only root can have a name server of their own" };
    const { route } = await limited(world);
    const [scan, verify] = [route("forensics_custom"), route("verify_basic")];
    const verify_sales = async (count) => {
        const sales = await many(count, 1, () => sale(world, verify));
        for (const [{ status, text }] of sales) if (status !== 202) throw new Error(`${status} ${text}`);
        return median(sales.map(([, ms]) => ms));
    };
    const alone_ms = await verify_sales(k_sales);

    const told = tally();
    const strangers = await many(k_addresses, 4, async () => {
        const from = fresh_client();
        const [poor, rich] = [await world.buyer(), await world.buyer()];
        world.facilitator.control_for(poor.address, { verify: k_invalid });
        return { from, poor, rich, terms: await terms(scan, from) };
    });
    const targets = () =>
        Array.from({ length: k_names }, () => `${randomBytes(6).toString("hex")}.never.netlab`);
    const stop = crowd(2 * k_addresses, k_pause_ms, async (i) => {
        const { from, poor, rich, terms: theirs } = strangers[i >> 1];
        const is_garbage = i % 2 === 0;
        const payment = is_garbage
            ? await world.sign(poor.account, theirs, { edit: with_garbage })
            : await world.sign(rich.account, theirs);
        const { status, json } = await post(scan.url, { targets: targets() }, { payment, from });
        told.add(`${status} ${json?.code ?? json?.detail?.[0]?.type ?? ""}`.trim());
    });
    await new Promise((go) => setTimeout(go, k_warm_ms));
    const before = await internet.counts();
    const begin = Date.now();
    const crowded_ms = await verify_sales(k_sales);
    const after = await internet.counts();
    const questions = ((after.questions - before.questions) * 1_000) / (Date.now() - begin);
    const scans = tally();
    const body = { targets: ["a.open.netlab"] };
    await many(k_scans, 2, async () => {
        const [{ status, json }] = await sale(world, scan, { body });
        scans.add(status === 503 ? `503 ${json.code}` : String(status));
    });
    await stop();
    const busy = k_scans - scans.of("200") - scans.of("202");
    return {
        line:
            `names: ${k_sales} verifications were sold in ${seconds(crowded_ms)} (median; alone ` +
            `${seconds(alone_ms)}), ${k_scans} honest scans got ${scans.text()}; ` +
            `${questions.toFixed(0)} questions a second left; the crowd got ${told.text()}`,
        broken: {
            "sales were slow": crowded_ms > k_sale_most_ms,
            "honest scans were turned away": busy > k_busy_most,
            "the crowd was not there": told.of("402") + told.of("429") === 0,
        },
    };
}

const with_garbage = ({ payload, ...rest }) => ({
    ...rest,
    payload: { ...payload, signature: `0x${"77".repeat(66)}` },
});
