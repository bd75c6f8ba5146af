// The built service in the foreground: nginx, the pools and the worker, as `make run` starts them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { chownSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import { make_bridge } from "./bridge.mjs";
import { wanted_door } from "./doors.mjs";
import { programs, scratch } from "./paths.mjs";
import { start_server } from "./postgres.mjs";
import { descendants, kill_quietly, process_status, start_process } from "./process.mjs";

// An address without a known key: what the tests sell can never be spent by mistake.
export const k_pay_to = "0x5AB0000000000000000000000000000000005A1e";

const k_runs = join(scratch, "runs");
// As long as this process lives, what is in its run directories stays: a developer who runs several
// processes of cases names itself, so that the evidence outlives one that ends too early.
const k_owner = process.env.E2E_RUN ?? process.pid;
const k_first_port = 10_000;
let runs = 0;

// Options
//   chain, facilitator      from start_chain, start_facilitator; facilitator null = rail v2 off
//   overrides               {section: {key: value}} on top of the configuration below
//   limits                  with the request limits of nginx/limits.conf
//   program_dir             another build of the programs (a test build of the product table)
//   env                     more environment of every process of the stack
//   user                    uid to run as, from root
//   wrapper                 a command with its arguments that runs the command behind it
//   nginx_files             directory of nginx's files instead of the repository's
//   store_url               of a PostgreSQL server, whose schema is made; STORE=postgresql: each stack
//                           that names no store has a database of one server
//   door                    where buyers of rail v2 come in, as make_bridge wants it; DOOR=
// Returns {base_url, run_dir, pid, log(), children(program), restart(), stop()}. `log` is every log
// of the run, for the message of a failure.
export async function start_stack({
    chain,
    facilitator,
    overrides = {},
    limits = false,
    program_dir = programs,
    env = {},
    nginx_files,
    user,
    wrapper = [],
    store_url,
    door = wanted_door(),
}) {
    if (runs === 0) discard_old_runs();
    const run_dir = join(k_runs, `${k_owner}-${process.pid}-${++runs}`);
    mkdirSync(run_dir, { recursive: true });
    const port = await free_port();
    const own_url = `http://127.0.0.1:${port}`;
    const bridge = door && make_bridge({ ...door, target: own_url, port: await free_port() });
    const base_url = bridge?.url ?? own_url;
    const server = store_url ?? (await fresh_server_url());
    const store = server
        ? { url: server, stamp: `${run_dir}/store.stamp` }
        : { url: `sqlite:${run_dir}/assay.db` };
    const config = merge(
        {
            service: { base_url, mode: "development", contact: "mailto:e2e@assay.example" },
            http: { listen: `127.0.0.1:${port}` },
            payment: {
                pay_to: k_pay_to,
                network: `eip155:${chain.chain_id}`,
                rpc_urls: [chain.url],
                receipt_check_from: "1000.00",
                confirmations: 1, // the local chain makes a block for each transaction and no other
            },
            facilitator: { urls: facilitator ? [facilitator.url] : [], timeout: "10s" },
            anchor: { mode: "off" },
            forensics: { basket: `${run_dir}/basket.json` },
            store,
            discovery: { document_root: `${run_dir}/www`, proof_file: `${run_dir}/proof-token` },
        },
        overrides,
    );
    const config_file = join(run_dir, "assay.toml");
    writeFileSync(config_file, to_toml(config));
    // A scan that asks no server: no test sends anything beyond this host.
    writeFileSync(join(run_dir, "basket.json"), '{"schema_version":1}');
    if (user) chownSync(run_dir, user, user);
    const program = join(program_dir, "assay");
    // A change of user takes the bond of start_process away.
    const become = user
        ? ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups", "--pdeathsig", "TERM"]
        : wrapper;

    let running;
    const start = async () => {
        const [command, ...before] = [...become, program];
        running = start_process(
            command,
            [
                ...before,
                ...["stack", "--config", config_file, "--run", run_dir],
                ...(limits ? ["--limits"] : []),
                ...(nginx_files ? ["--nginx-files", nginx_files] : []),
            ],
            { bound_signal: "TERM", env: { ...environment(), ...env } },
        );
        await running.until_logged(/^READY (http:\S+)$/m, 60_000).catch(async (error) => {
            await running.stop();
            throw new Error(`${error.message}\n${logs_below(run_dir)}`);
        });
        await bridge?.open();
    };
    if (config.store.url.startsWith("postgresql:"))
        execFileSync(program, ["db", "migrate", "--config", config_file], { stdio: "pipe" });
    await start();
    return {
        base_url,
        run_dir,
        config_file,
        proof_file: config.discovery.proof_file,
        get pid() {
            return running.pid;
        },
        log: () => `${running.log()}\n${logs_below(run_dir)}`,
        // Processes below the stack that run the file `program` ("assay-worker"): [{pid, parent}].
        children: (program) => descendants(running.pid).filter((each) => each.program === program),
        // Returns false when it had to be killed.
        async stop() {
            await bridge?.close();
            return running.stop(20_000);
        },
        // As after a power cut: no process gets to say goodbye.
        async kill() {
            const all = [running.pid, ...descendants(running.pid).map((each) => each.pid)];
            for (const pid of all) kill_quietly(pid);
            await running.stop();
        },
        start,
    };
}

