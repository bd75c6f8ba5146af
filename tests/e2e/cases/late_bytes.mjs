// nginx was taken off the processor between its connect and its first byte to a pool.
import assert from "node:assert/strict";
import net from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const k_begin = 1;
const k_params = 4;
const k_stdin = 5;
const k_params_of_health = { REQUEST_METHOD: "GET", DOCUMENT_URI: "/health" };

export default function (test) {
    test("a first byte that comes after half a second is answered", async ({ stack }) => {
        const socket = net.connect(join(stack.run_dir, "run/fast.sock"));
        const chunks = [];
        socket.on("data", (chunk) => chunks.push(chunk));
        const ended = new Promise((done) => socket.once("close", done));
        await sleep(500);
        const params = Object.entries(k_params_of_health).map(([name, value]) =>
            Buffer.concat([Buffer.from([name.length, value.length]), Buffer.from(name + value)]),
        );
        socket.write(record(k_begin, Buffer.from([0, 1, 0, 0, 0, 0, 0, 0])));
        socket.write(record(k_params, Buffer.concat(params)));
        socket.write(record(k_params, Buffer.alloc(0)));
        socket.write(record(k_stdin, Buffer.alloc(0)));
        await ended;
        assert.match(Buffer.concat(chunks).toString("latin1"), /"uptime_sec"/);
    });
}

function record(type, content) {
    return Buffer.concat([Buffer.from([1, type, 0, 1, 0, content.length, 0, 0]), content]);
}
