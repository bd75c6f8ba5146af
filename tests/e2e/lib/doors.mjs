// By which door the cases buy: at the routes of rail v2, by tools at /mcp, or by either at random.

// Files of cases whose buyers and strangers pay at the routes of rail v2. Their cases that speak of HTTP
// itself, by a part of the name, with what they speak of.
const k_files = {
    attacks: {},
    crashes: {},
    lost_answers: {},
    misbehaving: {},
    names: {},
    purchase: {
        "buys every product": "it reads each member of the route's 202",
        "@x402/axios buys too": "it reads each member of the route's 202",
    },
    recovery: {},
    replay_and_races: {},
    restored: {},
    same_request: {},
    strangers: {},
    tampering: {},
    witnesses: {},
};

// From the environment: DOOR=mcp or both, SEED; undefined: the routes themselves.
export function wanted_door() {
    const by = process.env.DOOR;
    return by ? { by, seed: Number(process.env.SEED) } : undefined;
}

// Those of `cases` that buy by any door. The others are left out, which `tell(line)` hears.
export function by_any_door(cases, tell) {
    const file_of = ({ name }) => name.slice(0, name.indexOf(":"));
    const of_files = cases.filter((each) => k_files[file_of(each)]);
    const others = cases.length - of_files.length;
    if (others > 0) tell(`left out: ${others} cases that attack no payment of rail v2`);
    return of_files.filter((each) => {
        const { name } = each;
        const left = Object.entries(k_files[file_of(each)]).find(([words]) => name.includes(words));
        if (left) tell(`left out: ${name}: ${left[1]}`);
        return !left;
    });
}
