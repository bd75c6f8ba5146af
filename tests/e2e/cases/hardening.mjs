// What an intruder under the services' own user finds: memory that is not theirs to read.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { repository } from "../lib/paths.mjs";
import { eventually } from "../lib/process.mjs";

const k_nobody = 65534;

// Whether the user nobody may.
const may_enter = (folder) =>
    spawnSync("setpriv", [`--reuid=${k_nobody}`, `--regid=${k_nobody}`, "--clear-groups", "ls", folder])
        .status === 0;

export default function (test) {
    test("nobody but root may look into a process that holds credentials", async (world) => {
        // Root's own processes show no difference.
        const is_root = process.getuid() === 0;
        if (is_root && !may_enter(repository)) {
            console.log(`skipped: only root may enter ${repository}`);
            return;
        }
        const stack = await world.open_stack(is_root ? { user: k_nobody } : {});
        const uid = is_root ? k_nobody : process.getuid();
        // The kernel gives what tells of a process to root when it is no business of its user's.
        const owner = (pid) => statSync(`/proc/${pid}/environ`).uid;
        const user = (pid) => Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/Uid:\t(\d+)/)[1]);
        assert.equal(owner(stack.pid), uid, "the stack's own process is as others");
        for (const [program, count] of Object.entries({ "assay-api": 2, "assay-worker": 1 })) {
            const found = await eventually(program, () => {
                const all = stack.children(program);
                return all.length >= count && all;
            });
            for (const { pid } of found) {
                assert.equal(user(pid), uid, program);
                assert.equal(owner(pid), 0, `${program} may be looked into`);
            }
        }
        await stack.stop();
    });
}
