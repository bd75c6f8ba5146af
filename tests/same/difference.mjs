// What differs between two artifacts of one text. What an artifact says is a list of tellings,
// {kind, check, at, state}: a finding of a check, a claim that a check decided, the agreement of a
// claim with the sources, the verdict. `at` is a place in the text, "17-29", or "-".

const at_of = (span) => (span === undefined ? "-" : `${span.start}-${span.end}`);

function tellings_of(artifact) {
    const findings = artifact.findings.map((each) => ({
        kind: "finding", check: each.check,
        at: at_of(each.spans.find((span) => span.source === undefined)),
        state: `${each.final.severity} ${each.final.status}`,
    }));
    const claims = artifact.claims.flatMap(({ span, status, checks }) =>
        status === "unverifiable" ? [] : (checks ?? ["none"]).map((check) =>
            ({ kind: "claim", check, at: at_of(span), state: status })));
    const agreements = artifact.claims.filter((each) => each.source_status !== undefined)
        .map((each) => ({
            kind: "claim", check: "sources", at: at_of(each.span), state: each.source_status,
        }));
    const verdict = {
        kind: "verdict", check: "verdict", at: "-", state: `${artifact.verdict} ${artifact.score}`,
    };
    return [...findings, ...claims, ...agreements, verdict];
}

// What `list` tells and `other` doesn't; what is told twice counts twice.
function without(list, other) {
    const left = other.map((each) => JSON.stringify(each));
    return list.filter((each) => {
        const at = left.indexOf(JSON.stringify(each));
        if (at >= 0) left.splice(at, 1);
        return at < 0;
    });
}

function meets(one, other) {
    if (one.kind !== other.kind || one.check !== other.check) return false;
    if (one.at === other.at) return true;
    const [[begin, end], [first, last]] = [one, other].map(({ at }) => at.split("-").map(Number));
    return begin < last && first < end;
}

// {what, kind, check, at, state}: what is gained or lost, or moved, where the same check tells
// something else of the same place.
export function changes(before, now) {
    const [told_before, told_now] = [tellings_of(before), tellings_of(now)];
    const gained = without(told_now, told_before);
    const out = without(told_before, told_now).map((lost) => {
        const same_place = gained.findIndex((each) => meets(each, lost) && each.at === lost.at);
        const at = same_place >= 0 ? same_place : gained.findIndex((each) => meets(each, lost));
        if (at < 0) return { what: "lost", ...lost };
        const [{ at: to, state }] = gained.splice(at, 1);
        const arrow = to === lost.at ? state : `${to} ${state}`;
        return { what: "moved", ...lost, state: `${lost.state} -> ${arrow}` };
    });
    return [...out, ...gained.map((each) => ({ what: "gained", ...each }))];
}

// Apart from the engine's own name and number, which each ruleset changes.
export const is_same = (before, now) =>
    JSON.stringify({ ...before, engine: null }) === JSON.stringify({ ...now, engine: null });
