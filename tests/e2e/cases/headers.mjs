// Requests as strangers send them: probes, garbage, too much of everything. Nothing is charged, no
// answer is a 5xx, and every answer can be read by a browser.
import assert from "node:assert/strict";
import { encode_header } from "../lib/buyer.mjs";
import { problem, readable_by_browsers, validation_errors } from "../lib/checks.mjs";
import { post, request } from "../lib/http.mjs";

const k_kib = 1024;

export default function (test) {
    test("an unpaid request is 402 with the terms, whatever its body", async (world) => {
        const { url, sample } = world.route;
        const whole = await post(url, sample);
        assert.ok(whole.json.would_check.sentences > 0 && whole.json.would_check.figures > 0);
        const probes = [
            await request("POST", url),
            await request("POST", url, {
                body: "",
                headers: { "content-type": "application/json" },
            }),
            await post(url, "{}"),
            await post(url, '{"payload": 7}'),
            await post(url, "not json at all"),
            await post(url, Buffer.from([0xff, 0xfe, 0x00])),
            await request("POST", url, {
                body: "payload=hello",
                headers: { "content-type": "text/plain" },
            }),
            await request("POST", url, {
                body: "x".repeat(100 * k_kib),
                headers: { "content-type": "application/octet-stream" },
            }),
        ];
        for (const probe of [whole, ...probes]) {
            assert.equal(probe.status, 402, probe.text);
            assert.deepEqual(probe.required, whole.required);
            const { would_fail, would_check, ...terms } = probe.json;
            assert.deepEqual(terms, probe.required);
            assert.match(probe.headers["cache-control"], /no-store/);
            readable_by_browsers(probe);
        }
        assert.equal(world.facilitator.calls().length, 0);
    });

    test("would_fail tells the errors of an unpaid body, if any", async (world) => {
        const { url, sample } = world.route;
        assert.ok(!("would_fail" in (await post(url, sample)).json));
        assert.ok(!("would_fail" in (await request("POST", url)).json));
        const { json } = await post(url, { payload: 7 });
        assert.deepEqual(
            json.would_fail.map(({ loc }) => loc),
            [["body", "payload"]],
        );
        validation_errors(json.would_fail);
        validation_errors((await post(url, "not json")).json.would_fail);
        validation_errors((await post(url, '{"payload":"a","payload":"b"}')).json.would_fail);
    });

    test("a bad body with a valid payment is 422, not charged, and the header stays good", async (world) => {
        const { route } = world;
        const buyer = await world.buyer();
        const payment = await world.sign(buyer.account, await world.terms(route));
        const bad = [
            "",
            "{}",
            "[]",
            "not json",
            '{"payload":7}',
            '{"payload":null}',
            '{"payload":"a","payload":"b"}',
            '{"payload":"\\ud800"}',
            Buffer.from('{"payload":"\xff"}', "latin1"),
            `{"payload":${"[".repeat(40)}${"]".repeat(40)}}`,
            JSON.stringify({ payload: "x".repeat(200_001) }),
        ];
        for (const body of bad) {
            const [answer, spent] = await world.money_moved(buyer.address, () =>
                send(route.url, body, payment),
            );
            assert.equal(answer.status, 422, `${String(body).slice(0, 60)}: ${answer.text}`);
            assert.match(answer.headers["content-type"], /^application\/json/);
            validation_errors(answer.json.detail);
            assert.equal(spent, 0n);
            readable_by_browsers(answer);
        }
        assert.equal(world.facilitator.calls().length, 0);
        assert.equal((await post(route.url, route.sample, { payment })).status, 202);
    });

    test("a payment with a body that is not JSON by its own word is 415 and stays good", async (world) => {
        const { route } = world;
        const buyer = await world.buyer();
        const payment = await world.sign(buyer.account, await world.terms(route));
        const answer = await post(route.url, route.sample, {
            payment,
            headers: { "content-type": "text/plain" },
        });
        problem(answer, 415, "unsupported_media_type", false);
        const charset = { "content-type": "application/json; charset=utf-8" };
        assert.equal(
            (await post(route.url, route.sample, { payment, headers: charset })).status,
            202,
        );
    });

    test("a payment without a Content-Type is accepted", async (world) => {
        const { route } = world;
        const buyer = await world.buyer();
        const payment = await world.sign(buyer.account, await world.terms(route));
        const answer = await request("POST", route.url, {
            headers: { "PAYMENT-SIGNATURE": encode_header(payment) },
            body: JSON.stringify(route.sample),
        });
        assert.equal(answer.status, 202, answer.text);
    });

    test("a body over the limit is 413, paid or not", async (world) => {
        const { route } = world;
        const buyer = await world.buyer();
        const payment = await world.sign(buyer.account, await world.terms(route));
        const body = JSON.stringify({ payload: "x".repeat(1400 * k_kib) });
        problem(await post(route.url, body), 413, "body_too_large", false);
        problem(await post(route.url, body, { payment }), 413, "body_too_large", false);
        assert.equal((await post(route.url, route.sample, { payment })).status, 202);
    });

    test("a payment header that cannot be read is 400", async (world) => {
        const { route } = world;
        const buyer = await world.buyer();
        const good = await world.sign(buyer.account, await world.terms(route));
        const deep = `{"x402Version":2,"a":${"[".repeat(5000)}${"]".repeat(5000)}}`;
        const headers = {
            "not base64": "not base64 at all!!!",
            base64url:
                Buffer.from(JSON.stringify({ ...good, note: "\u00ff\u00fe?>?>" })).toString(
                    "base64url",
                ) + "-_",
            "no JSON": Buffer.from("hello").toString("base64"),
            "half a JSON": encode_header(good).slice(0, 400),
            "an array": encode_header([good]),
            "an empty object": encode_header({}),
            "version 1": encode_header({ ...good, x402Version: 1 }),
            "version as text": encode_header({ ...good, x402Version: "2" }),
            "no payload": encode_header({ ...good, payload: undefined }),
            permit2: encode_header({
                ...good,
                payload: { signature: "0x11", permit2Authorization: {} },
            }),
            "a short nonce": encode_header(
                edited(good, (a) => {
                    a.nonce = "0x12";
                }),
            ),
            "a negative value": encode_header(
                edited(good, (a) => {
                    a.value = "-1";
                }),
            ),
            "a value of 300 digits": encode_header(
                edited(good, (a) => {
                    a.value = "9".repeat(300);
                }),
            ),
            "a value as number": encode_header(
                edited(good, (a) => {
                    a.value = 1e21;
                }),
            ),
            "a signature that is not hex": encode_header({
                ...good,
                payload: { ...good.payload, signature: "0xzz" },
            }),
            "nesting of 5000": Buffer.from(deep).toString("base64"),
            "bytes that are not UTF-8": Buffer.from([0x7b, 0xff, 0xfe, 0x7d]).toString("base64"),
        };
        for (const [name, payment] of Object.entries(headers)) {
            const answer = await post(route.url, route.sample, { payment });
            assert.equal(answer.status, 400, `${name}: ${answer.text}`);
            problem(answer, 400, "payment_header_invalid", false);
        }
        assert.equal(world.facilitator.calls().length, 0);
        assert.equal((await post(route.url, route.sample, { payment: good })).status, 202);
    });

    test("an empty payment header is no payment", async (world) => {
        const answer = await post(world.route.url, world.route.sample, { payment: "" });
        assert.ok([400, 402].includes(answer.status), answer.text);
    });

    test("a valid header of 12 KB is accepted", async (world) => {
        const { route } = world;
        const buyer = await world.buyer();
        const payment = await world.sign(buyer.account, await world.terms(route), {
            edit: (payload) => ({ ...payload, padding: "p".repeat(8 * k_kib) }),
        });
        assert.ok(encode_header(payment).length > 12_000);
        const answer = await post(route.url, route.sample, { payment });
        assert.equal(answer.status, 202, answer.text);
    });

    test("a header of 100 KB is refused as a problem, not with a page", async (world) => {
        const answer = await post(world.route.url, world.route.sample, {
            payment: "A".repeat(100 * k_kib),
        });
        problem(answer, 400, "headers_too_large", false);
    });

    test("two payment headers are 400, equal or not", async (world) => {
        const { route } = world;
        const buyer = await world.buyer();
        const terms = await world.terms(route);
        const [one, two] = [
            await world.sign(buyer.account, terms),
            await world.sign(buyer.account, terms),
        ];
        for (const pair of [
            [one, one],
            [one, two],
        ]) {
            const [answer, spent] = await world.money_moved(buyer.address, () =>
                post(route.url, route.sample, { payment: pair.map(encode_header) }),
            );
            problem(answer, 400, "payment_header_repeated", false);
            assert.equal(spent, 0n);
        }
        assert.equal((await post(route.url, route.sample, { payment: one })).status, 202);
    });
}

function send(url, body, payment) {
    return request("POST", url, {
        headers: {
            "content-type": "application/json",
            "payment-signature": encode_header(payment),
        },
        body,
    });
}

function edited(payload, edit) {
    const copy = structuredClone(payload);
    edit(copy.payload.authorization);
    return copy;
}
