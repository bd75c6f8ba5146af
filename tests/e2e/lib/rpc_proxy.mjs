// A JSON-RPC endpoint in front of the local chain that fails, lags or lies when it is told to.
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

// `control(fault)` from now on, undefined: behaves. A fault is
//   {drop: true}          cuts the connection without asking the chain
//   {swallow: true}       asks, and cuts the connection
//   {delay_ms}            answers late
//   {status, headers}     answers so, without asking
//   {cut_json: true}      the first half of the answer
//   {error}               answers with that JSON-RPC error; without asking, or with {asks: true} after
//   {chain_id}            says it is another chain
//   {lag: n}              its newest block is n blocks old, and it knows nothing newer
//   {edit(call, result)}  what it returns instead of the chain's result
//   {only: method}        with one of the others: only in calls of that method
// Returns {url, control, calls, stop}.
export async function start_rpc_proxy(chain) {
    let fault;
    const calls = [];
    const ask = async (body) => {
        const answer = await fetch(chain.url, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body),
        });
        return answer.json();
    };
    const head_number = async () => {
        const call = { jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] };
        return Number((await ask(call)).result);
    };

    async function answer_to(call) {
        const { chain_id, lag, edit } = fault ?? {};
        if (chain_id && call.method === "eth_chainId")
            return { jsonrpc: "2.0", id: call.id, result: `0x${chain_id.toString(16)}` };
        let newest = Infinity;
        if (lag) {
            newest = Math.max(0, (await head_number()) - lag);
            if (call.params[0] === "latest") call.params[0] = `0x${newest.toString(16)}`;
        }
        const answer = await ask(call);
        const block = Number(answer.result?.blockNumber ?? 0);
        if (block > newest) answer.result = null;
        if (edit) answer.result = edit(call, answer.result);
        return answer;
    }

    const server = http.createServer(async (request, response) => {
        const chunks = [];
        for await (const chunk of request) chunks.push(chunk);
        const call = JSON.parse(Buffer.concat(chunks).toString("utf8"));
        calls.push(call.method);
        const is_hit = !fault?.only || fault.only === call.method;
        const present = is_hit ? fault : undefined;
        const { drop, swallow, delay_ms = 0, status, headers, cut_json } = present ?? {};
        const { error, asks } = present ?? {};
        if (drop) return request.socket.destroy();
        if (status) return response.writeHead(status, headers).end("out of order");
        const answer = error && !asks ? undefined : await answer_to(call);
        const text = JSON.stringify(error ? { jsonrpc: "2.0", id: call.id, error } : answer);
        if (delay_ms > 0) await sleep(delay_ms);
        if (swallow) return request.socket.destroy();
        response.writeHead(200, { "content-type": "application/json" });
        response.end(cut_json ? text.slice(0, text.length / 2) : text);
    });
    await new Promise((ready, fail) => server.once("error", fail).listen(0, "127.0.0.1", ready));
    return {
        url: `http://127.0.0.1:${server.address().port}`,
        calls,
        control: (next) => {
            fault = next;
        },
        stop: () =>
            new Promise((done) => {
                server.close(done);
                server.closeAllConnections();
            }),
    };
}
