// Jobs that go on when a test says so.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { programs } from "./paths.mjs";
import { eventually } from "./process.mjs";
import { judging, k_own_text, wrapped_programs } from "./wrapped_programs.mjs";

// The process that finds the token takes it, and goes on when it is gone. A buyer's job is held, and
// not the worker's own, which may come first.
const k_hold = judging(`held=$ASSAY_RUN_DIR/held
case $request in
${k_own_text}) ;;
*)
    if mv "$ASSAY_RUN_DIR/hold" "$held" 2>/dev/null; then
        while [ -e "$held" ]; do sleep 0.02; done
    fi ;;
esac`);

let made;

// For `program_dir` of a stack whose jobs can be held.
export function held_programs() {
    made ??= wrapped_programs(programs, k_hold);
    return made;
}

// The next job of a buyer that begins in `stack` is held. Returns {is_held(), release()}: the former resolves
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
