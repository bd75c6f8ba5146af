// PostgreSQL servers of the tests' own: on Unix sockets alone, in memory where there is a tmpfs, and
// as an ordinary user. A server's standby follows it, and each commit waits for that standby.
import { execFile, execFileSync } from "node:child_process";
import { accessSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { descendants, eventually, kill_quietly, start_process } from "./process.mjs";

const run = promisify(execFile);
const k_programs = "/usr/lib/postgresql/15/bin";
const k_memory = "/dev/shm";
const k_shop = "shop";
const k_environment = { ...process.env, LC_ALL: "C", TZ: "UTC" };

const is_there = (path) => {
    try {
        accessSync(path);
        return true;
    } catch {
        return false;
    }
};

export const is_installed = () => is_there(join(k_programs, "postgres"));

// A server refuses to run as root. The demo loads this file where PostgreSQL is not installed.
function other_user() {
    if (process.getuid() !== 0 || !is_installed()) return undefined;
    const found = execFileSync("getent", ["passwd", "postgres"], { encoding: "utf8" }).split(":");
    return { uid: Number(found[2]), gid: Number(found[3]) };
}

const user = other_user();
const as_user = (words) =>
    user
        ? ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups",
            "--pdeathsig", "QUIT", ...words]
        : words;

async function finish(words) {
    const [command, ...rest] = as_user([join(k_programs, words[0]), ...words.slice(1)]);
    return run(command, rest, { env: k_environment });
}

class Server {
    constructor() {
        this.folder = mkdtempSync(join(is_there(k_memory) ? k_memory : tmpdir(), "assay-pg-"));
        if (user) chownSync(this.folder, user.uid, user.gid);
        this.data = join(this.folder, "data");
        process.once("exit", () => rmSync(this.folder, { recursive: true, force: true }));
    }

    async start(settings = {}) {
        const all = {
            listen_addresses: "",
            fsync: "off",
            dynamic_shared_memory_type: "mmap", // nothing of it outlives a kill
            max_connections: "1000",
            wal_receiver_timeout: "5s",
            ...settings,
        };
        const [command, ...rest] = as_user([
            join(k_programs, "postgres"),
            ...["-D", this.data, "-k", this.folder],
            ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
        ]);
        this.running = start_process(command, rest, { bound_signal: "QUIT", env: k_environment });
        await this.running.until_logged(/ready to accept( read-only)? connections/, 60_000);
    }

    // One statement by the one that may do everything; its rows as text.
    async ask(sql, database = "postgres") {
        const words = ["-h", this.folder, "-U", "assay", "-d", database, "-XAtc", sql];
        const { stdout } = await run("psql", words, { env: k_environment, timeout: 20_000 });
        return stdout.trim();
    }

    // As a machine that loses its power.
    async kill() {
        for (const pid of this.#all()) kill_quietly(pid);
        await this.running.stop();
    }

    // It stands still, and its sockets take what is sent.
    freeze() {
        for (const pid of this.#all()) kill_quietly(pid, "SIGSTOP");
    }
    thaw() {
        for (const pid of this.#all()) kill_quietly(pid, "SIGCONT");
    }

    #all() {
        return [this.running.pid, ...descendants(this.running.pid).map(({ pid }) => pid)];
    }

    async stop() {
        this.thaw();
        kill_quietly(this.running.pid, "SIGQUIT");
        await this.running.stop();
        rmSync(this.folder, { recursive: true, force: true });
    }
}

// What libpq is told: whichever of the servers takes writes.
const url_of = (servers, database) =>
    `postgresql:///${database}?user=assay&host=${servers.map((each) => each.folder).join(",")}` +
    `&target_session_attrs=read-write`;

const init = (server) =>
    finish([
        ...["initdb", "-D", server.data, "--encoding=UTF8", "--locale=C", "--no-sync"],
        ...["--auth=trust", "--username=assay"],
    ]);

export async function start_server() {
    const server = new Server();
    await init(server);
    await server.start();
    let databases = 0;
    return {
        server,
        // An empty one, which no other stack has.
        async fresh_url() {
            const name = `shop${++databases}`;
            await server.ask(`CREATE DATABASE ${name}`);
            return url_of([server], name);
        },
        stop: () => server.stop(),
    };
}

// A primary and a standby that each commit waits for. Which is which changes with each failover.
export async function start_pair() {
    const pair = new Pair(new Server(), new Server());
    await init(pair.primary);
    await pair.primary.start();
    await pair.primary.ask(`CREATE DATABASE ${k_shop}`);
    await pair.follow();
    return pair;
}

class Pair {
    constructor(primary, standby) {
        Object.assign(this, { primary, standby, url: url_of([primary, standby], k_shop) });
    }

    // The standby, made anew from the primary.
    async follow() {
        const { primary, standby } = this;
        rmSync(standby.data, { recursive: true, force: true });
        await finish([
            ...["pg_basebackup", "-D", standby.data, "-R", "-X", "stream", "-c", "fast"],
            ...["--no-sync", "-d", `host=${primary.folder} user=assay application_name=standby`],
        ]);
        await standby.start();
        await primary.ask("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
        await primary.ask("SELECT pg_reload_conf()");
        await eventually("a synchronous standby", async () =>
            (await primary.ask("SELECT sync_state FROM pg_stat_replication")) === "sync",
        );
    }

    // The standby goes on alone, whatever the primary does; they have changed their names.
    async promote() {
        const { primary, standby } = this;
        await standby.ask("ALTER SYSTEM RESET synchronous_standby_names");
        await standby.ask("SELECT pg_reload_conf()");
        await finish(["pg_ctl", "promote", "-D", standby.data, "-w"]);
        Object.assign(this, { primary: standby, standby: primary });
    }

    async stop() {
        await this.primary.stop();
        await this.standby.stop();
    }
}
