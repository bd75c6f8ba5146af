#!/usr/bin/env node
// The internet of a campaign, in a network namespace of its own, so that no packet leaves this
// host: servers at global addresses that accept and are silent, others that answer, a name server.
//   12.1.0.0/16   ports 80 and 443 accept and never answer
//   12.2.0.0/16   port 80 answers every path with a page
//   12.3.0.0/16   port 80 answers with the pages of odd_pages.mjs
//   12.5.5.53     port 53: NAME.open.netlab is at 12.2.0.1, NAME.silent.netlab at 12.1.0.1,
//                 NAME.never.netlab gets no answer, all else does not exist
//   12.5.5.80     port 80: {"questions": n, "silent": n}, of names and of silent pages
import dgram from "node:dgram";
import http from "node:http";
import net from "node:net";
import { odd_page } from "./odd_pages.mjs";

const k_header_bytes = 12;
const k_nothing = 3; // NXDOMAIN
const counts = { questions: 0, silent: 0 };

for (const port of [80, 443]) {
    net.createServer({ pauseOnConnect: false }, (socket) => {
        const { localAddress } = socket;
        socket.on("error", () => socket.destroy());
        if (localAddress.startsWith("12.1.")) {
            ++counts.silent;
            socket.resume();
            return;
        }
        if (port === 80) pages.emit("connection", socket);
        else socket.destroy();
    }).listen(port, "0.0.0.0", 4_096);
}

const pages = http.createServer((request, response) => {
    if (request.socket.localAddress === "12.5.5.80") return response.end(JSON.stringify(counts));
    if (request.socket.localAddress.startsWith("12.3.")) return odd_page(request, response);
    response.setHeader("content-type", "text/plain; charset=utf-8");
    return response.end(
        `The Miller Bridge in Kelso was closed on Monday after a barge struck its pier. Repairs ` +
            `of the bridge will cost ${1 + (request.url.length % 7)} million dollars, ` +
            "the city said.\n",
    );
});

const names = dgram.createSocket("udp4");
names.on("message", (question, { port, address }) => {
    ++counts.questions;
    const { name, type, end } = read_question(question);
    if (name.endsWith(".never.netlab")) return;
    const found = name.endsWith(".open.netlab") ? [12, 2, 0, 1] : [12, 1, 0, 1];
    const is_known = /\.(open|silent)\.netlab$/.test(name);
    const has_address = is_known && type === 1;
    const head = Buffer.alloc(k_header_bytes);
    head.writeUInt16BE(question.readUInt16BE(0), 0);
    head.writeUInt16BE(0x8180 | (is_known ? 0 : k_nothing), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(has_address ? 1 : 0, 6);
    const record = Buffer.from([0xc0, k_header_bytes, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...found]);
    const parts = [head, question.subarray(k_header_bytes, end), ...(has_address ? [record] : [])];
    names.send(Buffer.concat(parts), port, address);
});
names.bind(53, "12.5.5.53", () => console.log("listening"));

function read_question(bytes) {
    const labels = [];
    let at = k_header_bytes;
    while (bytes[at] > 0) {
        labels.push(bytes.toString("latin1", at + 1, at + 1 + bytes[at]));
        at += 1 + bytes[at];
    }
    return { name: labels.join(".").toLowerCase(), type: bytes.readUInt16BE(at + 1), end: at + 5 };
}
