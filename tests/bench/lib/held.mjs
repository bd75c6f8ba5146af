// The programs with an analysis that can be held back.
import { linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { programs, repository } from "../../e2e/lib/paths.mjs";

const k_ours = { programs, nginx_files: join(repository, "nginx") };

// Returns {program_dir, hold(), release()}, for start_stack: no analysis does anything between
// hold() and release(). Links, since a program looks for the others beside its own file, and for
// nginx's files two folders up.
export function held_programs(directory, { programs, nginx_files } = k_ours) {
    const program_dir = join(directory, "held/programs");
    mkdirSync(program_dir, { recursive: true });
    symlinkSync(nginx_files, join(directory, "nginx"));
    for (const name of readdirSync(programs)) {
        if (!/^assay(-(api|worker|scan))?$/.test(name)) continue;
        linkSync(join(programs, name), join(program_dir, name));
    }
    const held = join(directory, "held/now");
    const run = `while [ -e '${held}' ]; do sleep 0.1; done\nexec '${join(programs, "assay-run")}' "$@"\n`;
    writeFileSync(join(program_dir, "assay-run"), `#!/bin/sh\n${run}`, { mode: 0o755 });
    return {
        program_dir,
        hold: () => writeFileSync(held, ""),
        release: () => rmSync(held),
    };
}
