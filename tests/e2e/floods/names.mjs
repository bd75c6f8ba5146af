// Forty addresses send custom scans, and then syntheses: with garbage signatures, and with good
// payments for names that get no answer. Sales of other products do not wait, and who names what
// can be found is sold.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { post } from "../lib/http.mjs";
import { fresh_client } from "../lib/orders.mjs";
import { crowd, limited, many, median, sale, seconds, tally, terms } from "./figures.mjs";

const k_addresses = 40;
const k_pause_ms = 200;
const k_names = 8;
const k_warm_ms = 3_000;
const k_sales = 41;
const k_honest = 100;
const k_sale_most_ms = 200;
const k_busy_most = 5;
const k_invalid = {
    fault: "claim",
    answer: { isValid: false, invalidReason: "invalid_signature" },
};

// What a request says that names these hosts.
const k_bodies = {
    forensics_custom: (hosts) => ({ targets: hosts }),
    synthesis: (hosts) => ({ query: "?", sources: hosts.map((host) => `http://${host}/`) }),
};

export async function names(world, internet) {
    if (!internet) return { line: "names: skipped, since only root can have a name server" };
    const { route } = await limited(world);
    const alone_ms = await verify_sales(world, route);
    const lines = [];
    const broken = {};
    for (const [product, body] of Object.entries(k_bodies)) {
        const wanted = route(product);
        const strangers = await many(k_addresses, 4, () => stranger(world, wanted));
        const told = tally();
        const stop = crowd(2 * k_addresses, k_pause_ms, async (i) => {
            const { status, json } = await strangers[i >> 1](body, i % 2 === 0);
            told.add(`${status} ${json?.code ?? json?.detail?.[0]?.type ?? ""}`.trim());
        });
        await sleep(k_warm_ms);
        const [before, begin] = [await internet.counts(), Date.now()];
        const sale_ms = await verify_sales(world, route);
        const honest = tally();
        await many(k_honest, 2, async () => {
            const [{ status, json }] = await sale(world, wanted, { body: body(["a.open.netlab"]) });
            honest.add(`${status} ${json.code ?? ""}`.trim());
        });
        const { questions } = await internet.counts();
        const rate = ((questions - before.questions) * 1_000) / (Date.now() - begin);
        await stop();
        lines.push(
            `beside a crowd that names hosts for ${product}, ${k_sales} verifications were sold ` +
                `in ${seconds(sale_ms)} (median; alone ${seconds(alone_ms)}), ${k_honest} honest ` +
                `requests got ${honest.text()}, ${rate.toFixed(0)} questions a second left ` +
                `(the crowd got ${told.text()})`,
        );
        Object.assign(broken, {
            [`${product}: sales were slow`]: sale_ms > k_sale_most_ms,
            [`${product}: honest requests were turned away`]:
                k_honest - honest.of("200") - honest.of("202") > k_busy_most,
            [`${product}: the crowd was not there`]: told.of("402") === 0,
        });
    }
    return { line: `names: ${lines.join("; ")}`, broken };
}

// The median of what a sale takes, in ms.
async function verify_sales(world, route) {
    const sales = await many(k_sales, 1, () => sale(world, route("verify_basic")));
    const unsold = sales.find(([{ status }]) => status !== 202);
    if (unsold) throw new Error(unsold[0].text);
    return median(sales.map(([, ms]) => ms));
}

// A client at an address of its own, as what sends one request: with a garbage signature, which
// the facilitator says at once is none, or with a good payment.
async function stranger(world, route) {
    const from = fresh_client();
    const [poor, rich] = [await world.buyer(), await world.buyer()];
    world.facilitator.control_for(poor.address, { verify: k_invalid });
    const theirs = await terms(route, from);
    return async (body, is_garbage) => {
        const payment = is_garbage
            ? await world.sign(poor.account, theirs, { edit: with_garbage })
            : await world.sign(rich.account, theirs);
        const name = () => `${randomBytes(6).toString("hex")}.never.netlab`;
        return post(route.url, body(Array.from({ length: k_names }, name)), { payment, from });
    };
}

const with_garbage = ({ payload, ...rest }) => ({
    ...rest,
    payload: { ...payload, signature: `0x${"77".repeat(66)}` },
});
