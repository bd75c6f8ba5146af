// Rounds of measurements, and what is said of them.

export function median(numbers) {
    const sorted = [...numbers].sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

// Of what `load` found in each round: the medians, and the values of every round in `all`.
export function summary(all) {
    const of = (key) => median(all.map((each) => each[key]));
    const wrong = all.reduce((sum, each) => sum + each.wrong, 0);
    const rates = all.map((each) => each.rate);
    const spread = (Math.max(...rates) - Math.min(...rates)) / of("rate");
    return { rate: of("rate"), p50: of("p50"), p99: of("p99"), cpu_us: of("cpu_us"), all, spread, wrong };
}

// The median of the rounds' own ratios: both sides of one had the same minute of the machine.
export function paired_ratio(ours, peer, key = "rate") {
    return median(ours.all.map((each, round) => each[key] / peer.all[round][key]));
}
