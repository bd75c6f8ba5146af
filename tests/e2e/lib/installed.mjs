// Packages of other registries, which a suite installs itself, or goes without.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const k_install_ms = 600_000;
// In words of pip and npm. Their last line may tell only what they could not find there.
const k_no_network = new RegExp(
    "NewConnectionError|NameResolutionError|ConnectTimeoutError|ProxyError|" +
        "ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT",
);

// Why `command` in `cwd` could not install; undefined when it did.
export async function installed(command, args, { cwd, env = {}, timeout_ms = k_install_ms }) {
    const options = { cwd, env: { ...process.env, ...env }, timeout: timeout_ms };
    try {
        await promisify(execFile)(command, args, options);
        return undefined;
    } catch (error) {
        const said = String(error.stderr ?? "").trim();
        const why = k_no_network.test(said) ? "the registry can't be reached: " : "";
        return `${command} ${args.join(" ")}: ${why}${said.split("\n").at(-1) || error.message}`;
    }
}

// The same for the packages of requirements.txt in `cwd`, in a Python of their own in `venv`.
export async function python_installed(venv, options) {
    return (await installed("python3", ["-m", "venv", venv], options)) ??
        installed(join(venv, "bin/python"),
            ["-m", "pip", "install", "--quiet", "-r", "requirements.txt"], options);
}
