#!/usr/bin/env node
// node chain.mjs: a local chain and a facilitator in the foreground, to try the service by hand.
// Prints their addresses as two lines of TOML for a configuration; ends on SIGINT or SIGTERM.
import { start_chain } from "./lib/chain.mjs";
import { start_facilitator } from "./lib/facilitator.mjs";

const chain = await start_chain();
const facilitator = await start_facilitator({ chain });
console.log(`rpc_urls = ["${chain.url}"]   # [payment]`);
console.log(`urls = ["${facilitator.url}"]   # [facilitator]`);
for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, async () => {
        await facilitator.stop();
        await chain.stop();
    });
}
