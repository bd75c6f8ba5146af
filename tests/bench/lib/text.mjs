// Plain English with the numbers, dates and sums that critics read, the same on every run.

const k_plants = ["Aveiro", "Brno", "Cork", "Dresden", "Espoo", "Fano", "Gent"];
const k_days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
const k_months = ["January", "March", "May", "July", "October"];

// At least `bytes` bytes, cut at the end of a sentence; ASCII.
export function report_of(bytes) {
    let seed = 1;
    const below = (limit) => {
        seed = (seed * 48271) % 2147483647;
        return seed % limit;
    };
    const number = (value) => value.toLocaleString("en-US");
    let text = "";
    while (text.length < bytes) {
        const [a, b, c] = [1, 2, 3].map(() => 100 + below(9000));
        const plant = k_plants[below(k_plants.length)];
        const wrong = below(20) === 0 ? 100 : 0;
        const share = 5 + below(60);
        const year = 1990 + below(35);
        text +=
            `The ${plant} plant shipped ${number(a)}, ${number(b)} and ${number(c)} units, ` +
            `a total of ${number(a + b + c + wrong)} units. ` +
            `The board met on ${k_days[below(5)]}, ${1 + below(28)} ${k_months[below(5)]} ${year}, ` +
            `and heard that demand had risen by ${share}% since the previous year. ` +
            `Of ${number(a * 10)} orders, ${number(a)} came from abroad, which is ten percent. ` +
            "Managers expect little change, although several suppliers have asked for longer terms. " +
            `Costs went from $${number(b)} to $${number(b * 2)}, so they doubled.` +
            (below(4) === 0 ? "\n\n" : " ");
    }
    return text.trimEnd();
}
