// Reads the dated texts below a folder: pages of releases and speeches (.txt, with links.txt beside them) and
// dispatches of Reuters-21578 (.json). Each is {title, url, published, text, collection}; the folder that
// stands first in its path is its collection. A text without a title or a date is left out.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const k_most_bytes = 20_000;
export const k_months = "January February March April May June July August September October November December"
    .split(" ");

const day = (year, month, date) =>
    `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
const decoded = (text) => text.replace(/&lt;/gu, "<").replace(/&gt;/gu, ">").replace(/&amp;/gu, "&");

// The first date of `text`, as YYYY-MM-DD.
function date_in(text) {
    const found = new RegExp(`(${k_months.join("|")}) +(\\d{1,2}), *(\\d{4})`, "u").exec(text);
    return found ? day(found[3], k_months.indexOf(found[1]) + 1, found[2]) : undefined;
}

const date_of_path = (path) => /(?:^|\/)(\d{4})_?(\d\d)_?(\d\d)_/u.exec(path)?.slice(1).join("-");
const is_prose = (line) => line.length >= 90 && !/^\S+$/u.test(line) &&
    (line.match(/\p{Ll}/gu) ?? []).length > line.length / 2;
const k_end = /^(?:#[# ]*|Share|Tagged with:|(?:Latest|Recent|Related) (?:News|Posts)|https?:\/\/\S+)$/iu;
const k_furniture = /^(?:skip to|pardon our|press release)/iu;

// A page's lines break at its links too: one that goes on is joined.
function joined(lines) {
    const out = [];
    for (const line of lines) {
        const last = out.at(-1);
        const goes_on = last !== undefined && (/^[\p{Ll},;.)’]/u.test(line) ||
            (last.length > 40 && /[\p{Ll},]$/u.test(last) && !/^(?:\p{Lu}{2}|\P{L})/u.test(line)));
        if (goes_on) out[out.length - 1] += (/^[,;.)’]/u.test(line) ? "" : " ") + line;
        else out.push(line);
    }
    return out;
}

// A page as text: title, furniture with the date, prose, furniture.
function read_page(path, bytes, addresses) {
    const utf8 = new TextDecoder("utf-8").decode(bytes);
    const text = utf8.includes("\ufffd") ? new TextDecoder("windows-1252").decode(bytes) : utf8;
    const lines = text.split("\n").map((line) => line.replace(/\s+/gu, " ").trim())
        .filter((line) => line !== "");
    const first = lines.find((line) => !k_furniture.test(line)) ?? "";
    const release = lines.find((line) => /^for immediate release: /iu.test(line));
    const title = (date_in(first) && release ? release.replace(/^[^:]*: /u, "") : first)
        .replace(/ (?:[|•]|- (?=[^-]*(?:Attorney|NewsCenter))).*$/u, "");
    const start = lines.findIndex((line) => line !== first && is_prose(line));
    if (start < 0 || title.length < 15 || date_in(title)) return [];
    const length = lines.slice(start).findIndex((line) => k_end.test(line));
    const end = length < 0 ? lines.length : start + length;
    const published = date_of_path(path) ?? date_in(lines.slice(0, start).join("\n")) ??
        lines.slice(end).map((line) => /^(\d{4}-\d\d-\d\d) \d\d:/u.exec(line)?.[1]).find(Boolean);
    const name = path.split("/").at(-1).replace(/\.txt$/u, "");
    const body = joined(lines.slice(start, end)).join("\n").replace(/^\P{L}*[–-] */u, "");
    return published ? [{ title, url: addresses.get(name), published, text: body }] : [];
}

// A file of dispatches of Reuters-21578, as json-reuters-21578 has them.
function read_dispatches(bytes) {
    return JSON.parse(bytes.toString("utf8")).flatMap(({ attrs, title, date, body }) => {
        const found = /(\d{1,2})-([A-Z]{3})-(\d{4})/u.exec(date ?? "");
        if (!found || !title || !body) return [];
        const month = k_months.findIndex((each) => each.slice(0, 3).toUpperCase() === found[2]) + 1;
        const text = decoded(body).replace(/\s*Reuter\s*\p{Cc}*\s*$/iu, "").split(/\n {2,}/u)
            .map((each) => each.replace(/\s+/gu, " ").trim()).join("\n");
        return [{ title: decoded(title).replace(/\s+/gu, " "), published: day(found[3], month, found[1]),
            url: `https://archive.ics.uci.edu/dataset/137/reuters-21578#${attrs.newid}`, text }];
    });
}

// The first 20,000 bytes, up to a line's end.
function cut(text) {
    if (Buffer.byteLength(text) <= k_most_bytes) return text;
    const part = Buffer.from(text).subarray(0, k_most_bytes).toString("utf8");
    return part.slice(0, Math.max(part.lastIndexOf("\n"), part.lastIndexOf(". ") + 1)).trimEnd();
}

export function read_all(folder) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile()).map((each) => join(each.parentPath ?? each.path, each.name)).sort();
    const addresses = new Map(files.filter((path) => path.endsWith("/links.txt"))
        .flatMap((path) => readFileSync(path, "utf8").split("\n"))
        .filter((url) => URL.canParse(url))
        .map((url) => [new URL(url).pathname.split("/").filter(Boolean).join("_").slice(0, 120), url]));
    return files.flatMap((path) => {
        const collection = relative(folder, path).split("/")[0];
        const found = path.endsWith(".json") ? read_dispatches(readFileSync(path))
            : path.endsWith(".txt") && !path.endsWith("/links.txt")
                ? read_page(path, readFileSync(path), addresses) : [];
        return found.filter(({ text }) => text.length >= 300)
            .map((each) => ({ ...each, text: cut(each.text), collection }));
    });
}
