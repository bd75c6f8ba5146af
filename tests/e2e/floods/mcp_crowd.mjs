// Clients of MCP who flood: a process of its own, which gives way to all others, since a crowd brings its own
// processors along. node mcp_crowd.mjs URL ARGUMENTS, a JSON object that verify_basic takes; told "go" and
// "stop" by its parent, it answers a stop by its answers so far: {"STATUS for WORD": how many}.
import http from "node:http";
import { setPriority } from "node:os";
import { k_eras, message_of } from "../lib/mcp.mjs";
import { fresh_client } from "../lib/orders.mjs";
import { crowd } from "./figures.mjs";

const k_clients = 64;
const k_pause_ms = 50; // of each: the 20 requests a second that nginx lets a client have
const k_lowest = 19;
const k_tool = "verify_basic";
const k_long = "x".repeat(200_000);

setPriority(k_lowest);
const [, , url, text] = process.argv;
const messages = messages_of(JSON.parse(text));
const clients = Array.from({ length: k_clients }, () => ({
    localAddress: fresh_client(),
    agent: new http.Agent({ keepAlive: true }),
}));
const told = {};
let next = 0;
let stop;
process.on("message", async (word) => {
    if (word === "go") stop = crowd(k_clients, k_pause_ms, flood);
    else await stop().then(() => process.send(told));
});
process.on("disconnect", () => process.exit());

async function flood(i) {
    const [word, { headers, body }] = messages[next++ % messages.length];
    const status = await new Promise((resolve) => {
        const sent = http.request(url, { method: "POST", headers, ...clients[i] }, (answer) => {
            answer.on("end", () => resolve(answer.statusCode)).resume();
        });
        sent.on("error", ({ code }) => resolve(code)).end(body);
    });
    const what = `${status} for ${word}`;
    told[what] = (told[what] ?? 0) + 1;
}

// [what it is, {headers, body}] of what the crowd sends.
function messages_of(sample) {
    const call = (params) => message_of("tools/call", { name: k_tool, arguments: sample, ...params });
    const sound = call({});
    const changed = (body) => ({ ...sound, body });
    const initialize = {
        protocolVersion: k_eras[0], capabilities: {}, clientInfo: { name: "crowd", version: "1" },
    };
    return [
        ["initialize", message_of("initialize", initialize, { era: k_eras[0] })],
        ...k_eras.map((era) => ["tools/list", message_of("tools/list", {}, { era })]),
        ["terms", sound],
        ["terms of a long text", call({ arguments: { payload: k_long } })],
        ["an unknown tool", call({ name: "verify_everything" })],
        ["garbage as payment", call({ _meta: { "x402/payment": "bm90IGpzb24=" } })],
        ["half a message", changed(sound.body.slice(0, sound.body.length / 2))],
        ["a heap of brackets", changed("[".repeat(10_000))],
        ["a list of messages", changed(`[${sound.body}]`)],
    ];
}
