// The short form of `make crashes`: every step of a payment and a job is killed once on either side,
// and buyers shop while processes die at random.
import assert from "node:assert/strict";
import { steps_in_sources, steps_walked, walk_failpoints } from "../lib/failpoints.mjs";
import { walk_anchor } from "../lib/failpoints_anchor.mjs";
import { walk_v1 } from "../lib/failpoints_v1.mjs";
import { buy_among_kills } from "../lib/mixed.mjs";

export default function (test) {
    test("the walk knows every step of the sources", async () => {
        assert.deepEqual(steps_walked(), steps_in_sources());
    });

    // At the same time, because they wait for the leases of dead processes to end.
    test(
        "killed at every step, and at random: everybody is served once",
        async () => {
            const seed = Date.now() % 2 ** 32;
            const [walked, walked_v1, walked_anchor, mixed] = await Promise.all([
                walk_failpoints({ times: 1 }),
                walk_v1({ times: 1 }),
                walk_anchor({ times: 1 }),
                buy_among_kills({ purchases: 150, seed }).catch((error) => {
                    throw new Error(`SEED=${seed}: ${error.stack}`);
                }),
            ]);
            assert.ok(walked.complete > 30, JSON.stringify(walked));
            assert.ok(walked_v1 > 20, `${walked_v1} kills`);
            assert.ok(walked_anchor > 10, `${walked_anchor} kills`);
            assert.ok(mixed.kills > 5, JSON.stringify(mixed));
        },
        { timeout_ms: 900_000, takes_s: 85 },
    );
}
