// Two summaries that synthesis is compared with: LexRank, and the first three sentences of the newest source.
// A summary has one line for each source that it quotes, the newest first: "- DATE, TITLE: line / line".

// A full stop behind these ends no sentence.
const k_short = new RegExp("(?:^|[\\s(“\"-])(?:(?:\\p{Lu}\\.)*\\p{Lu}|Mr|Mrs|Ms|Dr|St|Jr|Sr|Inc|Corp|Co|Ltd|No|vs|v|" +
    "Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec|Lt|Sgt|Gen|Sen|Rep|Calif|a\\.m|p\\.m)\\.$", "u");

function sentences(text) {
    const out = [];
    for (const line of text.split("\n")) {
        let open = "";
        for (const piece of line.split(/(?<=[.!?]["”’)]?)\s+(?=["“‘(]?[\p{Lu}\p{N}])/u)) {
            open = open === "" ? piece : `${open} ${piece}`;
            if (k_short.test(piece)) continue;
            out.push(open);
            open = "";
        }
        if (open !== "") out.push(open);
    }
    return out.filter((each) => /\p{L}.*\s.*\s.*\p{L}/u.test(each));
}

const words_of = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
export const length_of = (text) => text.split(/\s+/u).filter((each) => /[\p{L}\p{N}]/u.test(each)).length;
export const headed = ({ published, title }, lines) => `- ${published}, ${title}: ${lines.join(" / ")}`;
const newest_first = (a, b) => (a.published < b.published ? 1 : a.published > b.published ? -1 : 0);

// Term weights of length 1.
function vector(words, weights) {
    const out = new Map();
    for (const word of words) out.set(word, (out.get(word) ?? 0) + (weights.get(word) ?? 0));
    const norm = Math.sqrt([...out.values()].reduce((sum, each) => sum + each * each, 0)) || 1;
    for (const [word, each] of out) out.set(word, each / norm);
    return out;
}

function cosine(a, b) {
    const [few, many] = a.size < b.size ? [a, b] : [b, a];
    let sum = 0;
    for (const [word, each] of few) sum += each * (many.get(word) ?? 0);
    return sum;
}

// Continuous LexRank (Erkan and Radev 2004): a walk over sentences that are alike, which goes on in 85 of
// 100 steps and else begins anew at a sentence like the query (Otterbacher and others 2005). Of
// sentences that are nearly the same the best stands. At most `limit` words.
export function of_lexrank({ query, sources }, limit) {
    const all = sources.flatMap((source) => sentences(source.text).map((line, at) => ({ source, line, at })));
    const spread = new Map();
    for (const { line } of all)
        for (const word of new Set(words_of(line))) spread.set(word, (spread.get(word) ?? 0) + 1);
    const weights = new Map([...spread].map(([word, count]) => [word, Math.log(1 + all.length / count)]));
    const vectors = all.map(({ line }) => vector(words_of(line), weights));
    const asked = vector(words_of(query), weights);
    const bias = vectors.map((each) => cosine(each, asked) + 1e-9);
    const whole = bias.reduce((sum, each) => sum + each, 0);
    const like = vectors.map((a) => vectors.map((b) => cosine(a, b)));
    const sums = like.map((row) => row.reduce((sum, each) => sum + each, 0));
    let rank = all.map(() => 1 / all.length);
    for (let step = 0; step < 50; ++step) {
        const next = bias.map((each) => (0.15 * each) / whole);
        like.forEach((row, i) => row.forEach((each, j) => { next[j] += (0.85 * rank[i] * each) / sums[i]; }));
        rank = next;
    }
    const chosen = [];
    const text_of = (picked) => [...sources].sort(newest_first).map((source) => [source, picked
        .filter((i) => all[i].source === source).sort((a, b) => all[a].at - all[b].at).map((i) => all[i].line)])
        .filter(([, lines]) => lines.length > 0).map((each) => headed(...each)).join("\n");
    for (const i of all.map((_, index) => index).sort((a, b) => rank[b] - rank[a]))
        if (chosen.every((other) => like[i][other] < 0.7) && length_of(text_of([...chosen, i])) <= limit)
            chosen.push(i);
    return text_of(chosen);
}

export const of_lead = ({ sources }) => {
    const [newest] = [...sources].sort(newest_first);
    return headed(newest, sentences(newest.text).slice(0, 3));
};
