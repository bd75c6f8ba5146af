// What the run prints: notes, one table of measurements, one table of gates.

const k_relations = {
    ">=": (measured, limit) => measured >= limit,
    "<=": (measured, limit) => measured <= limit,
    "<": (measured, limit) => measured < limit,
};

export class Report {
    #gates = [];

    note(text) {
        console.log(text);
    }

    // {name: {rate, p50, p99, cpu_us, spread, wrong}}
    rows(all) {
        console.log(line(["", "req/s", "p50 ms", "p99 ms", "cpu us", "spread"]));
        for (const [name, row] of Object.entries(all)) {
            const cells = [
                row.rate.toFixed(0),
                row.p50.toFixed(2),
                row.p99.toFixed(2),
                row.cpu_us.toFixed(1),
                `${(row.spread * 100).toFixed(0)} %`,
            ];
            console.log(line([name, ...cells]) + lost(row));
        }
    }

    // `relation` is one of k_relations.
    gate(name, measured, relation, limit, unit) {
        const holds = k_relations[relation](measured, limit);
        this.#gates.push({ name, measured, relation, limit, unit, holds });
    }

    // Prints the gates; true when all hold.
    finish() {
        console.log("");
        for (const { name, measured, relation, limit, unit, holds } of this.#gates) {
            const gate = `${relation} ${limit} ${unit}`;
            const found = `${measured.toFixed(2)} ${unit}`;
            console.log(
                `${name.padEnd(46)} ${gate.padEnd(10)} ${found.padStart(10)}  ${holds ? "ok" : "MISSED"}`,
            );
        }
        const missed = this.#gates.filter((each) => !each.holds).length;
        console.log(`${this.#gates.length - missed} gates held, ${missed} missed`);
        return missed === 0;
    }
}

// For the end of a line about `wrong` of summary().
export function lost({ wrong }) {
    return wrong ? `  ${wrong} lost` : "";
}

function line([name, ...cells]) {
    return name.padEnd(28) + cells.map((cell) => cell.padStart(9)).join("");
}
