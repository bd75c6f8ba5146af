// An HTTP server of a test before a stack, through which requests go on to it as they came.
import http from "node:http";
import { once } from "node:events";

const k_header_max_bytes = 64 * 1024;

// `serve(request, response)` answers; the connection is cut when it fails. Returns {url, open, close}.
export function make_front({ port, serve }) {
    const server = http.createServer({ maxHeaderSize: k_header_max_bytes }, (request, response) =>
        serve(request, response).catch(() => response.destroy()));
    return {
        url: `http://127.0.0.1:${port}`,
        async open() {
            if (server.listening) return;
            await once(server.listen(port, "127.0.0.1").unref(), "listening");
        },
        async close() {
            if (!server.listening) return;
            server.closeAllConnections();
            await once(server.close(), "close");
        },
    };
}

export async function body_of(request) {
    return Buffer.concat(await request.toArray());
}

// `body`: a buffer, or the request itself, which is then read while it is sent.
export async function pass_on(target, request, response, body) {
    const headers = without_connection(request.rawHeaders);
    const answer = await sent(target, request, { path: request.url, headers, body });
    answer.on("error", () => response.destroy());
    response.writeHead(answer.statusCode, without_connection(answer.rawHeaders));
    answer.pipe(response);
}

// As they were written: node's list of names, each with its value behind it.
export function without_connection(raw_headers) {
    return raw_headers.flatMap((name, i, all) =>
        i % 2 || /^connection$/i.test(name) ? [] : [name, all[i + 1]]);
}

// Sends it to the stack from where the client sends. Ends when the client has gone.
export function sent(target, { method, socket }, { path, headers, body }) {
    return new Promise((resolve, reject) => {
        const { hostname, port } = new URL(target);
        const localAddress = socket.remoteAddress;
        const onward = http.request({
            ...{ hostname, port, method, path, headers, localAddress, agent: false },
            maxHeaderSize: k_header_max_bytes,
        });
        const cut = () => onward.destroy();
        socket.on("close", cut);
        onward.on("close", () => socket.off("close", cut)); // the next request has the same socket
        onward.on("error", reject);
        onward.on("response", resolve);
        if (body.pipe) body.pipe(onward);
        else onward.end(body);
    });
}

export function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}
