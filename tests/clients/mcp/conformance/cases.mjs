// What each revision of the protocol requires, and the extension of tasks, but for what the baselines
// name.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scratch } from "../../../e2e/lib/paths.mjs";
import { run_program } from "../../program.mjs";
import { with_fixtures } from "./fixtures.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const program = join(here, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const k_task_scenarios = { "2026-07-28": 10, "2025-11-25": 0 };

export default Object.fromEntries(Object.keys(k_task_scenarios).map((revision) => [
    `what ${revision} requires`,
    async (world) => {
        const checks = await with_fixtures(world, (url) => checks_of(url, revision));
        const of_schema = checks.filter(({ id }) => id === "wire-schema-valid");
        assert.ok(of_schema.length >= 20);
        for (const each of of_schema) assert.equal(each.status, "SUCCESS", said(each));
        const of_tasks = checks.filter(({ scenario }) => scenario.startsWith("tasks-"));
        judge_tasks(of_tasks, k_task_scenarios[revision]);
        // A scenario of a baseline may fail for its reason alone.
        for (const each of checks.filter(({ status }) => status === "FAILURE"))
            if (!of_tasks.includes(each)) assert.match(said(each), k_no_fixture);
        const passed = checks.filter(({ status }) => status === "SUCCESS").length;
        console.log(`      ${revision}: ${passed} checks passed`);
    },
]));

const k_no_fixture = new RegExp(
    "Unknown (tool|prompt|resource|method)\\.|Not testable|fixture|not found|Prerequisite failed|" +
        "Expected InputRequiredResult|error code -32602; spec requires -32021",
);

const said = ({ id, errorMessage }) => `${id}: ${errorMessage}`;

async function checks_of(url, revision) {
    const folder = join(scratch, "conformance", revision);
    rmSync(folder, { recursive: true, force: true });
    const { code, stdout, stderr } = await run_program(program, [
        "server", "--url", `${url}/mcp`, "--requirements", revision,
        "--expected-failures", baseline(revision), "--output-dir", folder, "--timeout", "60000",
    ]);
    assert.equal(code, 0, `${stdout}\n${stderr}`);
    return checks_below(folder);
}

const baseline = (name) => join(here, `baseline-${name}.yml`);

// The suite runs these, and no failure of theirs is one of the suite.
function judge_tasks(checks, scenarios) {
    assert.equal(new Set(checks.map(({ scenario }) => scenario)).size, scenarios);
    if (scenarios === 0) return;
    const failed = checks.filter(({ status }) => ["FAILURE", "WARNING"].includes(status));
    const listed = readFileSync(baseline("tasks"), "utf8").matchAll(/^  - (\S+)/gm);
    assert.deepEqual(
        failed.map(({ scenario, id }) => `${scenario}:${id}`).sort(),
        [...listed].map(([, name]) => name).sort(),
        failed.map(said).join("\n"),
    );
}

function checks_below(folder) {
    const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith("checks.json"));
    return files.flatMap((name) => {
        const [, scenario] = name.match(/^server-(.+?)-\d{4}-\d\d-\d\dT/);
        const checks = JSON.parse(readFileSync(join(folder, name), "utf8"));
        return checks.map((each) => ({ ...each, scenario }));
    });
}
