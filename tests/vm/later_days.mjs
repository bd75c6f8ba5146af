// What comes after the first day: processes restarted in turn, an older copy put back, a later
// version, the end.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "../e2e/lib/http.mjs";
import { fresh_client } from "../e2e/lib/orders.mjs";
import { await_job } from "../e2e/lib/purchase.mjs";
import { k_configuration, k_shop, last_lines } from "./guest.mjs";
import { seen } from "./report.mjs";

const k_database_folder = "/var/lib/assay";
const k_database = `${k_database_folder}/assay.db`;
const k_stop_all = "systemctl stop assay.target 'assay-*'";
const k_probe_pause_ms = 50;
const k_quick_restart_s = 20;
const k_chain_is_read_ms = 120_000;
const k_beat_fresh_ms = 31_000;
const k_slow = { timeout_s: 300 };
// Each twice.
const k_processes = ["assay-fast@1", "assay-fast@2", "assay-slow@1", "assay-agents@1", "assay-worker"];
const k_in_turn = [...k_processes, ...k_processes];
const k_apt = "cd /root && apt-get -qy --no-install-recommends";

// The statuses of unpaid calls that go on beside `work`, other than 402.
async function beside_calls(street, work) {
    const odd = [];
    let ended = false;
    let calls = 0;
    const { url, sample } = await street.route_of("verify_basic");
    const call = async () => {
        while (!ended) {
            const body = JSON.stringify(sample);
            const headers = { "content-type": "application/json" };
            const { status, json } = await request("POST", url, {
                body,
                headers,
                from: fresh_client(),
            }).catch((error) => ({ status: error.code }));
            ++calls;
            if (status !== 402) odd.push(`${status} ${json?.code}`);
            await new Promise((done) => setTimeout(done, k_probe_pause_ms));
        }
    };
    const callers = [call(), call(), call()];
    try {
        await work();
    } finally {
        ended = true;
        await Promise.all(callers);
    }
    const kinds = [...new Set(odd)].join(", ");
    assert.ok(odd.length === 0, `${odd.length} of ${calls} calls: ${kinds}`);
    return `${calls} calls`;
}

const sold = async (street) => {
    const { send, buyer } = await street.signed("verify_basic");
    const answer = await send();
    assert.ok([200, 202].includes(answer.status), answer.text);
    await await_job(k_shop, answer.json.job_id);
    return { send, buyer, job_id: answer.json.job_id };
};

// It is sold again a while after a start.
async function once_sold(street) {
    await seen("what is available", /^true$/, async () =>
        (await street.unpaid("verify_basic")).json.available !== false, k_chain_is_read_ms);
    return sold(street);
}

const paid_before = async ({ send }) => {
    const answer = await send();
    assert.notEqual(answer.status, 402, "402 after money moved");
    return `${answer.status} ${answer.json.code}`;
};

export async function restore(guest, street, report) {
    if (!report.wanted("restore:")) return;
    await report.step("restart: each process in turn, beside calls", () =>
        beside_calls(street, async () => {
            for (const unit of k_in_turn) {
                const began = Date.now();
                const since = await guest.now();
                const { code, text } = await guest.run(`systemctl restart ${unit}`, k_slow);
                const journal = code === 0 ? "" : await guest.journal(since, unit);
                assert.equal(code, 0, `${unit}: ${last_lines(text, 1)}: ${last_lines(journal)}`);
                const took = (Date.now() - began) / 1000;
                assert.ok(took < k_quick_restart_s, `${unit} takes ${took} s to restart`);
            }
        }));
    await report.step("restore: assay db backup, and back", async () => {
        await guest.must("assay db backup /root/copy.db.gz");
        const lost = await sold(street);
        const back = "assay db restore /root/copy.db.gz && systemctl start assay.target";
        await guest.must(`${k_stop_all}; ${back}`, k_slow);
        await seen("the same header", /^410 paid_before_restore$/, () => paid_before(lost));
        await seen("/health", /\brestored\b/, () => street.alarms());
        await seen("assay credits plan", new RegExp(lost.buyer.address, "i"), async () =>
            (await guest.run("assay credits plan --online")).text);
    });
    await report.step("restore: an older copy by cp alone", async () => {
        const start = "systemctl start assay.target";
        await guest.must(`${k_stop_all}; cp -a ${k_database} /root/older.db; ${start}`, k_slow);
        const ready = async () => (await request("GET", `${k_shop}/health/ready`)).status;
        await seen("/health/ready", /^200$/, ready);
        const lost = await sold(street);
        await guest.must(`${k_stop_all}; rm -f ${k_database}-wal ${k_database}-shm
            cp -a /root/older.db ${k_database}; ${start}`, k_slow);
        await seen("the same header", /^410 paid_before_restore$/, () => paid_before(lost));
        await seen("its job", /^410 lost_in_restore$/, async () => {
            const { status, json } = await request("GET", `${k_shop}/v1/job/${lost.job_id}`);
            return `${status} ${json.code}`;
        });
    });
    await report.step("restore: a snapshot with the stamp in it", async () => {
        const start = "systemctl start assay.target";
        const both = `cp -a ${k_database} ${k_database}.stamp`;
        await street.is_anchored((await once_sold(street)).job_id);
        await guest.must(`${k_stop_all}; ${both} /root/; ${start}`, k_slow);
        const lost = await once_sold(street);
        await street.is_anchored(lost.job_id);
        await guest.must(`${k_stop_all}; rm -f ${k_database}-wal ${k_database}-shm
            cd /root; cp -a assay.db assay.db.stamp ${k_database_folder}/`, k_slow);
        // A snapshot is older than a worker's beat may be where something is sold.
        await sleep(k_beat_fresh_ms);
        await guest.must(start, k_slow);
        await seen("the same header", /^410 paid_before_restore$/, () => paid_before(lost));
    });
    await report.step("restore: sells again, the books agree", async () => {
        await once_sold(street);
        assert.match(await guest.must("assay db check"), /^0 violations/m);
    });
}