let own_server;
async function fresh_server_url() {
    if (process.env.STORE !== "postgresql") return undefined;
    own_server ??= start_server();
    return (await own_server).fresh_url();
}

// Restarts the stack with these changes of its configuration's text.
export async function configured(stack, changes) {
    await stack.stop();
    let text = readFileSync(stack.config_file, "utf8");
    for (const [before, after] of Object.entries(changes)) {
        assert.ok(text.includes(before), before);
        text = text.replace(before, after);
    }
    writeFileSync(stack.config_file, text);
    await stack.start();
}

// Whether every thread of a process that was sent SIGSTOP has stopped: each goes on until the kernel
// comes to it.
export const stands_still = (pid) =>
    readdirSync(`/proc/${pid}/task`).every((thread) =>
        /^State:\tT/m.test(readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8")),
    );

// A port for a server that is told its port: one that the kernel gives to no connection
// between now and then, and whose number another test is not likely to draw.
export async function free_port() {
    const range = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8");
    const end = Number(range.split(/\s+/)[0]);
    for (;;) {
        const drawn = end > 2 * k_first_port ? randomInt(k_first_port, end) : 0;
        const server = net.createServer();
        const listening = once(server.listen(drawn, "127.0.0.1"), "listening");
        if (await listening.then(() => false, () => true)) continue;
        const { port } = server.address();
        await once(server.close(), "close");
        return port;
    }
}

// nginx lies in a directory that is not in everybody's PATH.
function environment() {
    return { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
}

// A run's files stay for a developer to look at, until the next process starts a stack.
function discard_old_runs() {
    mkdirSync(k_runs, { recursive: true });
    for (const name of readdirSync(k_runs)) {
        // Another process may be at it, too.
        const options = { recursive: true, force: true, maxRetries: 5 };
        if (!process_status(name.split("-")[0])) rmSync(join(k_runs, name), options);
    }
}

function merge(config, overrides) {
    const merged = { ...config };
    for (const [section, keys] of Object.entries(overrides)) {
        merged[section] = { ...merged[section], ...keys };
    }
    return merged;
}

// Strings, numbers, booleans and lists of strings are all the configuration has; JSON writes them
// as TOML reads them.
function to_toml(config) {
    return Object.entries(config)
        .map(([section, keys]) =>
            [
                `[${section}]`,
                ...Object.entries(keys).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
                "",
            ].join("\n"),
        )
        .join("\n");
}

function logs_below(folder) {
    const k_tail = 8_000;
    return readdirSync(folder, { recursive: true })
        .filter((name) => name.endsWith(".log") && statSync(join(folder, name)).size > 0)
        .map((name) => `--- ${name}\n${readFileSync(join(folder, name), "utf8").slice(-k_tail)}`)
        .join("\n");
}
