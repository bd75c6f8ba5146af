// What operators do wrong and what breaks under them, a row each. Its members:
//   name
//   breaks         lines of bash, or what a function does to {guest, street}
//   changes        of the configuration, as guest.configure takes them
//   check          what `assay config check` refuses with: patterns, all of them
//   note           what it says and lets pass
//   journal        [unit, pattern]
//   alarm, state   a code in /health; a pattern of its text
//   answer         [ask, pattern]: what `ask({guest, street})` returns
//   mends          the like of `breaks`; /etc/assay is put back in any case
//   quiet          it is broken and mended without a restart
//   itself_s       it is well again by itself, so soon
import { spawn } from "node:child_process";
import { once } from "node:events";
import { post } from "../e2e/lib/http.mjs";
import { v1_sample } from "../e2e/lib/samples.mjs";
import { k_shop } from "./guest.mjs";
import { k_empty_basket } from "./install.mjs";

export const k_restart = "systemctl restart assay.target";
const k_stop = "systemctl stop assay.target 'assay-*'";
const k_key = "/etc/assay/credentials/anchor-key";
const k_file = "/etc/assay/assay.toml";
const k_folder = "/var/lib/assay";
const k_database = `${k_folder}/assay.db`;
const k_certificate = "/etc/letsencrypt/live/shop.example";
const k_take_certificate = "systemctl reload nginx; systemctl restart assay-worker";
const k_site = "/usr/share/assay/nginx";
const k_engine = "/usr/lib/assay/assay-run";
const k_lock_s = 12;
const k_lag_blocks = 60;
const k_wrong_checksum = "0x5ab0000000000000000000000000000000005A1E";

// What a buyer with a good payment is told.
export const sell = (product) => async ({ street }) => {
    const { status, json } = await (await street.signed(product)).send();
    return `${status} ${json?.code} ${json?.charged}`;
};

const order = async () => {
    const { status, json } = await post(`${k_shop}/v1/verify`, v1_sample("verify_basic"));
    return `${status} ${json?.code} ${json?.charged}`;
};

const says = (line) => async ({ guest }) => (await guest.run(line)).text;

const k_mistakes = [
    {
        name: "the anchor key malformed",
        breaks: `echo 0x1234 >${k_key}; ${k_restart}`,
        check: [/anchor-key/],
        journal: ["assay-worker", /anchor-key/],
    },
    { name: "the anchor key missing", breaks: `rm ${k_key}`, quiet: true, check: [/anchor-key/] },
    {
        name: "the anchor key of another account",
        breaks: `rm ${k_key}; assay key new anchor ${k_key}; ${k_restart}`,
        check: [/anchor\.address/],
        journal: ["assay-worker", /anchor\.address/],
    },
    {
        name: "the anchor key readable by all",
        breaks: `chmod 644 ${k_key}`,
        quiet: true,
        note: /note: .*anchor-key.*0600/,
    },
    {
        name: "assay.toml for root alone",
        breaks: `chown root:root ${k_file}; chmod 600 ${k_file}; ${k_restart}`,
        check: [/assay\.toml.*read/],
        journal: ["assay-fast@*", /assay\.toml.*[Pp]ermission denied/],
    },
    {
        name: "owners and modes, mended by assay doctor --fix",
        quiet: true,
        breaks: `chmod 644 ${k_key}; chown root:root ${k_database} ${k_file}; chmod 600 ${k_file}
            chmod 755 ${k_folder}; rmdir /var/cache/assay/acme`,
        answer: [says(`runuser -u assay -- assay doctor --fix; assay doctor --fix --json
            stat -c '%n %a %U:%G' ${k_key} ${k_database} ${k_file} ${k_folder} /var/cache/assay/acme`),
            new RegExp([/only root[^]*"state":"mending"/, /anchor-key 600 root:root/,
                /assay.db \d+ assay:assay/, /assay.toml 640 root:assay/, /lib.assay 750 assay:assay/,
                /acme 755 root:root/].map(({ source }) => source).join("[^]*"))],
    },
    {
        name: "three mistakes at once",
        quiet: true,
        changes: {
            "service.base_url": "http://shop.example",
            "payment.pay_to": k_wrong_checksum,
            "payment.no_such_key": "x",
        },
        check: [/base_url/, /pay_to|checksum/, /no_such_key/],
    },
    {
        name: "another network",
        quiet: true,
        changes: { "payment.network": "eip155:84532" },
        check: [/network|asset/],
    },
    {
        name: "another name of the token",
        quiet: true,
        changes: { "payment.asset_name": "US Dollar" },
        check: [/asset_name/],
    },
    {
        name: "the contact changed, nothing rendered",
        quiet: true,
        changes: { "service.contact": "mailto:else@shop.example" },
        note: /note: .*document/,
    },
    {
        name: "a certificate that ends tomorrow",
        breaks: `cp /root/ending/*.pem ${k_certificate}/; ${k_take_certificate}`,
        note: /note: .*certificate/,
        alarm: "certificate_ends",
        mends: `cp /root/lasting/*.pem ${k_certificate}/; ${k_take_certificate}`,
    },
    {
        name: "the list of CT logs missing",
        changes: { "forensics.basket": null },
        breaks: k_restart,
        alarm: "ct_log_list_missing",
        answer: [sell("forensics_run"), /^503 (?!vantage_offline)\w+ false/],
    },
    {
        name: "the basket missing",
        breaks: `rm ${k_empty_basket}; ${k_restart}`,
        check: [/basket/],
        alarm: "scanner_unfit",
    },
];

