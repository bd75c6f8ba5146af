// Jobs that go on when a test says so: a build of the programs whose assay-run can be held.
import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { programs } from "./paths.mjs";
import { eventually } from "./process.mjs";

// Beside the programs, because a stack looks for nginx's files from there.
const k_folder = `${programs}-held`;

// Whoever finds the token takes it, and goes on when it is gone.
const k_run = `#!/bin/sh
held=$ASSAY_RUN_DIR/held
if mv "$ASSAY_RUN_DIR/hold" "$held" 2>/dev/null; then
    while [ -e "$held" ]; do sleep 0.02; done
fi
exec "${join(programs, "assay-run")}" "$@"
`;

// For `program_dir` of a stack. The programs are linked by name: they find each other by where they
// are, and a symbolic link would lead them home.
export function held_programs() {
    rmSync(k_folder, { recursive: true, force: true });
    mkdirSync(k_folder);
    for (const name of ["assay", "assay-api", "assay-worker"]) {
        linkSync(join(programs, name), join(k_folder, name));
    }
    writeFileSync(join(k_folder, "assay-run"), k_run, { mode: 0o755 });
    return k_folder;
}

// The next job that begins in `stack` is held. Returns {is_held(), release()}: the former resolves
// when the job has begun.
export function hold_next_job(stack) {
    const token = join(stack.run_dir, "run/hold");
    const held = join(stack.run_dir, "run/held");
    writeFileSync(token, "");
    return {
        is_held: () => eventually("a job is held", () => existsSync(held), { interval_ms: 10 }),
        release: () => rmSync(held),
    };
}
