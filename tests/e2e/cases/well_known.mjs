// The small files below /.well-known/: who owns the address, whom to tell of a weakness, and where
// the documents are.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { request } from "../lib/http.mjs";
import { programs } from "../lib/paths.mjs";

export default function (test) {
    const get = (world, path) => request("GET", new URL(path, world.stack.base_url));

    test("the proof file is read on each request, 404 while absent or empty", async (world) => {
        const path = "/.well-known/402index-verify.txt";
        assert.equal((await get(world, path)).status, 404);
        try {
            for (const [content, expected] of [
                ["first\n", "first"],
                ["second", "second"],
                ["two lines\n\n", "two lines\n"],
            ]) {
                writeFileSync(world.stack.proof_file, content, { mode: 0o644 });
                const answer = await get(world, path);
                assert.equal(answer.status, 200);
                assert.equal(answer.text, expected);
                assert.match(answer.headers["content-type"], /^text\/plain/);
                assert.match(answer.headers["cache-control"], /no-store/);
            }
            writeFileSync(world.stack.proof_file, "");
            assert.equal((await get(world, path)).status, 404);
        } finally {
            unlinkSync(world.stack.proof_file);
        }
        assert.equal((await get(world, path)).status, 404);
    });

    test("the receiver proves that it sells here; a proof of another's starts nothing", async (world) => {
        const [receiver, stranger] = [generatePrivateKey(), generatePrivateKey()];
        const { address } = privateKeyToAccount(receiver);
        const stack = await world.open_stack({ overrides: { payment: { pay_to: address } } });
        const told = async (path) => (await request("GET", new URL(path, stack.base_url))).json;
        assert.equal((await told("/.well-known/x402")).ownershipProofs, undefined);
        assert.equal((await told("/openapi.json"))["x-discovery"], undefined);

        const written = readFileSync(stack.config_file, "utf8");
        const prove = async (key, message) => {
            const proof = await privateKeyToAccount(key).signMessage({ message });
            const section = `[discovery]\nownership_proof = "${proof}"`;
            writeFileSync(stack.config_file, written.replace("[discovery]", section));
            return proof;
        };
        const check = () => {
            const words = ["config", "check", "--config", stack.config_file];
            const { status, stderr } = spawnSync(join(programs, "assay"), words, {
                encoding: "utf8",
                timeout: 10_000,
            });
            return { status, text: stderr };
        };
        for (const [key, message] of [
            [stranger, stack.base_url],
            [receiver, `${stack.base_url}/`],
        ]) {
            await prove(key, message);
            const { status, text } = check();
            assert.equal(status, 2, text);
            assert.match(text, /discovery.ownership_proof is no signature of http.* by 0x/);
        }
        const proof = await prove(receiver, stack.base_url);
        assert.equal(check().status, 0, check().text);
        await stack.stop();
        await stack.start();
        const ownershipProofs = [proof];
        assert.deepEqual((await told("/.well-known/x402")).ownershipProofs, ownershipProofs);
        const document = await told("/openapi.json");
        for (const name of ["x-discovery", "x-agentcash-provenance"])
            assert.deepEqual(document[name], { ownershipProofs });
    });

    test("the API catalog is a linkset that HEAD tells of, too", async (world) => {
        const url = new URL("/.well-known/api-catalog", world.stack.base_url);
        const answer = await request("GET", url);
        assert.equal(answer.status, 200, answer.text);
        assert.match(answer.headers["content-type"], /^application\/linkset\+json; profile="https:/);
        const [service] = answer.json.linkset;
        for (const relation of ["service-desc", "service-doc", "status"]) {
            for (const { href, type } of service[relation]) {
                const linked = await request("GET", href);
                assert.equal(linked.status, 200, href);
                assert.ok(linked.headers["content-type"].startsWith(type), href);
            }
        }
        for (const at of [url, new URL("/", url)]) {
            const head = await request("HEAD", at);
            assert.match(head.headers.link, /<\/\.well-known\/api-catalog>; rel=api-catalog/);
            assert.match(head.headers.link, /<\/openapi\.json>; rel=service-desc/);
        }
    });

    test("security.txt names a contact for less than a year", async (world) => {
        const answer = await get(world, "/.well-known/security.txt");
        assert.equal(answer.status, 200, answer.text);
        assert.match(answer.headers["content-type"], /^text\/plain; charset=utf-8/);
        const fields = new Map(
            answer.text
                .trimEnd()
                .split("\n")
                .map((line) => line.split(": ")),
        );
        assert.match(fields.get("Contact"), /^(mailto|https):/);
        assert.ok(fields.get("Canonical").endsWith("/.well-known/security.txt"));
        const days = (Date.parse(fields.get("Expires")) - Date.now()) / 86_400_000;
        assert.ok(days > 170 && days < 365, fields.get("Expires"));
    });
}