export async function upgrade(guest, street, report) {
    if (!report.wanted("upgrade:")) return;
    await report.step("upgrade: a later version beside calls", async () => {
        const said = await beside_calls(street, () =>
            guest.must(`${k_apt} install ./assay_later.deb`, k_slow));
        assert.match(await guest.must("dpkg-query -W -f '${Version}' assay"), /\+later$/);
        await sold(street);
        return said;
    });
    await report.step("upgrade: rolled back beside calls", async () => {
        const said = await beside_calls(street, () =>
            guest.must(`${k_apt} --allow-downgrades install ./assay_today.deb`, k_slow));
        await sold(street);
        return said;
    });
    await report.step("upgrade: make install over it beside calls", async () => {
        const before = guest.read(k_configuration);
        const said = await beside_calls(street, async () => {
            await install_from_tree(guest);
            await guest.must("/usr/lib/assay/roll", k_slow);
        });
        assert.equal(guest.read(k_configuration), before);
        assert.match(guest.read(`${k_configuration}.new`), /^\[payment\]$/m);
        const deleted = "ls -l /proc/*/exe | grep -F /assay- | grep -F '(deleted)'";
        assert.notEqual((await guest.run(deleted)).code, 0, "a program of before runs");
        await sold(street);
        return said;
    });
}

const install_from_tree = (guest) =>
    new Promise((resolve, reject) => {
        const folders = [`DESTDIR=${guest.file("/")}`, "prefix=/usr", "sysconfdir=/etc"];
        const words = ["--silent", "install", `MODE=${process.env.ASSAY_VM_MODE}`, ...folders];
        execFile("make", words, { timeout: k_slow.timeout_s * 1_000 }, (error, _, stderr) =>
            error ? reject(new Error(`make install: ${last_lines(stderr)}`)) : resolve());
    });

export async function removal(guest, street, report) {
    if (!report.wanted("removal:")) return;
    const nothing_runs = async () => {
        await guest.must("nginx -t");
        const units = "systemctl list-units --plain --no-legend --state=active 'assay*'";
        const running = await guest.run(`${units}; ls -l /proc/*/exe | grep -F /assay-`);
        assert.doesNotMatch(running.text, /assay[-.]/m, last_lines(running.text));
        assert.equal((await guest.must("systemctl is-active nginx")).trim(), "active");
    };
    await report.step("removal: apt-get remove", async () => {
        await guest.must(`${k_apt} remove assay`, k_slow);
        await nothing_runs();
        await guest.must(`test -e ${k_database_folder}/assay.db -a -e /etc/assay/assay.toml`);
    });
    await report.step("removal: apt-get purge", async () => {
        await guest.must(`${k_apt} purge assay`, k_slow);
        await nothing_runs();
        await guest.must(`test ! -e ${k_database_folder} -a ! -e /etc/assay`);
    });
}
