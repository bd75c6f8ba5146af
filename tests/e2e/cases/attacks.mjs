// The short form of what `make crashes` does beside a stranger.
import assert from "node:assert/strict";
import { buy_among_attacks } from "../lib/attacks.mjs";

export default function (test) {
    test(
        "beside a stranger who copies, floods and pays for nothing: everybody is served once",
        async () => {
            const page = (n) => `http://nowhere${n}.netlab/`;
            const told = await buy_among_attacks({ purchases: 24, seed: 1, page });
            const { copies, silent, garbage, unpaid } = told;
            const is_all = copies === 12 && silent > 0 && garbage > 0 && unpaid > 0;
            assert.ok(is_all, JSON.stringify(told));
        },
        { timeout_ms: 300_000 },
    );
}