const k_processes = [
    {
        name: "the worker stopped",
        breaks: "systemctl stop assay-worker",
        state: /"worker":"?\{?.*down/,
        answer: [sell("verify_basic"), /^503 worker_down false/],
        mends: "systemctl start assay-worker",
    },
    {
        name: "the worker killed",
        breaks: "systemctl kill -s KILL --kill-whom=main assay-worker",
        answer: [says("systemctl is-active assay-worker"), /^active/],
        itself_s: 60,
    },
    {
        name: "a second worker",
        quiet: true,
        answer: [says("timeout 20 runuser -u assay -- /usr/lib/assay/assay-worker"),
            /another worker holds/],
    },
    {
        name: "a locale that is not there",
        ...drop_in("assay-", "Environment=LC_ALL=xx_YY"),
        answer: [sell("verify_basic"), /^20[02] /],
    },
    {
        name: "a file of the site missing",
        quiet: true,
        breaks: `mv ${k_site} /root/site; systemctl reload nginx`,
        answer: [async (town) => `${await says("nginx -t")(town)}; ${await sell("verify_basic")(town)}`,
            /No such file[^]*; 20[02] /],
        mends: `mv /root/site ${k_site}; systemctl reload nginx`,
    },
    {
        name: "port 443 taken",
        // Systemd has bound the port when systemd-run returns: no race with nginx.
        breaks: `systemctl stop nginx
            systemd-run --quiet --unit=squatter --socket-property=ListenStream=0.0.0.0:443 sleep 999
            systemctl start nginx`,
        journal: ["nginx", /443 failed .*Address already in use/],
        answer: [says("assay doctor"), /https:\/\/shop\.example.*systemctl status nginx/],
        mends: "systemctl stop squatter.socket squatter.service; systemctl start nginx",
        itself_s: 60,
    },
    {
        name: "sixteen descriptors",
        ...drop_in("assay-fast@", "LimitNOFILE=16"),
        journal: ["assay-fast@*", /descriptor|open files|NOFILE/],
    },
    {
        name: "/run/assay gone",
        breaks: "rm -r /run/assay; systemctl restart assay-fast@1 assay-slow@1 assay-agents@1 assay-worker",
        answer: [says("assay doctor"), /\/run\/assay|socket/],
        mends: "systemd-tmpfiles --create; systemctl restart assay-fast.socket assay-slow.socket assay-agents.socket",
    },
    {
        name: "each job crashes",
        breaks: `mv ${k_engine} /root/engine; printf '#!/bin/sh\nexit 70\n' >${k_engine}
            chmod 755 ${k_engine}; ${k_restart}`,
        mends: `mv /root/engine ${k_engine}`,
        alarm: "engine_unfit",
        answer: [sell("verify_basic"), /^503 \w+ false/],
    },
];

