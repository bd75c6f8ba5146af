// What operators do wrong and what breaks under them, a row each: how it is broken, and what must be
// seen within a minute. Then it is mended, and the shop must be well again within another.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { post, request } from "../e2e/lib/http.mjs";
import { v1_sample } from "../e2e/lib/samples.mjs";
import { k_shop } from "./guest.mjs";
import { k_empty_basket } from "./install.mjs";
import { seen } from "./report.mjs";

const k_key = "/etc/assay/credentials/anchor-key";
const k_database = "/var/lib/assay/assay.db";
const k_restart = "systemctl restart assay.target";
const k_drop_ins = "/etc/systemd/system";
const k_shipped_basket = null;

// Members of a row
//   breaks         lines of bash, or what a function does to {guest, street}
//   changes        of the configuration, as guest.configure takes them
//   check          what `assay config check` refuses with: patterns, all of them
//   note           what it says and lets pass
//   journal        [unit, pattern]
//   alarm, no_alarm, state      a code in /health; one that is not; a pattern of its text
//   answer         [ask, pattern]: what `ask({guest, street})` returns, as text
//   mends          the like of `breaks`; the configuration and its folder are put back in any case
//   quiet          nothing runs differently: it is broken and mended without a restart
const k_rows = [
    { name: "anchor key malformed", breaks: `echo 0x1234 >${k_key}; ${k_restart}`,
      check: [/anchor-key/], journal: ["assay-worker", /anchor-key/] },
    { name: "anchor key missing", breaks: `rm ${k_key}`, quiet: true, check: [/anchor-key/] },
    { name: "anchor key of another account", breaks: `rm ${k_key}; assay key new anchor ${k_key}; ${k_restart}`,
      check: [/anchor\.address/], journal: ["assay-worker", /anchor\.address/] },
    { name: "anchor key readable by all", breaks: `chmod 644 ${k_key}`, quiet: true,
      note: /note: .*anchor-key.*0600/ },
    { name: "assay.toml for root alone", breaks: "chown root:root /etc/assay/assay.toml; chmod 600 /etc/assay/assay.toml; " + k_restart,
      check: [/assay\.toml.*read/], journal: ["assay-fast@*", /assay\.toml.*[Pp]ermission denied/] },
    { name: "three mistakes at once", quiet: true,
      changes: { "service.base_url": "http://shop.example", "payment.pay_to": "0x5ab0000000000000000000000000000000005A1E", "payment.no_such_key": "x" },
      check: [/base_url/, /pay_to.*checksum|checksum/, /no_such_key/] },
    { name: "another network", quiet: true, changes: { "payment.network": "eip155:84532" },
      check: [/network|asset/] },
    { name: "another name of the token", quiet: true, changes: { "payment.asset_name": "US Dollar" },
      check: [/asset_name/] },
    { name: "the contact changed, nothing restarted", quiet: true,
      changes: { "service.contact": "mailto:else@shop.example" }, note: /note: .*document/ },
    { name: "a certificate that ends tomorrow",
      breaks: "cp /root/ending/*.pem /etc/letsencrypt/live/shop.example/; systemctl reload nginx; systemctl restart assay-worker",
      note: /note: .*certificate/, alarm: "certificate_ends",
      mends: "cp /root/lasting/*.pem /etc/letsencrypt/live/shop.example/; systemctl reload nginx; systemctl restart assay-worker" },
    { name: "the worker stopped", breaks: "systemctl stop assay-worker", state: /"worker":"?\{?.*down/,
      answer: [sell("verify_basic"), /^503 worker_down false/], mends: "systemctl start assay-worker" },
    { name: "the worker killed", breaks: "systemctl kill -s KILL --kill-whom=main assay-worker",
      answer: [(town) => town.guest.must("systemctl is-active assay-worker"), /^active/] },
    { name: "the list of CT logs missing", changes: { "forensics.basket": k_shipped_basket }, breaks: k_restart,
      alarm: "ct_log_list_missing", answer: [sell("forensics_run"), /^503 (?!vantage_offline)\w+ false/] },
    { name: "the basket missing", breaks: `rm ${k_empty_basket}; ${k_restart}`, check: [/basket/], alarm: "scanner_unfit" },
    { name: "the database locked for 12 s", breaks: ({ guest }) => lock(guest, 12),
      answer: [order, /^(402|503) /] },
    { name: "the database owned by root", breaks: `chown root:root ${k_database}*; ${k_restart}`,
      check: [/assay\.db/], journal: ["assay-worker", /[Pp]ermission denied|cannot (write|open)/],
      mends: `chown assay:assay ${k_database}*` },
    { name: "the database overwritten", ...broken_database("dd if=/dev/urandom of=$db bs=4096 seek=1 count=64 conv=notrunc"),
      journal: ["assay-*", /malformed|not a database/] },
    { name: "the database not a database", ...broken_database("echo garbage >$db"), journal: ["assay-*", /not a database/] },
    { name: "a database of a later version", journal: ["assay-*", /newer version/],
      ...broken_database(({ guest }) => sqlite(guest, "PRAGMA user_version=999")) },
    { name: "a disk of 40 MB", alarm: "disk_low", answer: [sell("verify_basic"), /^503 storage_full false/],
      breaks: `systemctl stop assay.target 'assay-*'; cp -a /var/lib/assay /root/books
        mount -t tmpfs -o size=40M,mode=750 tmpfs /var/lib/assay; chown assay:assay /var/lib/assay
        cp -a /root/books/. /var/lib/assay; systemctl start assay.target; fallocate -l 20M /var/lib/assay/fat`,
      mends: `systemctl stop assay.target 'assay-*'; rm /var/lib/assay/fat; cp -a /var/lib/assay/. /root/books
        umount /var/lib/assay; cp -a /root/books/. /var/lib/assay; rm -r /root/books` },
    { name: "sixteen descriptors", ...drop_in("assay-fast@", "LimitNOFILE=16"), journal: ["assay-fast@*", /descriptor|open files|NOFILE/] },
    { name: "/run/assay gone", breaks: "rm -r /run/assay; systemctl restart assay-fast@1 assay-slow@1 assay-worker",
      journal: ["assay-*", /\/run\/assay/], mends: "systemd-tmpfiles --create; systemctl restart assay-fast.socket assay-slow.socket" },
    { name: "both endpoints refuse", breaks: ({ street }) => street.rpcs.forEach((each) => each.control({ drop: true })),
      alarm: "rpc_too_few", answer: [sell("verify_deep"), /^503 chain_unavailable false/], mends: endpoints_behave },
    { name: "an endpoint of another chain", breaks: ({ street }) => street.rpcs[0].control({ chain_id: 1 }),
      alarm: "rpc_wrong_chain", answer: [sell("verify_basic"), /^20[02] /], mends: endpoints_behave },
    { name: "both endpoints 60 blocks behind", breaks: async ({ street }) => {
          await street.chain.client.mine({ blocks: 1 });
          street.rpcs.forEach((each) => each.control({ lag: 60 }));
      }, alarm: "rpc_halted", answer: [sell("verify_deep"), /^503 chain_unavailable false/], mends: endpoints_behave },
    { name: "the facilitator dead", breaks: ({ street }) => street.facilitator_dies(), state: /"facilitator":"?\{?.*failing/,
      answer: [sell("verify_basic"), /^503 facilitator_unavailable false/],
      mends: ({ street }) => street.facilitator_comes_back() },
    { name: "the clock a minute behind the chain", breaks: ({ street }) => street.chain.go_on({ ahead_s: 60 }),
      journal: ["assay-worker", /ahead of our clock/], mends_itself_s: 120 },
    { name: "each job crashes", ...drop_in("assay-worker", "SystemCallFilter=~landlock_create_ruleset:EPERM"),
      alarm: "engine_unfit", answer: [sell("verify_basic"), /^503 \w+ false/] },
    { name: "no rights on the folder for 4 s", breaks: "chmod 0 /var/lib/assay; sleep 4", mends: "chmod 750 /var/lib/assay" },
];

