#!/usr/bin/env node
// Kills the service TIMES times (5) before and after each step of its payments and jobs, then at
// random during PURCHASES (2000) with SEED. Before that BESIDE (300) purchases on both rails beside
// a stranger who copies every authorization, and ATTACKED (200) among kills beside one who floods,
// too, until LATE (6) more, who sign for their transfer 330 s after its block, have their jobs.
// Exit 1 when a buyer was not served once or the books do not agree. As root, the flood's pages
// are real and silent; else they are names that do not exist.
import { buy_among_attacks } from "./lib/attacks.mjs";
import { walk_failpoints } from "./lib/failpoints.mjs";
import { walk_anchor } from "./lib/failpoints_anchor.mjs";
import { walk_v1 } from "./lib/failpoints_v1.mjs";
import { buy_among_kills } from "./lib/mixed.mjs";
import { own_internet, silent_page } from "./lib/own_internet.mjs";
import { buy_beside_a_stranger } from "./lib/stranger.mjs";

const internet = await own_internet();
const setting = (name, fallback) => Number(process.env[name] || fallback);
const times = setting("TIMES", 5);
const purchases = setting("PURCHASES", 2_000);
const seed = setting("SEED", Date.now() % 2 ** 32);
const begin = Date.now();
const say = (text) => console.log(`${((Date.now() - begin) / 1000).toFixed(0)} s  ${text}`);

const beside = setting("BESIDE", 300);
say(`${beside} purchases on both rails beside a stranger`);
const seen = (told) => say(`${told.bought} bought, ${told.copies} copies, ${told.claims} claims`);
seen(await buy_beside_a_stranger({ purchases: beside, tell: seen }));

const attacked = setting("ATTACKED", 200);
say(`${attacked} purchases among kills, SEED=${seed}, beside a stranger who copies and floods`);
const late = setting("LATE", 6);
const tell_attacked = (told) =>
    say(
        `${told.sales} sold, ${told.kills} kills, ${told.faults} faults of the facilitator, ` +
            `${told.failed} failed with their credit; the stranger made ${told.copies} copies, ` +
            `${told.silent} silent syntheses, ${told.garbage} garbage signatures, ` +
            `${told.unpaid} unpaid orders`,
    );
const page = internet ? silent_page : (n) => `http://nowhere${n}.netlab/`;
tell_attacked(
    await buy_among_attacks({
        purchases: attacked, late, seed, page, pause_ms: 400, tell: tell_attacked,
    }),
);

say(`each failpoint ${times} times`);
const { kills, complete, failed } = await walk_failpoints({ times, tell: say });
say(`${kills} kills, ${complete} jobs complete, ${failed} failed with their credit`);

say(`rail v1, each failpoint ${times} times`);
say(`${await walk_v1({ times, tell: say })} kills`);

say(`the anchorer, each failpoint ${times} times`);
say(`${await walk_anchor({ times, tell: say })} kills`);

say(`${purchases} purchases among kills at random, SEED=${seed}`);
const tell = (told) =>
    say(
        `${told.sales} sold, ${told.kills} kills, ${told.faults} faults of the facilitator, ` +
            `${told.failed} failed with their credit`,
    );
tell(await buy_among_kills({ purchases, seed, tell }));
await internet?.stop();
