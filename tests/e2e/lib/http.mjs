// HTTP with nothing between the test and the wire: header lines as they are given (an array makes
// several lines), bodies as bytes, no redirects, no decoding.
import http from "node:http";
import https from "node:https";
import { decode_header, encode_header } from "./buyer.mjs";

const k_timeout_ms = 90_000; // above nginx's own

// Returns {status, headers, bytes, text, json, required, payment}: `json` is undefined
// when the body is none; `required` and `payment` are the decoded PAYMENT-REQUIRED and
// PAYMENT-RESPONSE. `from` is the address to ask from: 127.0.0.2 is another client.
export function request(method, url, { headers = {}, body, path, signal, from } = {}) {
    return new Promise((resolve, reject) => {
        const bytes = body === undefined ? undefined : Buffer.from(body);
        const { request: send } = new URL(url).protocol === "https:" ? https : http;
        const sent = send(url, {
            method,
            headers: bytes ? { "content-length": bytes.length, ...headers } : headers,
            agent: false,
            timeout: k_timeout_ms,
            maxHeaderSize: 64 * 1024,
            localAddress: from,
            signal,
            ...(path ? { path } : {}), // as it is: a URL would tidy it up
        });
        sent.on("timeout", () =>
            sent.destroy(new Error(`${method} ${url}: no answer in ${k_timeout_ms} ms`)),
        );
        // A server that refuses a large request early answers and closes while we still write.
        let answered = false;
        sent.on("error", (error) => {
            if (!answered) reject(error);
        });
        sent.on("response", (response) => {
            answered = true;
            const chunks = [];
            response.on("data", (chunk) => chunks.push(chunk));
            response.on("error", reject);
            response.on("end", () => resolve(reply(response, Buffer.concat(chunks))));
        });
        sent.end(bytes);
    });
}

function reply(response, bytes) {
    const { headers } = response;
    const text = bytes.toString("utf8");
    const decoded = (name) => (headers[name] ? decode_header(headers[name]) : undefined);
    let json;
    const is_plain = headers["content-encoding"] === undefined;
    if (is_plain && /json/.test(headers["content-type"] ?? "") && text !== "")
        json = JSON.parse(text);
    return {
        status: response.statusCode,
        headers,
        bytes,
        text,
        json,
        required: decoded("payment-required"),
        payment: decoded("payment-response"),
    };
}

// POST of JSON (an object is serialised, a string is sent as it is), with an optional payment
// payload (an object is encoded, a string is the header as it is).
export function post(url, body, { payment, headers = {}, from } = {}) {
    return request("POST", url, {
        headers: {
            "content-type": "application/json",
            ...(payment === undefined ? {} : { "payment-signature": header_value(payment) }),
            ...headers,
        },
        body: typeof body === "string" ? body : JSON.stringify(body),
        from,
    });
}

const header_value = (payment) =>
    typeof payment === "object" && !Array.isArray(payment) ? encode_header(payment) : payment;
