// The examples that buyers copy: each buys once.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { example, example_path } from "../lib/examples.mjs";
import { request } from "../lib/http.mjs";
import { v1_buyer } from "../lib/orders.mjs";
import { e2e_dir, scratch } from "../lib/paths.mjs";
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
        ["Python, by a signature", "purchase.py", ["python3", "-c"]],
    ]) {
        test(name, async (world) => {
            const { address, env } = await buyer_in_shell(world);
            const [command, ...words] = [...program, example(file)];
            const { stdout } = await run(command, words, {
                cwd: mkdtempSync(join(scratch, "example-")),
                env,
            });
            assert.equal(stdout.trim(), "CAUTION");
            assert.equal((await world.chain.transfers({ from: address })).length, 1);
        });
    }

    test("the page /docs, as it is copied: curl, JavaScript and Python", async (world) => {
        const { text } = await request("GET", new URL("/docs", world.stack.base_url));
        const code = (label) => {
            const [, body] = text.match(new RegExp(`aria-label="${label}"><code>([^]*?)</code>`));
            return body.replace(/&(quot|#39|lt|gt|amp);/g, (_, name) => k_characters[name]);
        };
        const directory = mkdtempSync(join(scratch, "copied-"));
        symlinkSync(join(e2e_dir, "node_modules"), join(directory, "node_modules"));
        const save = (name, label) => writeFileSync(join(directory, name), code(label));
        save("sign.mjs", "Script that signs payment terms");
        save("buy.mjs", "Purchase with @x402/fetch");
        save("purchase.py", "Purchase with Python");
        const [pay, poll] = code("Paid request with curl").split("\n\n");
        const poll_it = poll.replace("JOB_ID", "$(jq -r .job_id sold.json)");
        for (const script of [
            [
                code("Unpaid request with curl"),
                `${pay.replace("BUYER_KEY=0x... ", "")} > sold.json`,
                `until ${poll_it} | tee result.json | jq -e '.status == "complete"'; do sleep 1; done`,
                "cat result.json",
            ].join("\n"),
            "node buy.mjs",
            code("Command that runs the purchase").replace("KEY=0x...", "KEY=$BUYER_KEY"),
        ]) {
            const { key, address, env } = await buyer_in_shell(world);
            const { stdout } = await run("bash", ["-eu", "-o", "pipefail", "-c", script], {
                cwd: directory,
                env: { ...env, BUYER_KEY: key },
            });
            assert.match(stdout, /CAUTION/);
            assert.equal((await world.chain.transfers({ from: address })).length, 1);
        }
    });
}

const k_characters = { quot: '"', "#39": "'", lt: "<", gt: ">", amp: "&" };

// A key with money, and the surroundings of a shell that buys with it.
async function buyer_in_shell(world) {
    const key = generatePrivateKey();
    const { address } = privateKeyToAccount(key);
    await world.chain.fund(address, 10_000_000n);
    await world.chain.client.setBalance({ address, value: 10n ** 18n });
    const env = {
        PATH: `${dirname(process.execPath)}:${example_path()}`,
        HOME: scratch, // cast looks for a folder of keys there
        ORIGIN: world.stack.base_url,
        RPC_URL: world.chain.url,
        KEY: key,
        no_proxy: "*",
    };
    return { key, address, env };
}
