// Uploads that never come to their end.
import net from "node:net";

// A POST whose body comes two bytes a second. `begun`: its headers and first bytes are sent. `answer()`
// is what came back before its end, if anything. Options: header, a whole line; from, the address.
export function drip(url, { header = "", from } = {}) {
    const { hostname, port, pathname } = new URL(url);
    const socket = net.connect({ host: hostname, port: Number(port), localAddress: from });
    let timer;
    let open = true;
    let received = "";
    socket.on("data", (bytes) => {
        received += bytes;
    });
    socket.on("close", () => {
        open = false;
    });
    const begun = new Promise((ready, fail) => {
        socket.on("error", fail);
        socket.on("connect", () => {
            socket.write(
                `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n${header}` +
                    "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n",
            );
            timer = setInterval(() => socket.write('{"'), 1000);
            socket.write('{"', ready);
        });
    });
    const stop = () => {
        clearInterval(timer);
        socket.destroy();
    };
    return { begun, is_open: () => open, answer: () => received, stop };
}
