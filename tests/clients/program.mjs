// Programs of npm packages, run as their owners run them.
import { execFile } from "node:child_process";

const k_call_ms = 120_000;

// {code, stdout, stderr} of a program of JavaScript; one that does not end in time has no code.
export function run_program(file, args, { env = {}, cwd } = {}) {
    const options = {
        cwd, env: { ...process.env, ...env }, timeout: k_call_ms, maxBuffer: 32 * 1024 * 1024,
    };
    return new Promise((done) => {
        execFile(process.execPath, [file, ...args], options, (error, stdout, stderr) =>
            done({ code: error ? error.code : 0, stdout, stderr }));
    });
}
