// Payments made before the measured time, each to be sent once.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { encode_header, make_buyer, sign_payment } from "../../e2e/lib/buyer.mjs";
import { post } from "../../e2e/lib/http.mjs";
import { write_script } from "./load.mjs";

const k_json = { "content-type": "application/json" };
const k_place = "where the payment goes";
const k_lifetime_s = 3600; // longer than any run

// A script for wrk that buys `count` times at `url` with `body`, each time from a wallet of its own (the
// same request of one payer is answered by its purchase), with `pause_ms` after each answer, and `headers`
// beside those of JSON. A request too many has no payment, so it shows as refused.
export async function write_purchases(directory, name, order) {
    const { url, body, count, headers, pause_ms = 0 } = order;
    const payments = await signed(url, body, count);
    const lua = `${reading(directory, name, payments.map(encode_header))}
request = function()
    wrk.headers["PAYMENT-SIGNATURE"] = payments:read()
    return wrk.format()
end
${pause_ms ? `delay = function() return ${pause_ms} end` : ""}`;
    const all = { ...k_json, ...headers };
    return write_script(directory, name, { method: "POST", headers: all, body, lua });
}

// The same by `message`, a call of the tool of what is sold at `url`, at the terms of that route. The payment
// stands in `_meta`; one too many goes where nothing is.
export async function write_calls(directory, name, { url, body, count, message }) {
    const payments = await signed(url, body, count);
    const call = JSON.parse(message.body);
    const around = JSON.stringify({
        ...call,
        params: { ...call.params, _meta: { "x402/payment": k_place } },
    }).split(JSON.stringify(k_place));
    const lua = `${reading(directory, name, payments.map((each) => JSON.stringify(each)))}
request = function()
    local payment = payments:read()
    if not payment then return wrk.format("POST", "/none-left") end
    wrk.body = ${lua_text(around[0])} .. payment .. ${lua_text(around[1])}
    return wrk.format()
end`;
    return write_script(directory, name, { method: "POST", headers: message.headers, lua });
}

async function signed(url, body, count) {
    const { required } = await post(url, body);
    const validBefore = String(Math.floor(Date.now() / 1000) + k_lifetime_s);
    const payments = [];
    for (let i = 0; i < count; ++i) {
        const { account } = make_buyer();
        payments.push(await sign_payment(account, required, { authorization: { validBefore } }));
    }
    return payments;
}

// Has wrk read `lines`, one at a time, by payments:read().
function reading(directory, name, lines) {
    const list = join(directory, `${name}.payments`);
    writeFileSync(list, lines.join("\n") + "\n");
    return `local payments = io.open(${JSON.stringify(list)})`;
}

// No message of ours has such brackets.
const lua_text = (text) => `[===[${text}]===]`;
