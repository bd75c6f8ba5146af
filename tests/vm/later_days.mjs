// What comes after the first day: processes restarted in turn, an older copy put back, a later version,
// the end.
import assert from "node:assert/strict";
import { request } from "../e2e/lib/http.mjs";
import { await_job } from "../e2e/lib/purchase.mjs";
import { k_shop, last_lines } from "./guest.mjs";
import { seen } from "./report.mjs";

const k_database_folder = "/var/lib/assay";
const k_stop_all = "systemctl stop assay.target 'assay-*'";
const k_probe_pause_ms = 50;
const k_quick_restart_s = 20;
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
            const { status, json } = await request("POST", url, { body, headers }).catch((error) => ({ status: error.code }));
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
    assert.ok(odd.length === 0, `${odd.length} of ${calls} calls: ${[...new Set(odd)].join(", ")}`);
    return `${calls} calls`;
}

const sold = async (street) => {
    const { send, buyer } = await street.signed("verify_basic");
    const answer = await send();
    assert.ok([200, 202].includes(answer.status), answer.text);
    await await_job(k_shop, answer.json.job_id);
    return { send, buyer, job_id: answer.json.job_id };
};

const paid_before = async ({ send }) => {
    const answer = await send();
    assert.notEqual(answer.status, 402, "402 after money moved");
    return `${answer.status} ${answer.json.code}`;
};

export async function restore(guest, street, report) {
    if (!report.wanted("restore:")) return;
    await report.step("restart: each process in turn, beside calls", () =>
        beside_calls(street, async () => {
            for (const unit of ["assay-fast@1", "assay-fast@2", "assay-slow@1", "assay-worker", "assay-fast@2"]) {
                const began = Date.now();
                const since = await guest.now();
                const { code, text } = await guest.run(`systemctl restart ${unit}`, { timeout_s: 100 });
                if (code !== 0) throw new Error(`${unit}: ${last_lines(text, 1)}: ${last_lines(await guest.journal(since, unit))}`);
                const took = (Date.now() - began) / 1000;
                assert.ok(took < k_quick_restart_s, `${unit} takes ${took} s to restart`);
            }
        }));
    await report.step("restore: assay db backup, and back", async () => {
        await guest.must("assay db backup /root/copy.db.gz");
        const lost = await sold(street);
        await guest.must(`${k_stop_all}; assay db restore /root/copy.db.gz && systemctl start assay.target`, { timeout_s: 200 });
        await seen("the same header", /^410 paid_before_restore$/, () => paid_before(lost));
        await seen("/health", /\brestored\b/, () => street.alarms());
        await seen("assay credits plan", new RegExp(lost.buyer.address, "i"), async () =>
            (await guest.run("assay credits plan --online")).text);
    });
    await report.step("restore: an older copy by cp alone", async () => {
        await guest.must(`${k_stop_all}; rm -rf /root/older; cp -a ${k_database_folder} /root/older; systemctl start assay.target`, { timeout_s: 200 });
        await seen("/health/ready", /^200$/, async () => (await request("GET", `${k_shop}/health/ready`)).status);
        const lost = await sold(street);
        await guest.must(`${k_stop_all}; rm -f ${k_database_folder}/assay.db-*; cp -a /root/older/assay.db* ${k_database_folder}; ` +
            `systemctl start assay.target`, { timeout_s: 200 });
        await seen("the same header", /^410 paid_before_restore$/, () => paid_before(lost));
        await seen("its job", /^410 lost_in_restore$/, async () => {
            const { status, json } = await request("GET", `${k_shop}/v1/job/${lost.job_id}`);
            return `${status} ${json.code}`;
        });
    });
    await report.step("restore: sells again, the books agree", async () => {
        await seen("an unpaid call", /^402$/, async () => (await street.unpaid("verify_basic")).status, 120_000);
        await sold(street);
        assert.match(await guest.must("assay db check"), /^0 violations/m);
    });
}

export async function upgrade(guest, street, report) {
    if (!report.wanted("upgrade:")) return;
    await report.step("upgrade: a later version beside calls", async () => {
        const said = await beside_calls(street, () => guest.must(`${k_apt} install ./assay_later.deb`, { timeout_s: 300 }));
        assert.match(await guest.must("dpkg-query -W -f '${Version}' assay"), /\+later$/);
        await sold(street);
        return said;
    });
    await report.step("upgrade: rolled back beside calls", async () => {
        const said = await beside_calls(street, () =>
            guest.must(`${k_apt} --allow-downgrades install ./assay_today.deb`, { timeout_s: 300 }));
        await sold(street);
        return said;
    });
}

export async function removal(guest, street, report) {
    if (!report.wanted("removal:")) return;
    const nothing_runs = async () => {
        await guest.must("nginx -t");
        const running = await guest.run("systemctl list-units --plain --no-legend --state=active 'assay*'; ls -l /proc/*/exe | grep -F /assay-");
        assert.doesNotMatch(running.text, /assay[-.]/m, last_lines(running.text));
        assert.equal((await guest.must("systemctl is-active nginx")).trim(), "active");
    };
    await report.step("removal: apt-get remove", async () => {
        await guest.must(`${k_apt} remove assay`, { timeout_s: 300 });
        await nothing_runs();
        await guest.must(`test -e ${k_database_folder}/assay.db -a -e /etc/assay/assay.toml`);
    });
    await report.step("removal: apt-get purge", async () => {
        await guest.must(`${k_apt} purge assay`, { timeout_s: 300 });
        await nothing_runs();
        await guest.must(`test ! -e ${k_database_folder} -a ! -e /etc/assay`);
    });
}
