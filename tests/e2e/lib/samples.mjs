// A request for each product, by its key. Every product of the manifest needs one: the demo and
// the tests buy them all.

// The parts are 1,250 + 1,410 + 1,395 = 4,055.
export const k_wrong_sum =
    "The three plants shipped 1,250, 1,410 and 1,395 units, a total of 4,155 units. " +
    "The meeting took place on Tuesday, 3 March 2026.";

// A PAYMENT-SIGNATURE that has to go to the slow pool, which answers 400 to it.
export const k_no_payment = "bm90IGpzb24=";

// Two agree, one copies, and one says another sum.
const k_bridge = [
    {
        title: "Harbour News",
        text:
            "The Miller Bridge in Kelso was closed on Monday after a barge struck its northern pier. " +
            "Nobody was hurt. Repairs of the bridge will cost 4.2 million dollars, the city said.",
    },
    "A barge struck the northern pier of the Miller Bridge in Kelso on Monday, and the bridge was " +
        "closed to all traffic. Engineers inspect the pier until Friday.",
    {
        title: "Kelso Courier",
        text:
            "Repairs of the Miller Bridge in Kelso will cost 6.8 million dollars, the council said on " +
            "Wednesday. Ferries carry commuters until the bridge opens again.",
    },
];

// The first source has another cost; it is not said whose bridge it is.
export const k_sourced = {
    payload:
        "Repairs of the Miller Bridge in Kelso will cost 4.6 million dollars [1]. " +
        "The bridge was closed on Monday after a barge struck its northern pier [1]. " +
        "Ferries carry commuters until the bridge opens again [2]. It belongs to the county.",
    sources: [k_bridge[0], k_bridge[2]],
};

// Two days of hours; what the river shows the harbour shows three hours later.
function two_tides() {
    const level = (hour) => Math.round(100 * (Math.sin(hour / 2) + Math.sin((hour * hour) / 7))) / 100;
    const hours = Array.from({ length: 48 }, (_, i) => i);
    const t = hours.map((hour) => new Date(Date.UTC(2026, 2, 1, hour)).toISOString());
    return {
        river: { unit: "m", t, v: hours.map(level) },
        tide: { unit: "m", t, v: hours.map((hour) => level(hour - 3)) },
    };
}

export const samples = {
    verify_basic: { payload: k_wrong_sum },
    verify_standard: { payload: k_wrong_sum },
    verify_deep: { payload: k_wrong_sum },
    // The row more that a test build of the product table has.
    verify_basic_twin: { payload: k_wrong_sum },
    synthesis: { query: "What happened to the bridge?", sources: k_bridge },
    brief: { query: "What happened to the bridge?", sources: k_bridge },
    correlation: {
        query: "Does the harbour's level follow the river's?",
        streams: two_tides(),
        timeframe: { step: "PT1H" },
    },
    forensics_run: {},
    forensics_custom: { targets: ["1.1.1.1"] },
};

export function sample(key) {
    if (!(key in samples)) throw new Error(`tests/e2e/lib/samples.mjs has no request for ${key}`);
    return samples[key];
}

// The same as rail v1 takes it: one route for a family, whose selector names the product.
export function v1_sample(key) {
    if (["synthesis", "correlation", "brief"].includes(key)) return { type: key, ...sample(key) };
    const [family, ...variant] = key.split("_");
    const selector = { verify: "tier" }[family];
    return { ...(selector && { [selector]: variant.join("-") }), ...sample(key) };
}
