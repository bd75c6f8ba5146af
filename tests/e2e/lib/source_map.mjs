// A brief as code prints them, with a row of each kind that one can have.
export function source_map() {
    const place = (source, published, quote) => ({
        source, published, start: 0, end: quote.length, quote,
    });
    const new_length = place("S2", "2025-02-21", "The Ober tunnel is 15.1 km long.");
    const old_length = place("S1", "2024-05-01T06:00:00Z", "The Ober tunnel is 14.2 km long.");
    const basis = { right: 60, cases: 96, set: "RAMDocs", date: "2026-11-29" };
    const row = (of, lines, reason = null) => ({
        source: of.source, published: of.published, group: "G1", lines, reason,
    });
    const line = (id, { start, end, quote }, share) => ({ id, start, end, quote, share });
    const source = (id, more = {}) => ({
        id, title: `Title ${id}`, url: null, published: null, author: null, status: "used",
        reason: null, chars: 40, sha256: null, independent_group: "G1", flags: [], ...more,
    });
    const differ = (id, is_update) => ({
        id, kind: "value", about: `ober tunnel ${id}`, is_update, found_by: "code",
        sides: [
            { value: "14.2 km", groups: 1, stands: [old_length] },
            { value: "15.1 km", groups: 1, stands: [new_length] },
        ],
    });
    const section = (id, title, items, note = null) => ({ id, title, items, note });
    const item = (text, quotes = [], date = null) => ({ text, date, quotes });
    const opening = place("S2", "2025-02-21", "It will open  in May 2027.");
    return {
        artifact: "brief/3",
        product: "brief",
        query: "How long is the Ober tunnel and what did it cost?",
        verdict: "CONTESTED",
        engine: {
            mode: "builtin", version: "1.0.0", ruleset: "1", degraded: false,
            degraded_reason: null, llm: null, wordnet: "3.0",
        },
        offset_unit: "codepoint",
        asks: "number",
        answer: {
            text: "Probably: \u201cThe Ober tunnel is 15.1 km long.\u201d", form: "quoted",
            sentence: null, sources: ["S2"], witnesses: 1, published: "2025-02-21", newest: true,
            differs: true, share: 0.762, share_of: basis, quotes: [new_length],
        },
        account: null,
        ballot: [
            row(new_length, [line("L1", new_length, 0.681)]),
            row(old_length, [line("L2", old_length, null)]),
            row({ source: "S3", published: null }, [], "no_asked_word"),
            row({ source: "S4", published: null }, [], "low_share"),
            row({ source: "S5", published: null }, [], "not_read"),
        ],
        values: [{
            unit: "m",
            values: [
                { id: "V1", text: "15.1 km", groups: 1, stands: [{ ...new_length, quote: "15.1 km" }] },
                { id: "V2", text: "14.2 km", groups: 1, stands: [{ ...old_length, quote: "14.2 km" }] },
            ],
        }],
        differs: [differ("D1", false), differ("D2", true)],
        copies: [{ source: "S4", of: ["S1"] }],
        words_absent: [{ word: "cost", forms: ["cost", "costs"] }],
        confidence: { score: 0.762, level: "likely", basis },
        sources: [
            source("S1", { published: "2024-05-01T06:00:00Z" }),
            source("S2", { published: "2025-02-21", flags: ["inject.override"] }),
            source("S3"),
            source("S4"),
            source("S5", { status: "unreachable", reason: "not_in_time" }),
        ],
        scope: "Each line is quoted from a source.",
        sourcing_map: [],
        sections: [
            section("decision", "Decision", [
                item("Probably: \u201cThe Ober tunnel is 15.1 km long.\u201d", [new_length]),
            ]),
            section("timeline", "Timeline", [], "Code recognized no day."),
            section("positions", "Positions", [], "No model was asked."),
            section("changed", "Changed", [item("ober tunnel D2: told twice", [old_length])]),
            section("disputes", "Disputes", [item("ober tunnel D1: told twice", [old_length])]),
            section("watch", "Watch", [
                item("It will open in May 2027. (S2, 2025-02-21)", [opening], "2027-05"),
            ]),
            section("unknown", "Unknown", [
                item("The word \u201ccost\u201d stands in no source."),
                item("No line of the ballot has a share of one half or more."),
            ]),
            section("sources", "Sources", [item("S1 (Title S1): a text given with the request.")]),
        ],
    };
}

// The same with an account: two sentences that a model edited, and a line in the place of one.
export function source_map_with_account() {
    const map = source_map();
    const [new_length, old_length] = map.differs[0].sides.toReversed().map(({ stands }) => stands[0]);
    const [{ quotes: [opening] }] = map.sections.find(({ id }) => id === "watch").items;
    const sentence = (id, kind, form, text, quotes, groups = 1) =>
        ({ id, kind, form, text, quotes, groups });
    const sentences = [
        sentence("A1", "answer", "edited", "The Ober tunnel is 15.1 km long.", [new_length]),
        sentence("A2", "changed", "edited",
            "The Ober tunnel is 14.2 km long; the Ober tunnel is 15.1 km long.",
            [old_length, new_length], 2),
        sentence("A3", "watch", "quoted", `\u201c${opening.quote}\u201d`, [opening]),
    ];
    const section = (id) => map.sections.find((each) => each.id === id);
    const item = ({ text, quotes }) => ({ text, date: null, quotes });
    section("decision").items = [item(sentences[0])];
    section("changed").items.push(item(sentences[1]));
    section("watch").items = [item(sentences[2]), item({
        text: `${sentences[2].text} (S2, 2025-02-21)`, quotes: [opening],
    })];
    return {
        ...map,
        engine: { ...map.engine, mode: "builtin+llm", llm: { model: "scripted-writer" } },
        answer: {
            ...map.answer, text: sentences[0].text, form: "edited", sentence: "A1", share: null,
            share_of: null,
        },
        account: {
            sentences, unanswered: ["cost"], edited: 2, quoted: 1, rewritten: 1, refused: { order: 2 },
            statement: "Edited by scripted-writer from the quotes shown.",
        },
    };
}
