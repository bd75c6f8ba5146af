// nginx as behind a proxy that names its clients in X-Forwarded-For: the only way here to be an address
// of the internet.
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository, scratch } from "./paths.mjs";

// A directory for the option nginx_files of a stack. `changed` is applied to fastcgi.conf.
export function behind_a_proxy(changed = (text) => text) {
    const folder = mkdtempSync(join(scratch, "nginx-"));
    cpSync(join(repository, "nginx"), folder, { recursive: true });
    rewrite(join(folder, "assay.conf"), (text) =>
        text.replace(
            /^    include     @SITE@\/server.*$/m,
            "$&\n    set_real_ip_from 127.0.0.0/8;\n    real_ip_header X-Forwarded-For;",
        ),
    );
    rewrite(join(folder, "fastcgi.conf"), changed);
    return folder;
}

function rewrite(file, change) {
    writeFileSync(file, change(readFileSync(file, "utf8")));
}
