// The examples of rail v1 that buyers copy: each buys once.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { scratch } from "../lib/paths.mjs";
import { v1_buyer } from "../lib/orders.mjs";
import { example, example_path } from "../lib/examples.mjs";
import { v1_sample } from "../lib/samples.mjs";

const run = promisify(execFile);

export default function (test) {
    test("viem", async (world) => {
        const { wallet, address } = await v1_buyer(world);
        const buy = new Function(`${example("transfer_viem.js")}\nreturn buy;`)();
        const job = await buy(world.stack.base_url, v1_sample("verify_basic"), wallet);
        assert.equal(job.status, "complete");
        assert.equal((await world.chain.transfers({ from: address })).length, 1);
    });

    for (const [name, file, program] of [
        ["curl, jq and cast", "transfer.sh", ["bash", "-eu", "-o", "pipefail", "-c"]],
        ["Python", "transfer.py", ["python3", "-c"]],
    ]) {
        test(name, async (world) => {
            const key = generatePrivateKey();
            const { address } = privateKeyToAccount(key);
            await world.chain.fund(address, 10_000_000n);
            await world.chain.client.setBalance({ address, value: 10n ** 18n });
            const [command, ...words] = [...program, example(file)];
            const { stdout } = await run(command, words, {
                cwd: mkdtempSync(join(scratch, "example-")),
                env: {
                    PATH: example_path(),
                    HOME: scratch, // cast looks for a folder of keys there
                    ORIGIN: world.stack.base_url,
                    RPC_URL: world.chain.url,
                    KEY: key,
                    no_proxy: "*",
                },
            });
            assert.equal(stdout.trim(), "CAUTION");
            assert.equal((await world.chain.transfers({ from: address })).length, 1);
        });
    }
}
