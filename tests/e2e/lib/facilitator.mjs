// An x402 facilitator over HTTP, made of the published facilitator classes and a wallet on the
// local chain: what it accepts is accepted by the real code, and the money really moves.
//
//   POST /verify, POST /settle, GET /supported     the x402 facilitator interface
//   GET  /calls                                    every verify and settle so far, in order
//   POST /control {"verify": MODE, "settle": MODE} misbehave from now on; {} behaves again
// MODE is {"fault": WORD, "delay_ms": n, "answer": {...}, "times": n}; the delay comes before the
// work, and after `times` calls (all, when absent) it behaves again:
//   nothing is done   `down` cuts the connection, `error` answers 500, `claim` answers `answer`
//   the work is done  `lost` cuts the connection, `late` answers 504, `garbage` answers what is not
//                     JSON, `cut_json` the first half of its JSON, `deny` answers `answer`
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { x402Facilitator } from "@x402/core/facilitator";
import { toFacilitatorEvmSigner } from "@x402/evm";
import { ExactEvmScheme } from "@x402/evm/exact/facilitator";
import { createWalletClient, http as transport, publicActions } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { dev_chain, k_gas_key } from "./chain.mjs";
import { receipt_of } from "./receipts.mjs";

const k_body_limit = 256 * 1024;

// Options: chain (from start_chain, or {url, chain_id}), port (0 = a free one), key of the wallet
// that pays gas. Returns {url, port, calls, control, control_for, reset, stop}; the same as over HTTP, for
// callers in this process.
export async function start_facilitator({ chain, port = 0, key = k_gas_key }) {
    const facilitator = new x402Facilitator().register(
        `eip155:${chain.chain_id}`,
        new ExactEvmScheme(toFacilitatorEvmSigner(signer(chain, key))),
    );
    const calls = [];
    let modes = {};
    const modes_of_payers = new Map();
    let chance;

    function mode_of({ operation, payer }) {
        const own = modes_of_payers.get(payer) ?? (chance ? { [operation]: chance() } : modes);
        const mode = own[operation] ?? {};
        if (mode.times !== undefined && --mode.times < 0) delete own[operation];
        return own[operation] ?? {};
    }

    async function work(operation, body) {
        const call = {
            operation,
            at_ms: Date.now(),
            payer: body.paymentPayload?.payload?.authorization?.from,
            nonce: body.paymentPayload?.payload?.authorization?.nonce,
        };
        calls.push(call);
        const { fault, delay_ms = 0, answer: scripted } = mode_of(call);
        call.fault = fault;
        if (delay_ms > 0) await sleep(delay_ms);
        if (fault === "down") return { cut: true };
        if (fault === "error") return { status: 500, answer: { error: "out of order" } };
        if (fault === "claim") return { status: 200, answer: scripted };
        call.answer = await facilitator[operation](body.paymentPayload, body.paymentRequirements);
        if (fault === "lost") return { cut: true };
        if (fault === "late") return { status: 504, answer: { error: "upstream timed out" } };
        if (fault === "deny") return { status: 200, answer: scripted };
        if (fault === "cut_json") {
            const text = JSON.stringify(call.answer);
            return { status: 200, text: text.slice(0, text.length / 2) };
        }
        if (fault === "garbage") return { status: 200, text: "<html>not what you wanted</html>" };
        return { status: 200, answer: call.answer };
    }

    const server = http.createServer(async (request, response) => {
        const reply = (status, value, text) =>
            response
                .writeHead(status, { "content-type": "application/json" })
                .end(text ?? JSON.stringify(value));
        try {
            const route = `${request.method} ${request.url}`;
            if (route === "GET /supported") return reply(200, facilitator.getSupported());
            if (route === "GET /calls") return reply(200, calls);
            const body = JSON.parse(await read_body(request));
            if (route === "POST /control") {
                modes = body;
                return reply(200, modes);
            }
            const operation = { "POST /verify": "verify", "POST /settle": "settle" }[route];
            if (!operation) return reply(404, { error: "no such route" });
            const { cut, status, answer, text } = await work(operation, body);
            return cut ? request.socket.destroy() : reply(status, answer, text);
        } catch (error) {
            return reply(500, { error: String(error?.message ?? error) });
        }
    });
    server.keepAliveTimeout = 1_000;
    await new Promise((ready, fail) => server.once("error", fail).listen(port, "127.0.0.1", ready));
    return {
        url: `http://127.0.0.1:${server.address().port}`,
        port: server.address().port,
        calls: (operation) => calls.filter((call) => !operation || call.operation === operation),
        // A copy, whose `times` are counted down: the caller's own may be meant for many cases.
        control: (next) => {
            modes = structuredClone(next);
        },
        // The same towards one payer, whatever it does to others.
        control_for: (payer, next) => modes_of_payers.set(payer, structuredClone(next)),
        // For each call the mode that `next` returns; undefined: behaves.
        control_by_chance: (next) => {
            chance = next;
        },
        reset: () => {
            modes = {};
            modes_of_payers.clear();
            chance = undefined;
            calls.length = 0;
        },
        stop: () =>
            new Promise((done) => {
                server.close(done);
                server.closeAllConnections();
            }),
    };
}

// One wallet, so transactions take their nonces one after the other.
function signer(chain, key) {
    const account = privateKeyToAccount(key);
    const wallet = createWalletClient({
        account,
        chain: dev_chain(chain.chain_id, chain.url),
        transport: transport(chain.url, { retryCount: 0 }),
        pollingInterval: 50,
        cacheTime: 0,
    }).extend(publicActions);
    let last = Promise.resolve();
    const in_turn = (send) => (args) => {
        const sent = last.then(() => send(args));
        last = sent.catch(() => undefined);
        return sent;
    };
    return {
        address: account.address,
        getCode: wallet.getCode,
        readContract: (args) => wallet.readContract({ ...args, args: args.args ?? [] }),
        verifyTypedData: wallet.verifyTypedData,
        writeContract: in_turn((args) => wallet.writeContract({ ...args, args: args.args ?? [] })),
        sendTransaction: in_turn((args) => wallet.sendTransaction(args)),
        waitForTransactionReceipt: ({ hash }) => receipt_of(wallet, hash),
    };
}

async function read_body(request) {
    const chunks = [];
    let size = 0;
    for await (const chunk of request) {
        size += chunk.length;
        if (size > k_body_limit) throw new Error("body too large");
        chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString("utf8");
}
