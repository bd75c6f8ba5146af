// A facilitator that says yes to everything and moves nothing, so that no chain takes part in the
// measurement: {url, stop}.
import http from "node:http";

const k_network = "eip155:8453";
const k_kinds = [{ x402Version: 2, scheme: "exact", network: k_network }];

export async function start_yes_facilitator() {
    const server = http.createServer((request, response) => {
        const chunks = [];
        request.on("data", (chunk) => chunks.push(chunk));
        request.on("end", () => {
            response.setHeader("content-type", "application/json");
            const body = Buffer.concat(chunks).toString("utf8");
            response.end(JSON.stringify(answer(request.url, body)));
        });
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    return {
        url: `http://127.0.0.1:${server.address().port}`,
        stop: () =>
            new Promise((done) => {
                server.close(done);
                server.closeAllConnections();
            }),
    };
}

function answer(url, body) {
    if (url.endsWith("/supported")) {
        return { kinds: k_kinds, extensions: [], signers: { "eip155:*": [] } };
    }
    const payer = JSON.parse(body).paymentPayload.payload.authorization.from;
    if (url.endsWith("/verify")) return { isValid: true, payer };
    return { success: true, payer, network: k_network, transaction: `0x${"d".repeat(64)}` };
}
