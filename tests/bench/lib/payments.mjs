// Payments made before the measured time, each to be sent once.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { encode_header, make_buyer, sign_payment } from "../../e2e/lib/buyer.mjs";
import { post } from "../../e2e/lib/http.mjs";
import { write_script } from "./load.mjs";

const k_json = { "content-type": "application/json" };
const k_lifetime_s = 3600; // longer than any run

// A script for wrk that buys `count` times at `url` with `body`, each time from a wallet of its own (the
// same request of one payer is answered by its purchase), with `pause_ms` after each answer. A request too many has no payment, so it shows as refused.
export async function write_purchases(directory, name, { url, body, count, pause_ms = 0 }) {
    const { required } = await post(url, body);
    const validBefore = String(Math.floor(Date.now() / 1000) + k_lifetime_s);
    const payments = [];
    for (let i = 0; i < count; ++i) {
        const { account } = make_buyer();
        const payment = await sign_payment(account, required, { authorization: { validBefore } });
        payments.push(encode_header(payment));
    }
    const list = join(directory, `${name}.payments`);
    writeFileSync(list, payments.join("\n") + "\n");
    const lua = `local payments = io.open(${JSON.stringify(list)})
request = function()
    wrk.headers["PAYMENT-SIGNATURE"] = payments:read()
    return wrk.format()
end
${pause_ms ? `delay = function() return ${pause_ms} end` : ""}`;
    return write_script(directory, name, { method: "POST", headers: k_json, body, lua });
}
