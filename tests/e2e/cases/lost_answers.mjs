// The examples that survive a lost answer, as buyers copy them: the answer to the first paid request never
// reaches the buyer, nor the facilitator's answer us; they get their job, paid once.
import assert from "node:assert/strict";
import axios, { AxiosError } from "axios";
import { wrapAxiosWithPayment } from "@x402/axios";
import { wrapFetchWithPayment } from "@x402/fetch";
import { await_job } from "../lib/purchase.mjs";
import { example } from "../lib/examples.mjs";

const k_most_lines = 11; // with what it says of itself

export default function (test) {
    for (const [name, file] of [
        ["@x402/fetch", "patient_fetch.js"],
        ["@x402/axios", "patient_axios.js"],
    ]) {
        test(`${name}: the wrapper of the examples buys once`, async (world) => {
            const code = example(file);
            assert.ok(code.split("\n").length - 1 <= k_most_lines, "more than 10 lines");
            const buyer = await world.buyer();
            world.facilitator.control({ settle: { fault: "lost", times: 1 } });
            const { job_id, lost } = await buyers[name](code, buyer, world.route);
            assert.equal(lost, true, "no answer was lost");
            const done = await await_job(world.stack.base_url, job_id);
            assert.equal(done.json.status, "complete");
            assert.equal((await world.chain.transfers({ from: buyer.address })).length, 1);
        });
    }
}

const buyers = {
    async "@x402/fetch"(code, { client }, route) {
        let lost = false;
        const lossy = async (request) => {
            const answer = await fetch(request);
            if (!request.headers.has("payment-signature") || lost) return answer;
            lost = true;
            throw new TypeError("fetch failed");
        };
        const make = new Function("fetch", "wrapFetchWithPayment", "client", `${code}\nreturn buy;`);
        const buy = make(lossy, wrapFetchWithPayment, client);
        const answer = await buy(route.url, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(route.sample),
        });
        assert.equal(answer.status, 202);
        return { job_id: (await answer.json()).job_id, lost };
    },

    async "@x402/axios"(code, { axios_client }, route) {
        let lost = false;
        const adapter = async (config) => {
            const answer = await axios.getAdapter("http")(config);
            if (!config.headers.has("payment-signature") || lost) return answer;
            lost = true;
            throw new AxiosError("socket hang up", "ECONNRESET", config);
        };
        const lossy = { create: () => axios.create({ adapter }) };
        const make = new Function("axios", "wrapAxiosWithPayment", "client", `${code}\nreturn buy;`);
        const buy = make(lossy, wrapAxiosWithPayment, axios_client);
        const answer = await buy.post(route.url, route.sample);
        assert.equal(answer.status, 202);
        return { job_id: answer.data.job_id, lost };
    },
};
