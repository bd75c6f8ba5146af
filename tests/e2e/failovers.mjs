#!/usr/bin/env node
// TIMES (30) failovers of the store: its primary is killed while a process waits at a step of a
// payment or a job, and the standby takes over; then it is frozen, and cut off from its standby. Exit
// 1 when a buyer was not served once, or the books do not agree.
import { fail_over_at, fall_silent } from "./lib/failovers.mjs";
import { is_installed } from "./lib/postgres.mjs";

const begin = Date.now();
const say = (text) => console.log(`${((Date.now() - begin) / 1000).toFixed(0)} s  ${text}`);
if (!is_installed()) {
    console.log("skipped: PostgreSQL is not installed");
} else {
    const times = Number(process.env.TIMES || 30);
    const { failovers, sales } = await fail_over_at({ times, tell: say });
    say(`${failovers} failovers, ${sales} sold, each once`);
    say(`frozen and cut off: ${await fall_silent()} sold, each once`);
}
