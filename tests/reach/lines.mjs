// Which lines of src the runs of a program reached, by clang's counters.
import { execFileSync } from "node:child_process";

const k_most_bytes = 1 << 30;
const k_with_sub_rooms = new Set(["verify", "synthesize", "reading"]);

// Of each file of src that the program holds: how often each line was run, by its number.
export function counts_of(program, profiles, merged) {
    execFileSync("llvm-profdata-14", ["merge", "-sparse", "-o", merged, ...profiles]);
    const text = execFileSync("llvm-cov-14",
        ["export", "-format=lcov", "-instr-profile", merged, program],
        { encoding: "utf8", maxBuffer: k_most_bytes });
    const out = new Map();
    let lines;
    for (const line of text.split("\n")) {
        if (line.startsWith("SF:")) {
            const name = /(?:^|\/)(src\/.*)$/u.exec(line.slice(3))?.[1];
            lines = name === undefined ? undefined : new Map();
            if (lines !== undefined) out.set(name, lines);
        } else if (lines !== undefined && line.startsWith("DA:")) {
            const [number, count] = line.slice(3).split(",").map(Number);
            lines.set(number, count);
        }
    }
    return out;
}

// A folder of src, or one of those that have rooms of their own within.
function room_of(name) {
    const [, room, sub, ...rest] = name.split("/");
    return k_with_sub_rooms.has(room) && rest.length > 0 ? `${room}/${sub}` : room;
}

// Of each file: {name, room, lines, never, only_own}. `never`: by no untuned text; `only_own`: those of
// them that our own cases reach.
export function compare(untuned, own) {
    return [...untuned].map(([name, counts]) => {
        const never = [...counts].filter(([, count]) => count === 0).map(([number]) => number);
        const only_own = never.filter((number) => (own.get(name)?.get(number) ?? 0) > 0).length;
        return { name, room: room_of(name), lines: counts.size, never: never.length, only_own };
    });
}

export function by_room(files) {
    const out = new Map();
    for (const { room, lines, never, only_own } of files) {
        const sum = out.get(room) ?? { name: room, lines: 0, never: 0, only_own: 0 };
        sum.lines += lines;
        sum.never += never;
        sum.only_own += only_own;
        out.set(room, sum);
    }
    return [...out.values()].sort((a, b) => b.lines - a.lines);
}

const percent = (part, whole) => `${part} (${Math.round(100 * part / Math.max(whole, 1))} %)`;

export function table(title, rows) {
    const cells = [[title, "lines", "never by untuned", "only by own cases"], ...rows.map((row) =>
        [row.name, `${row.lines}`, percent(row.never, row.lines), percent(row.only_own, row.lines)])];
    const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
    return cells.map((row) => row.map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])).join("  ")).join("\n");
}
