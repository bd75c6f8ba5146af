// No inotify instance is left for the service: it says so and reads again and again instead.
import assert from "node:assert/strict";
import { request } from "../lib/http.mjs";
import { without_inotify } from "../lib/no_inotify.mjs";
import { await_job, payer } from "../lib/purchase.mjs";

export default function (test) {
    test("without an inotify instance: a sale, a long poll and its result", async (world) => {
        const wrapper = without_inotify();
        if (!wrapper) return;
        const stack = await world.open_stack({ wrapper });
        for (let i = 0; i < 3; ++i) {
            const sold = await (await payer(world, stack)).send();
            assert.equal(sold.status, 202, sold.text);
            const job = new URL(`/v1/job/${sold.json.job_id}`, stack.base_url);
            // A poll may also end because the job has begun.
            let polled;
            do {
                const begin = Date.now();
                polled = await request("GET", job, { headers: { prefer: "wait=25" } });
                assert.ok(Date.now() - begin < 25_000, "the poll was held to its end");
            } while (polled.status === 202);
            assert.equal(polled.status, 200, polled.text);
            assert.equal((await await_job(stack.base_url, sold.json.job_id)).json.status, "complete");
        }
        const processes = stack.children("assay-api").length + stack.children("assay-worker").length;
        const said = stack.log().match(/event=no_inotify_instance_left/g) ?? [];
        assert.equal(said.length, processes, "each process says so once");
        await stack.stop();
    });
}
