// The short form of `make failovers`: the store is a PostgreSQL server that is lost.
import assert from "node:assert/strict";
import { fail_over_at, fall_silent } from "../lib/failovers.mjs";
import { is_installed } from "../lib/postgres.mjs";

// A reservation that a dead primary took along is given up after its lease of a minute.
export default function (test) {
    if (!is_installed()) return console.log("skipped: failovers, PostgreSQL is not installed");

    test("a primary that dies at any step of a sale: everybody is served once", async () => {
        const { failovers, sales } = await fail_over_at({ times: 2, first: Date.now() % 16 });
        assert.equal(sales, 3 * failovers);
    }, { timeout_ms: 400_000, takes_s: 120 });

    test("a primary that is frozen, or cut off, acknowledges nothing", async () => {
        assert.equal(await fall_silent(), 3);
    }, { timeout_ms: 240_000, takes_s: 40 });
}
