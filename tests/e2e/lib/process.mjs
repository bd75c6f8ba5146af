// Child processes of the tests. Each is bound to its parent's life: should the test runner be
// killed, the kernel ends the child too, so nothing stays behind on a developer's machine.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const k_log_limit = 512 * 1024;

// Starts `command`. `bound_signal` is what the child gets when this process dies. The returned
// object collects both output streams in `log()` (the newest half megabyte).
export function start_process(command, args, { cwd, env, bound_signal = "KILL", on_line } = {}) {
    const child = spawn("setpriv", ["--pdeathsig", bound_signal, "--", command, ...args], {
        cwd,
        env: env ?? process.env,
        stdio: ["ignore", "pipe", "pipe"],
    });
    let log = "";
    let failure;
    child.on("error", (error) => {
        failure = error;
    });
    for (const stream of [child.stdout, child.stderr]) {
        let rest = "";
        stream.setEncoding("utf8");
        stream.on("data", (text) => {
            log = (log + text).slice(-k_log_limit);
            const lines = (rest + text).split("\n");
            rest = lines.pop();
            if (on_line) lines.forEach((line) => on_line(line));
        });
    }
    const exited = () =>
        failure !== undefined || child.exitCode !== null || child.signalCode !== null;
    const name = command.split("/").pop();
    return {
        child,
        get pid() {
            return child.pid;
        },
        log: () => log,
        exited,
        // The reason why the process is gone, for messages.
        ending: () => failure?.message ?? `exit ${child.exitCode ?? child.signalCode}`,

        // Waits until the log matches `pattern` and returns the match. The log is the message of
        // the error when the process ends first or `timeout_ms` pass.
        async until_logged(pattern, timeout_ms) {
            const deadline = Date.now() + timeout_ms;
            for (;;) {
                const match = log.match(pattern);
                if (match) return match;
                if (exited()) throw new Error(`${name} ended (${this.ending()}):\n${log}`);
                if (Date.now() > deadline)
                    throw new Error(`${name}: no ${pattern} in ${timeout_ms} ms:\n${log}`);
                await sleep(20);
            }
        },

        // TERM, then KILL after `patience_ms`. Returns whether TERM was enough.
        async stop(patience_ms = 10_000) {
            if (exited()) return true;
            const gone = once(child, "exit");
            child.kill("SIGTERM");
            const in_time = await Promise.race([
                gone.then(() => true),
                sleep(patience_ms, false, { ref: false }),
            ]);
            if (!in_time) {
                child.kill("SIGKILL");
                await gone;
            }
            return in_time;
        },
    };
}

// Repeats `probe` until it returns something true, which is returned. For conditions of another
// process that cannot be waited on otherwise; `what` names the condition in the error.
export async function eventually(what, probe, { timeout_ms = 60_000, interval_ms = 50 } = {}) {
    const deadline = Date.now() + timeout_ms;
    for (;;) {
        const value = await probe();
        if (value) return value;
        if (Date.now() > deadline) throw new Error(`${what}: not within ${timeout_ms} ms`);
        await sleep(interval_ms);
    }
}

// Returns false when there is no such process any more.
export function kill_quietly(pid, signal = "SIGKILL") {
    try {
        return process.kill(pid, signal);
    } catch (error) {
        if (error.code !== "ESRCH") throw error;
        return false;
    }
}

// Every process below `root` as {pid, parent, program}, found by parentage, so that tests never
// touch a stranger's process.
export function descendants(root) {
    const all = readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .map(process_status)
        .filter(Boolean);
    const found = new Set([root]);
    for (let size = 0; size !== found.size;) {
        size = found.size;
        for (const each of all) if (found.has(each.parent)) found.add(each.pid);
    }
    return all.filter((each) => each.pid !== root && found.has(each.pid));
}

// undefined for a process that is gone or only waits to be reaped.
export function process_status(pid) {
    let stat;
    try {
        stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    } catch {
        return undefined;
    }
    const [, name, state, parent] = stat.match(/^\d+ \((.*)\) (\S) (\d+)/s);
    return "ZX".includes(state)
        ? undefined
        : { pid: Number(pid), parent: Number(parent), program: name };
}
