// The built programs with another assay-run and assay-scan, or others: a shell script around the true one.
import { linkSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "./paths.mjs";

// While the file `offline` stands in the stack's run directory: a network namespace without a network;
// who is not root needs one of users for it.
export const k_cut_off = `if [ -e "$ASSAY_RUN_DIR/offline" ]; then
    exec unshare $([ "$(id -u)" = 0 ] || echo -r) -n "$0.true" "$@"
fi`;

// A script whose `judge` sees what the job is, as $request.
export const judging = (judge) => `request=$(cat)
${judge}
exec "$0.true" "$@" <<END
$request
END`;

// A pattern of sh: the worker's own text, by which it sees whether the engine is fit.
export const k_own_text = `*'"2 + 2 = 4."'*`;

let copies = 0;

// A directory for `program_dir` of a stack, gone when this process ends. `script` runs before each
// job, or before each of `names`. No symbolic links, and as deep below the repository as what `make`
// builds: a program finds its neighbours, and nginx's files, by where it lies itself.
export function wrapped_programs(programs, script, names = ["assay-run", "assay-scan"]) {
    const directory = `${scratch}-wrapped-${process.pid}-${++copies}`;
    mkdirSync(directory, { recursive: true });
    process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
    for (const name of readdirSync(programs).filter((each) => /^assay(-\w+)?$/.test(each)))
        linkSync(join(programs, name), join(directory, name));
    for (const name of names) {
        const program = join(directory, name);
        renameSync(program, `${program}.true`);
        writeFileSync(program, `#!/bin/sh\n${script}\nexec "$0.true" "$@"\n`, { mode: 0o755 });
    }
    return directory;
}
