// The scanner's reference data as `make install` lays it out: the shipped basket, and Debian's own
// selection of public roots.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { repository } from "./paths.mjs";

const k_reference = join(repository, "src/forensics/reference");
const k_mozilla = "/usr/share/ca-certificates/mozilla";

// Returns the path of the basket, below `directory`. The list of CT logs, which is not shipped, is
// fetched by `fetch_log_list(path)`; where that returns false the basket names none, since no scan is
// sold while a list that is named is missing.
export function shipped_basket(directory, fetch_log_list) {
    mkdirSync(directory, { recursive: true });
    for (const name of readdirSync(k_reference).filter((each) => each.endsWith(".json")))
        copyFileSync(join(k_reference, name), join(directory, name));
    const roots = existsSync(k_mozilla) ? readdirSync(k_mozilla) : [];
    const texts = roots.map((name) => readFileSync(join(k_mozilla, name), "utf8"));
    writeFileSync(join(directory, "public_roots.pem"), texts.join(""));
    const path = join(directory, "basket.json");
    const { ct_log_list_json, ...basket } = JSON.parse(readFileSync(path, "utf8"));
    const list = join(directory, basename(ct_log_list_json));
    if (fetch_log_list(list)) basket.ct_log_list_json = list;
    writeFileSync(path, JSON.stringify(basket));
    return path;
}
