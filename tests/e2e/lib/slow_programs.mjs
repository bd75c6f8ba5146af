// A copy of the built programs whose jobs take longer.
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "./paths.mjs";

let copies = 0;

// The directory, gone when this process ends. Copies, not links, and as deep below the repository as
// what `make` builds: a program finds its neighbours, and nginx's files, by where it lies itself.
export function slow_programs(programs, seconds) {
    const directory = `${scratch}-slow-${process.pid}-${++copies}`;
    mkdirSync(directory, { recursive: true });
    process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
    for (const name of readdirSync(programs).filter((each) => /^assay(-\w+)?$/.test(each)))
        copyFileSync(join(programs, name), join(directory, name));
    const child = join(directory, "assay-run");
    renameSync(child, join(directory, "assay-run.true"));
    const script = `#!/bin/sh\nsleep ${seconds}\nexec "$0.true" "$@"\n`;
    writeFileSync(child, script, { mode: 0o755 });
    return directory;
}
