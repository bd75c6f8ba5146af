// The published clients buy under each version of Node that is pinned.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { e2e_dir, repository } from "../lib/paths.mjs";

const run = promisify(execFile);

export default function (test) {
    for (const major of ["20", "22"])
        for (const client of ["@x402/fetch", "@x402/axios"])
            test(`${client} buys under Node ${major}`, async (world) => {
                const { stdout } = await run(join(repository, ".ci/node"), [major]);
                const node = stdout.trim();
                const version = await run(node, ["-p", "process.versions.node"]);
                assert.match(version.stdout, new RegExp(`^${major}\\.`));

                const key = generatePrivateKey();
                const { address } = privateKeyToAccount(key);
                await world.chain.fund(address, 10_000_000n);
                const { stack, route } = world;
                const words = [stack.base_url, route.path, JSON.stringify(route.sample)];
                const bought = await run(node, [join(e2e_dir, "buy.mjs"), ...words], {
                    env: { CLIENT: client, BUYER_KEY: key, no_proxy: "*" },
                });
                assert.match(bought.stdout, /"status": "complete"/);
                assert.equal((await world.chain.transfers({ from: address })).length, 1);
            });
}
