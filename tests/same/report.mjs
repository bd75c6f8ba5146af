// Two programs' reviews of the same texts as lines and counts.
import { changes, is_same } from "./difference.mjs";

const k_whats = ["gained", "lost", "moved"];

// {lines, counts, failed, unread, otherwise}: the sorted lines of CHANGE.txt; [kind and check, {gained,
// lost, moved}]; how many texts one program alone reads, or neither; the places where findings, claims
// and verdict are the same and another part of the artifact isn't.
export function report_of(inputs, reviews) {
    const out = { lines: [], failed: 0, unread: 0, otherwise: [] };
    const counts = new Map();
    inputs.forEach(({ place }, index) => {
        const { before, now } = reviews[index];
        if (before.fault && now.fault) return void ++out.unread;
        if (before.fault || now.fault) {
            const who = now.fault ? "now" : "before";
            out.lines.push(["failed", who, place, "-", now.fault ?? before.fault].join("  "));
            return void ++out.failed;
        }
        const found = changes(before.artifact, now.artifact);
        for (const { what, kind, check, at, state } of found) {
            out.lines.push([what, check, place, at, `${kind} ${state}`].join("  "));
            const name = `${kind.padEnd(8)} ${check}`;
            if (!counts.has(name)) counts.set(name, { gained: 0, lost: 0, moved: 0 });
            ++counts.get(name)[what];
        }
        if (found.length === 0 && !is_same(before.artifact, now.artifact)) out.otherwise.push(place);
    });
    out.lines.sort();
    return { ...out, counts: [...counts].sort() };
}

// For people.
export function told({ counts, failed, unread, otherwise }) {
    const width = Math.max(0, ...counts.map(([name]) => name.length));
    const rows = counts.map(([name, count]) =>
        [name.padEnd(width), ...k_whats.map((what) => `${what} ${String(count[what]).padStart(4)}`)].join("  "));
    if (counts.length === 0) rows.push("no finding, claim or verdict differs");
    if (otherwise.length > 0)
        rows.push(`${otherwise.length} artifacts differ in another part, ${otherwise[0]} first`);
    if (unread > 0) rows.push(`${unread} texts are read by neither program`);
    if (failed > 0) rows.push(`${failed} texts are read by one program alone`);
    return rows.join("\n");
}
