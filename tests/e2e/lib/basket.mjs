// The scanner's reference data as `make install` lays it out: the shipped basket, and Debian's own
// selection of public roots.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./paths.mjs";

const k_reference = join(repository, "src/analysis/forensics/reference");
const k_mozilla = "/usr/share/ca-certificates/mozilla";

// Returns the path of the basket, below `directory`.
export function shipped_basket(directory) {
    mkdirSync(directory, { recursive: true });
    for (const name of readdirSync(k_reference).filter((each) => each.endsWith(".json")))
        copyFileSync(join(k_reference, name), join(directory, name));
    const roots = existsSync(k_mozilla) ? readdirSync(k_mozilla) : [];
    const texts = roots.map((name) => readFileSync(join(k_mozilla, name), "utf8"));
    writeFileSync(join(directory, "public_roots.pem"), texts.join(""));
    return join(directory, "basket.json");
}
