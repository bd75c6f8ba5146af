// Documents that any Debian has, drawn by a seed. Each file's place in the draw is a hash of seed and
// path: a package more or less moves no other file.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const k_folders = ["/usr/share/doc", "/usr/share/man"];
const k_wanted = 300;
const k_most_bytes = 100_000;

const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

function files_below(folder) {
    let entries = [];
    try {
        entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    } catch (error) {
        if (error.code !== "ENOENT") throw error;
    }
    return entries.filter((each) => each.isFile())
        .map((each) => `${each.parentPath ?? each.path}/${each.name}`);
}

// Undefined where the file holds no text, or a longer one.
function text_of(path) {
    if (statSync(path).size > k_most_bytes) return undefined;
    try {
        const bytes = path.endsWith(".gz")
            ? gunzipSync(readFileSync(path), { maxOutputLength: k_most_bytes }) : readFileSync(path);
        const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        return text.trim() === "" || text.includes("\0") ? undefined : text;
    } catch {
        return undefined; // not UTF-8, not gzip, or too long
    }
}

// The same text is drawn once, under the name that comes first.
export function machine_documents(seed) {
    const drawn = k_folders.flatMap(files_below)
        .map((place) => ({ place, rank: digest(`${seed} ${place}`) }))
        .sort((a, b) => (a.rank < b.rank ? -1 : 1));
    const out = [];
    const seen = new Set();
    for (const { place } of drawn) {
        if (out.length === k_wanted) break;
        const text = text_of(place);
        if (text === undefined || seen.has(digest(text))) continue;
        seen.add(digest(text));
        out.push({ place, text });
    }
    return out.sort((a, b) => (a.place < b.place ? -1 : 1));
}