// What a buyer with a good payment is told.
function sell(product) {
    return async ({ street }) => {
        const { status, json } = await (await street.signed(product)).send();
        return `${status} ${json?.code} ${json?.charged}`;
    };
}

async function order() {
    const { status, json } = await post(`${k_shop}/v1/verify`, v1_sample("verify_basic"));
    return `${status} ${json?.code} ${json?.charged}`;
}

function drop_in(unit, line) {
    const folder = `${k_drop_ins}/${unit}.service.d`;
    return {
        breaks: `mkdir -p ${folder}; printf '[Service]\\n${line}\\n' >${folder}/zz.conf; systemctl daemon-reload; ${k_restart}`,
        mends: `rm ${folder}/zz.conf; systemctl daemon-reload`,
    };
}

function broken_database(damage) {
    const stop = "systemctl stop assay.target 'assay-*'";
    return {
        breaks: async ({ guest }) => {
            await guest.must(`${stop}; cp -a /var/lib/assay /root/books`);
            if (typeof damage === "string") await guest.must(`db=${k_database}; ${damage}; rm -f $db-wal $db-shm`);
            else await damage({ guest });
            await guest.run("systemctl start assay.target");
        },
        mends: `${stop}; rm -r /var/lib/assay/*; cp -a /root/books/. /var/lib/assay; rm -r /root/books`,
    };
}

