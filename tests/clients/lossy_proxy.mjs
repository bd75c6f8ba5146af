// A way to the service on which the answer to the first paid request is lost.
import http from "node:http";

// Passes each request on to `base_url`, once it is set, and cuts the connection in place of the first paid
// answer. Returns {url, base_url, has_lost, stop()}.
export async function start_lossy_proxy() {
    const proxy = { has_lost: false };
    const server = http.createServer((asked, answer) => {
        const { hostname, port, host } = new URL(proxy.base_url);
        const headers = { ...asked.headers, host };
        const onward = http.request(
            { hostname, port, path: asked.url, method: asked.method, headers },
            (told) => {
                if (asked.headers["payment-signature"] && !proxy.has_lost) {
                    proxy.has_lost = true;
                    return asked.socket.destroy();
                }
                answer.writeHead(told.statusCode, told.rawHeaders);
                told.pipe(answer);
            },
        );
        onward.on("error", () => asked.socket.destroy());
        asked.pipe(onward);
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    proxy.url = `http://127.0.0.1:${server.address().port}`;
    proxy.stop = () => {
        server.closeAllConnections();
        return new Promise((ended) => server.close(ended));
    };
    return proxy;
}
