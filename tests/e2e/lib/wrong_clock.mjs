// A wall clock that a test sets for all processes of a stack, while they run: libfaketime. Timers,
// which go by the monotonic clock, go on as they did.
import { spawn } from "node:child_process";
import {
    existsSync,
    mkdirSync,
    mkdtempSync,
    readFileSync,
    readdirSync,
    renameSync,
    rmSync,
    writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { request } from "./http.mjs";
import { scratch } from "./paths.mjs";
import { eventually } from "./process.mjs";

const k_step_ms = 2_000;

// Returns {env, set(seconds), ahead_s, close(pid)}, or undefined with the reason printed. `env` is
// for start_stack; `set` takes what the clock is ahead; `close` wants the stack's process id.
export function open_wrong_clock() {
    const library = readdirSync("/usr/lib")
        .map((name) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`)
        .find(existsSync);
    if (!library) {
        console.log("skipped, the clock cannot be set: libfaketime is not installed");
        return undefined;
    }
    mkdirSync(scratch, { recursive: true });
    const folder = mkdtempSync(join(scratch, "clock-"));
    const file = join(folder, "clock");
    const clock = { ahead_s: 0 };
    const set = (seconds) => {
        writeFileSync(`${file}.new`, `+${seconds}\n`);
        renameSync(`${file}.new`, file);
        clock.ahead_s = seconds;
    };
    set(0);
    return Object.assign(clock, {
        env: {
            LD_PRELOAD: library,
            FAKETIME_TIMESTAMP_FILE: file,
            FAKETIME_NO_CACHE: "1",
            FAKETIME_DONT_FAKE_MONOTONIC: "1",
        },
        set,
        // The library leaves its shared memory behind when its first process was replaced by exec.
        close: (pid) => {
            for (const name of [`faketime_shm_${pid}`, `sem.faketime_sem_${pid}`]) {
                rmSync(join("/dev/shm", name), { force: true });
            }
            rmSync(folder, { recursive: true });
        },
    });
}

// What `waited` comes to; meanwhile the clock is set ahead by `step_s` again and again, by up to
// `most_s` in all.
// The worker then lives in the new time, so that the service sells. Without a clock, just waited.
export async function hastened(clock, stack, waited, { step_s, most_s = 5 * step_s }) {
    if (!clock) return waited;
    const end_s = clock.ahead_s + most_s;
    const go_on = () => {
        if (clock.ahead_s + step_s <= end_s) clock.set(clock.ahead_s + step_s);
    };
    go_on();
    const timer = setInterval(go_on, k_step_ms);
    try {
        return await waited;
    } finally {
        clearInterval(timer);
        await eventually("the worker lives in the new time", async () => {
            const url = new URL("/health", stack.base_url);
            const { json } = await request("GET", url).catch(() => ({}));
            return json?.checks?.worker.status === "ok";
        });
    }
}

// For stacks whose processes are killed: one that dies inside the library leaves the semaphore taken
// that all of them share, and a process that starts afterwards would wait for it for ever. Until close().
export function free_clock_of_dead(pid) {
    let has_waited = false;
    const timer = setInterval(() => {
        const semaphore = read_semaphore(pid);
        if (!semaphore) return clearInterval(timer);
        const waits = semaphore.value === 0 && semaphore.waiting > 0;
        if (waits && has_waited) spawn("python3", ["-c", k_post, `/faketime_sem_${pid}`]);
        has_waited = waits;
    }, 1_000);
    timer.unref();
}

// No process of the stack `pid` is inside the library now, or none uses it.
export const clock_is_free = (pid) => read_semaphore(pid)?.value !== 0;

function read_semaphore(pid) {
    const file = `/dev/shm/sem.faketime_sem_${pid}`;
    if (!existsSync(file)) return undefined;
    const bytes = readFileSync(file); // glibc's
    return { value: bytes.readInt32LE(0), waiting: bytes.readInt32LE(4) };
}

const k_post = `
import ctypes, sys
libc = ctypes.CDLL(None)
libc.sem_open.restype = ctypes.c_void_p
libc.sem_post(ctypes.c_void_p(libc.sem_open(sys.argv[1].encode(), 0)))`;
