// A seller made of the published middleware: node x402_peer.mjs express|hono FACILITATOR PATH PRICE
// DESCRIPTION [EXTENSIONS]. With EXTENSIONS (JSON) it declares those in its 402, and reads the
// request as JSON before it answers. Prints "READY port".
import { packages } from "./lib/peers.mjs";

const [framework, facilitator, path, price, description, extensions] = process.argv.slice(2);
const { HTTPFacilitatorClient, x402ResourceServer } = packages("@x402/core/server");
const { ExactEvmScheme } = packages("@x402/evm/exact/server");

const seller = new x402ResourceServer(new HTTPFacilitatorClient({ url: facilitator })).register(
    "eip155:8453",
    new ExactEvmScheme(),
);
const routes = {
    [`POST ${path}`]: {
        accepts: {
            scheme: "exact",
            price,
            network: "eip155:8453",
            payTo: "0x5AB0000000000000000000000000000000005A1e",
            maxTimeoutSeconds: 300,
        },
        description,
        mimeType: "application/json",
        ...(extensions && { extensions: JSON.parse(extensions) }),
    },
};
const listening = (server) => console.log(`READY ${server.address().port}`);

const start = {
    express() {
        const express = packages("express");
        const app = express();
        app.use(packages("@x402/express").paymentMiddleware(routes, seller));
        if (extensions) app.use(express.json());
        app.post(path, (_, response) => response.json({ sold: true }));
        const server = app.listen(0, "127.0.0.1", () => listening(server));
    },
    hono() {
        const app = new (packages("hono").Hono)();
        app.use(packages("@x402/hono").paymentMiddleware(routes, seller));
        app.post(path, (context) => context.json({ sold: true }));
        const server = packages("@hono/node-server").serve(
            { fetch: app.fetch, port: 0, hostname: "127.0.0.1" },
            () => listening(server),
        );
    },
};
start[framework]();