const k_books = [
    {
        name: "the database locked for 12 s",
        breaks: lock,
        answer: [order, /^(402|503) /],
        itself_s: 60,
    },
    {
        name: "the database owned by root",
        breaks: `chown root:root ${k_database}*; ${k_restart}`,
        check: [/assay\.db/],
        journal: ["assay-worker", /[Pp]ermission denied|cannot (write|open)/],
        mends: `chown assay:assay ${k_database}*`,
    },
    {
        name: "the database overwritten",
        ...damaged(`dd if=/dev/urandom of=${k_database} bs=4096 seek=1 count=64 conv=notrunc`),
        journal: ["assay-*", /malformed|not a database/],
    },
    {
        name: "the database not a database",
        ...damaged(`echo garbage >${k_database}`),
        journal: ["assay-*", /not a database/],
    },
    {
        name: "a database of a later version",
        ...damaged(({ guest }) => said_by_hand(guest, "PRAGMA user_version=999")),
        journal: ["assay-*", /newer version/],
    },
    {
        name: "a schema that says it is older",
        ...damaged(({ guest }) => said_by_hand(guest, "PRAGMA user_version=20")),
        journal: ["assay-*", /already exists|duplicate column/],
    },
    {
        name: "a disk of 40 MB",
        breaks: `${k_stop}; cp -a ${k_folder} /root/books
            mount -t tmpfs -o size=40M,mode=750 tmpfs ${k_folder}
            chown assay:assay ${k_folder}; cp -a /root/books/. ${k_folder}
            systemctl start assay.target; fallocate -l 20M ${k_folder}/fat`,
        alarm: "disk_low",
        answer: [sell("verify_basic"), /^503 storage_full false/],
        mends: `${k_stop}; rm ${k_folder}/fat; cp -a ${k_folder}/. /root/books
            umount ${k_folder}; cp -a /root/books/. ${k_folder}; rm -r /root/books`,
    },
    {
        name: "no rights on the folder for 4 s",
        breaks: `chmod 0 ${k_folder}; sleep 4; chmod 750 ${k_folder}`,
        itself_s: 60,
    },
];

const k_others = [
    {
        name: "both endpoints refuse",
        breaks: endpoints({ drop: true }),
        alarm: "rpc_too_few",
        answer: [sell("verify_deep"), /^503 chain_unavailable false/],
        mends: endpoints(undefined),
        itself_s: 60,
    },
    {
        name: "an endpoint of another chain",
        // A process asks at its start, and seldom again.
        breaks: ({ guest, street }) => {
            street.rpcs[0].control({ chain_id: 1 });
            return guest.run(k_restart);
        },
        alarm: "rpc_wrong_chain",
        answer: [sell("verify_basic"), /^20[02] /],
        mends: endpoints(undefined),
    },
    {
        name: "both endpoints 60 blocks behind",
        breaks: endpoints({ lag: k_lag_blocks }),
        alarm: "rpc_halted",
        answer: [sell("verify_deep"), /^503 chain_unavailable false/],
        mends: endpoints(undefined),
        itself_s: 60,
    },
    {
        name: "the facilitator dead",
        breaks: ({ street }) => street.facilitator_dies(),
        state: /"facilitator":"?\{?.*failing/,
        answer: [sell("verify_basic"), /^503 facilitator_unavailable false/],
        mends: ({ street }) => street.facilitator_comes_back(),
        itself_s: 60,
    },
    {
        name: "the clock a minute behind the chain",
        ...chain_ahead(),
        journal: ["assay-worker", /ahead of our clock/],
        itself_s: 60,
    },
];

export const k_rows = [...k_mistakes, ...k_processes, ...k_books, ...k_others];

function drop_in(unit, line) {
    const folder = `/etc/systemd/system/${unit}.service.d`;
    return {
        breaks: `mkdir -p ${folder}; printf '[Service]\\n${line}\\n' >${folder}/zz.conf
            systemctl daemon-reload; ${k_restart}`,
        mends: `rm ${folder}/zz.conf; systemctl daemon-reload`,
    };
}

// The files are put aside while nothing runs, and put back so.
function damaged(damage) {
    return {
        breaks: async (town) => {
            await town.guest.must(`${k_stop}; cp -a ${k_folder} /root/books`, { timeout_s: 100 });
            if (typeof damage === "string")
                await town.guest.must(`${damage}; rm -f ${k_database}-wal ${k_database}-shm`);
            else await damage(town);
            await town.guest.run("systemctl start assay.target");
        },
        mends: `${k_stop}; rm -r ${k_folder}/*; cp -a /root/books/. ${k_folder}; rm -r /root/books`,
    };
}

function said_by_hand(guest, sql) {
    return once(spawn("sqlite3", [guest.file(k_database), sql], { stdio: "ignore" }), "exit");
}

function endpoints(fault) {
    return ({ street }) => street.rpcs.forEach((each) => each.control(fault));
}

// Nothing is sold meanwhile that its end could take back.
function chain_ahead() {
    let before;
    return {
        breaks: async ({ street: { chain } }) => {
            before = await chain.client.snapshot();
            await chain.go_on({ ahead_s: 60 });
        },
        mends: ({ street: { chain } }) => chain.revert(before),
    };
}

function lock({ guest }) {
    const stdio = ["pipe", "ignore", "ignore"];
    const child = spawn("sqlite3", [guest.file(k_database)], { stdio });
    child.stdin.write("BEGIN IMMEDIATE;\n");
    setTimeout(() => child.stdin.end("ROLLBACK;\n"), k_lock_s * 1_000);
}
