// Runtime code of the contracts under contracts/, compiled by solc-js and kept under build/ by the
// hash of source and compiler: the compiler takes seconds, a test run should not.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { e2e_dir, scratch } from "./paths.mjs";

const require = createRequire(import.meta.url);

// `name` is both the file and the contract in it. Returns {abi, runtime} with runtime as 0x hex.
export function contract(name) {
    const source = readFileSync(join(e2e_dir, "contracts", `${name}.sol`), "utf8");
    const compiler = require("solc/package.json").version;
    const key = createHash("sha256").update(`${compiler}\n${source}`).digest("hex").slice(0, 24);
    const folder = join(scratch, "contracts");
    const file = join(folder, `${name}-${key}.json`);
    try {
        return JSON.parse(readFileSync(file, "utf8"));
    } catch (error) {
        if (error.code !== "ENOENT") throw error;
    }
    const compiled = compile(name, source);
    mkdirSync(folder, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(compiled));
    renameSync(draft, file);
    return compiled;
}

function compile(name, source) {
    const solc = require("solc");
    const output = JSON.parse(
        solc.compile(
            JSON.stringify({
                language: "Solidity",
                sources: { [`${name}.sol`]: { content: source } },
                settings: {
                    optimizer: { enabled: true, runs: 200 },
                    viaIR: true,
                    evmVersion: "cancun",
                    outputSelection: { "*": { "*": ["abi", "evm.deployedBytecode.object"] } },
                },
            }),
        ),
    );
    const problems = (output.errors ?? []).map((error) => error.formattedMessage);
    if (problems.length > 0) throw new Error(`solc: ${problems.join("\n")}`);
    const built = output.contracts[`${name}.sol`][name];
    return { abi: built.abi, runtime: `0x${built.evm.deployedBytecode.object}` };
}
