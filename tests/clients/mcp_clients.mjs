// Clients of the Model Context Protocol, and its own suite: each has its packages, pinned, and its cases
// in a folder of its own, because what one needs another can't have beside it.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { installed } from "../e2e/lib/installed.mjs";

const k_folders = [
    "conformance", "sdk", "client", "inspector", "agents", "mcpc", "ai_sdk", "langchain",
];

// `npm ci` refuses a lock without a package for Windows that a registry may lack; `install` keeps to
// the versions of the lock as well.
const k_install = ["install", "--ignore-scripts", "--no-audit", "--no-fund"];
const k_own_node = { PATH: `${dirname(process.execPath)}:${process.env.PATH}` };

export const mcp_clients = k_folders.map((folder) => {
    const at = new URL(`mcp/${folder}/`, import.meta.url);
    return {
        name: `mcp ${folder}`,
        install: () => installed("npm", k_install, { cwd: fileURLToPath(at), env: k_own_node }),
        cases: async () => (await import(new URL("cases.mjs", at))).default,
    };
});
