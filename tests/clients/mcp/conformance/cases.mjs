// What each revision of the protocol requires, but for the scenarios of the baselines.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scratch } from "../../../e2e/lib/paths.mjs";
import { run_program } from "../../program.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const program = join(here, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

export default Object.fromEntries(["2026-07-28", "2025-11-25"].map((revision) => [
    `what ${revision} requires`,
    async (world) => {
        const folder = join(scratch, "conformance", revision);
        rmSync(folder, { recursive: true, force: true });
        const { code, stdout, stderr } = await run_program(program, [
            "server", "--url", `${world.stack.base_url}/mcp`, "--requirements", revision,
            "--expected-failures", join(here, `baseline-${revision}.yml`),
            "--output-dir", folder, "--timeout", "60000",
        ]);
        assert.equal(code, 0, `${stdout}\n${stderr}`);
        const checks = checks_below(folder);
        const of = (id) => checks.filter((each) => each.id === id);
        assert.ok(of("wire-schema-valid").length >= 20);
        for (const each of of("wire-schema-valid")) assert.equal(each.status, "SUCCESS", said(each));
        // A scenario of a baseline may fail for its reason alone.
        for (const each of checks.filter(({ status }) => status === "FAILURE"))
            assert.match(said(each), k_no_fixture);
        const passed = checks.filter(({ status }) => status === "SUCCESS").length;
        console.log(`      ${revision}: ${passed} checks passed`);
    },
]));

const k_no_fixture = new RegExp(
    "Unknown (tool|prompt|resource|method)\\.|Not testable|fixture|not found|Prerequisite failed|" +
        "Expected InputRequiredResult|error code -32602; spec requires -32021",
);

const said = ({ id, errorMessage }) => `${id}: ${errorMessage}`;

function checks_below(folder) {
    return readdirSync(folder, { recursive: true })
        .filter((name) => name.endsWith("checks.json"))
        .flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}
