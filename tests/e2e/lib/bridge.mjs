// A door for buyers of rail v2: an HTTP server before a stack, which asks what they send to a product's
// route as a call of its tool at /mcp, and answers as the route does. All else goes on to the stack as
// it is. A case that is given its address instead of the stack's buys from MCP, and does not know it.
import { encode_header } from "./buyer.mjs";
import { drawn, generator } from "./chance.mjs";
import { body_of, make_front, parsed, pass_on, sent } from "./front.mjs";
import { ask, k_eras, message_of } from "./mcp.mjs";
import { listed_endpoints } from "./purchase.mjs";

const k_kept = ["host", "origin", "idempotency-key"]; // of a request that becomes a call
const k_dropped = ["connection", "keep-alive", "content-length", "content-type", "transfer-encoding"];
const k_arguments = "the arguments, as they were sent";
const k_payment = "x402/payment";
const k_receipt = "x402/payment-response";
// Problems that a tool tells in other words than the route.
const k_statuses = { payment_reused: 409, wrong_arguments: 422 };
const k_no_call = 400;
const k_retry_after_s = 2; // where a result was told, and none was asked for

// `target`: the stack's own address; `by`: "mcp", or "both": each request comes by the one or the other.
// `seed` draws the door, and how a call is made. Returns {url, open, close}.
export function make_bridge({ target, port, by, seed }) {
    const bridge = { target, by, random: generator(seed) };
    return make_front({ port, serve: (request, response) => serve(bridge, request, response) });
}

async function serve(bridge, request, response) {
    const tool = request.method === "POST" ? await tool_at(bridge, request.url) : undefined;
    if (!tool) return pass_on(bridge.target, request, response, request);
    const body = await body_of(request);
    const is_asked = bridge.by === "mcp" || bridge.random() < 0.5;
    if (!is_asked || !may_be_a_call(request, body))
        return pass_on(bridge.target, request, response, body);
    const call = call_of(bridge.random, tool, request, body.toString("utf8"));
    const answer = await sent(bridge.target, request, { path: "/mcp", ...call });
    const text = (await body_of(answer)).toString("utf8");
    const route = `http://${request.headers.host}${request.url}`;
    const prefers_result = /^wait=[1-9]/.test(request.headers.prefer ?? "");
    const is_waited = prefers_result || tool.startsWith("forensics");
    const told = as_the_route(answer, text, { route, is_waited });
    response.writeHead(told.status, told.headers);
    response.end(told.body);
}

// The tool of the product that is sold at `path`; undefined: none. As the stack's lists say, which are
// asked for again until they are there.
async function tool_at(bridge, path) {
    bridge.tools ??= await tools_by_path(bridge.target);
    return bridge.tools.get(path);
}

async function tools_by_path(target) {
    const { result } = (await ask(target, "tools/list", {})).json;
    const names = result.tools.map(({ name }) => name);
    const sold = (await listed_endpoints(target)).filter(({ metadata, product }) =>
        metadata.rail === "v2" && names.includes(product));
    return new Map(sold.map((each) => [new URL(each.resource).pathname, each.product]));
}

// What has no words as a call is the HTTP route's own affair: a body that is no object, or none of JSON, a
// header that comes twice.
function may_be_a_call({ headers, headersDistinct }, body) {
    const twice = ["payment-signature", "idempotency-key"].some(
        (name) => (headersDistinct[name]?.length ?? 0) > 1);
    if (twice || headers["x-payment"] || headers["content-encoding"]) return false;
    if (!/^application\/json/.test(headers["content-type"] ?? "")) return false;
    const asked = parsed(body.toString("utf8"));
    return typeof asked === "object" && asked !== null && !Array.isArray(asked);
}

// {headers, body} of the call. The payment goes as an object, as one text, or as the header.
function call_of(random, name, { headers }, text) {
    const era = drawn(random, k_eras);
    const header = headers["payment-signature"];
    const ways = header === undefined ? [{}] : ways_to_pay(header);
    const { _meta, ...by_header } = drawn(random, ways);
    const params = { name, arguments: k_arguments, ...(_meta ? { _meta } : {}) };
    const message = message_of("tools/call", params, { era });
    const kept = k_kept.filter((each) => headers[each]).map((each) => [each, headers[each]]);
    return {
        headers: { ...message.headers, ...by_header, ...Object.fromEntries(kept) },
        body: message.body.replace(JSON.stringify(k_arguments), () => text),
    };
}

function ways_to_pay(header) {
    const as_text = [{ "payment-signature": header }, { _meta: { [k_payment]: header } }];
    const payment = parsed(Buffer.from(header, "base64").toString("utf8"));
    // Only what is the same when it is written again.
    const is_object = typeof payment === "object" && encode_header(payment) === header;
    return is_object ? [...as_text, { _meta: { [k_payment]: payment } }] : as_text;
}

// {status, headers, body} of the answer that the route would have given. `route`: its address, which
// the terms of a tool do not name; `is_waited`: the result itself is wanted.
function as_the_route({ statusCode, headers }, text, { route, is_waited }) {
    const kept = Object.fromEntries(
        Object.entries(headers).filter(([name]) => !k_dropped.includes(name)));
    const result = statusCode === 200 ? parsed(text)?.result : undefined;
    if (!result) {
        // Refused by nginx, or as a message: no case of a payment may come here.
        const status = statusCode === 200 ? k_no_call : statusCode;
        const type = { "content-type": headers["content-type"] };
        return { status, headers: { ...kept, ...type }, body: text };
    }
    const told = result.structuredContent;
    const receipt = result._meta?.[k_receipt];
    const poll_url = told.job_id && new URL(`/v1/job/${told.job_id}`, route).href;
    const again = told.retry_after_s ?? (told.job_id ? k_retry_after_s : undefined);
    const of_all = {
        ...(receipt ? { "payment-response": encode_header(receipt) } : {}),
        ...(poll_url ? { location: poll_url } : {}),
        ...(again === undefined ? {} : { "retry-after": String(again) }),
    };
    const { status, type = "application/json", json, more } = in_words_of_http(told, result, {
        route, is_waited, poll_url,
    });
    return {
        status,
        headers: { ...kept, "content-type": type, ...of_all, ...more },
        body: JSON.stringify(json),
    };
}

function in_words_of_http(told, { isError }, { route, is_waited, poll_url }) {
    const type = "application/problem+json";
    if (k_statuses[told.code]) {
        const { x402Version: _, resource: __, accepts: ___, extensions: ____, ...problem } = told;
        const status = k_statuses[told.code];
        return { status, type, json: { type: "about:blank", title: told.code, ...problem, status } };
    }
    if (told.x402Version) {
        const terms = { ...told, resource: { ...told.resource, url: route } };
        const { bazaar: _, ...extensions } = terms.extensions; // too long for a header
        const header = encode_header({ ...terms, extensions });
        return { status: 402, json: terms, more: { "payment-required": header } };
    }
    if (isError) return { status: told.status, type, json: told };
    if (is_waited && told.status === "complete") return { status: 200, json: told };
    const { artifact: _, ...job } = told;
    return { status: 202, json: { ...job, poll_url } };
}