function endpoints_behave({ street }) {
    street.rpcs.forEach((each) => each.control(undefined));
}

const sqlite = async (guest, words) => {
    const child = spawn("sqlite3", [guest.file(k_database), words], { stdio: "ignore" });
    await once(child, "exit");
};

async function lock(guest, seconds) {
    const child = spawn("sqlite3", [guest.file(k_database)], { stdio: ["pipe", "ignore", "ignore"] });
    child.stdin.write("BEGIN IMMEDIATE;\n");
    setTimeout(() => child.stdin.end("ROLLBACK;\n"), seconds * 1000);
}

const did = (what, town) => (typeof what === "string" ? town.guest.run(what) : what?.(town));

// All that a row demands, in turn.
async function see(row, town, since) {
    const { guest, street } = town;
    if (row.check || row.note) {
        const { code, text } = await guest.check();
        for (const wish of row.check ?? [row.note])
            if (!wish.test(text)) throw new Error(`config check does not say ${wish}: exit ${code}: ${text.slice(-400).replaceAll("\n", " | ")}`);
        if (code !== (row.check ? 2 : 0)) throw new Error(`config check ends with ${code}: ${text.slice(-300)}`);
    }
    if (row.journal) await seen(`the journal of ${row.journal[0]}`, row.journal[1], () => guest.journal(since, row.journal[0]));
    if (row.alarm) await seen("/health", new RegExp(`\\b${row.alarm}\\b`), () => street.alarms());
    if (row.state) await seen("/health", row.state, async () => JSON.stringify(await guest.health()));
    if (row.answer) await seen("the answer", row.answer[1], () => row.answer[0](town));
}

// No alarm, everything active, and it sells.
async function well_again({ guest, street }, timeout_ms) {
    await seen("/health/ready", /^200$/, async () => (await request("GET", `${k_shop}/health/ready`)).status, timeout_ms);
    await seen("/health", /^ok$/, async () => {
        const { status, alarms, checks } = await guest.health();
        return status === "ok" ? status : JSON.stringify([status, alarms.map(({ code }) => code), checks]);
    }, timeout_ms);
    await seen("a sale", /^20[02] /, () => sell("verify_basic")({ guest, street }));
}

export async function faults(guest, street, report) {
    const town = { guest, street };
    await guest.must("cp -a /etc/letsencrypt/live/shop.example /root/lasting; rm -rf /root/kept");
    for (const row of k_rows.filter(({ name }) => report.wanted(`fault: ${name}`))) {
        await report.step(`fault: ${row.name}`, async () => {
            await guest.must("rm -rf /root/kept; cp -a /etc/assay /root/kept");
            const since = await guest.now();
            let told;
            try {
                if (row.changes) guest.configure(row.changes);
                await did(row.breaks, town);
                await see(row, town, since);
            } catch (error) {
                told = error;
            }
            await did(row.mends, town);
            await guest.must("rm -rf /etc/assay; mv /root/kept /etc/assay");
            if (!row.quiet) await guest.run(row.mends_itself_s ? "true" : k_restart, { timeout_s: 200 });
            await well_again(town, (row.mends_itself_s ?? 60) * 1000).catch((error) => {
                throw told ? new Error(`${told.message}; and it is not well again: ${error.message}`) : new Error(`not well again: ${error.message}`);
            });
            if (told) throw told;
        });
    }
}
