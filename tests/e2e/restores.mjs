#!/usr/bin/env node
// TIMES (20) restores under load: a backup while buyers buy, more bought after it, the service
// stopped or killed, the copy put back, the worker killed while it reads the chain. Then each header
// is sent again. Exit 1 when one is bought twice, lost or paid back twice, or the books disagree.
import { restore_under_load } from "./lib/restores.mjs";

const times = Number(process.env.TIMES || 20);
const seed = Number(process.env.SEED || Date.now() % 2 ** 32);
const begin = Date.now();
const say = (text) => console.log(`${((Date.now() - begin) / 1000).toFixed(0)} s  ${text}`);

say(`${times} restores, SEED=${seed}`);
const { jobs, owed } = await restore_under_load({ times, seed, tell: say });
say(`${jobs} jobs, ${owed} payments that the copies lacked and are owed once`);
