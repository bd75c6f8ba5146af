// Each row of fault_rows.mjs: what it demands must be seen within a minute. Then it is mended, and
// the shop must be well again within another.
import { request } from "../e2e/lib/http.mjs";
import { k_restart, k_rows, sell } from "./fault_rows.mjs";
import { k_shop, last_lines } from "./guest.mjs";
import { seen } from "./report.mjs";

const k_patience_s = 60;
const k_kept = "/root/kept"; // the configuration, while a row has its way with it

export async function faults(guest, street, report) {
    const town = { guest, street };
    await guest.must("cp -a /etc/letsencrypt/live/shop.example /root/lasting");
    for (const row of k_rows)
        if (report.wanted(`fault: ${row.name}`))
            await report.step(`fault: ${row.name}`, () => try_out(row, town));
}

async function try_out(row, town) {
    const { guest } = town;
    await guest.must(`rm -rf ${k_kept}; cp -a /etc/assay ${k_kept}`);
    const since = await guest.now();
    let told = "";
    try {
        if (row.changes) guest.configure(row.changes);
        await does(row.breaks, town);
        await see(row, town, since);
    } catch ({ message }) {
        told = message;
    }
    await does(row.mends, town);
    await guest.must(`rm -rf /etc/assay; mv ${k_kept} /etc/assay`);
    if (!row.quiet && !row.itself_s) await guest.run(k_restart, { timeout_s: 200 });
    await well_again(town, (row.itself_s ?? k_patience_s) * 1_000).catch(async ({ message }) => {
        const units = await guest.run("systemctl list-units --all --plain --no-legend 'assay-*'");
        const state = units.text.replace(/\s+/g, " ");
        told += `${told && "; and "}not well again: ${message}; units: ${state}`;
    });
    if (told) throw new Error(told);
}

const does = (what, town) =>
    typeof what === "string" ? town.guest.run(what, { timeout_s: 200 }) : what?.(town);

// All that a row demands, in turn.
async function see(row, town, since) {
    const { guest, street } = town;
    if (row.check) await checked(guest, 2, row.check);
    if (row.note) await checked(guest, 0, [row.note]);
    if (row.journal) {
        const [unit, wish] = row.journal;
        await seen(`the journal of ${unit}`, wish, () => guest.journal(since, unit));
    }
    if (row.answer) await seen("the answer", row.answer[1], () => row.answer[0](town));
    if (row.alarm) await seen("/health", new RegExp(`\\b${row.alarm}\\b`), () => street.alarms());
    if (row.state)
        await seen("/health", row.state, async () => JSON.stringify(await guest.health()));
}

async function checked(guest, wanted, wishes) {
    const { code, text } = await guest.check();
    const missed = wishes.filter((wish) => !wish.test(text));
    if (missed.length > 0 || code !== wanted)
        throw new Error(`config check: exit ${code}, not ${missed.join()}: ${last_lines(text)}`);
}

// It sells, and there is no alarm.
async function well_again(town, patience_ms) {
    const ready = async () => (await request("GET", `${k_shop}/health/ready`)).status;
    await seen("/health/ready", /^200$/, ready, patience_ms);
    // First: what is said of the facilitator is what was heard of it at the last sale.
    await seen("a sale", /^20[02] /, () => sell("verify_basic")(town));
    const health = async () => {
        const { status, alarms, checks } = await town.guest.health();
        return `${status} ${alarms.map(({ code }) => code)} ${JSON.stringify(checks)}`;
    };
    await seen("/health", /^ok /, health, patience_ms);
}
