// source.quote
#include "verify/against/quotes.hpp"
#include "verify/against/checks.hpp"

#include "verify/against/comparison.hpp"
#include "verify/against/ellipsis.hpp"
#include "verify/against/quote_places.hpp"

#include <algorithm>

namespace verify::against {

const Check k_source_quote{
    .id = "source.quote",
    .category = Category::sourcing,
    .nature = Nature::agreement,
    .proof = {
        "a quotation of three words or more stands in none of the sources word for word: words "
        "left out without a sign, changed, in another source than the one named, or in none; parts "
        "in another order, or an ellipsis that drops a denial, a limit or the subject",
        "paraphrase; a source that was not given"}};

namespace {

constexpr std::size_t k_least_words = 3;
// A shorter one that stands nowhere is a way of speaking.
constexpr std::size_t k_surely_quoted = 4;
constexpr std::size_t k_most_words = 300;
// Words that may stand between two parts of a quotation.
constexpr std::uint32_t k_longest_gap = 60;

bool is_word(TokenKind kind)
{
    return kind != TokenKind::symbol;
}

// The places of all parts in a source.
struct Chain {
    std::vector<Place> places; // by part
    bool is_turned = false;    // by what stands between them
};

class QuoteReader {
public:
    explicit QuoteReader(const Comparison& with) : m_with{with}
    {
        for (std::uint32_t i = 0; i < with.given.size(); ++i) m_places.emplace_back(with.given, i);
    }

    void judge(Quotation& quotation) const
    {
        const Layer layer{m_with.text, {quotation.begin, quotation.end}};
        const auto parts = parts_of(quotation, layer.words());
        if (parts.empty()) return;
        const auto among = m_with.binding.among(quotation.sentence);
        if (is_whole(quotation, parts, among, Quoted::verbatim)) return;
        if (is_whole(quotation, parts, m_with.given.all_read(), Quoted::other_source)) return;
        for (const auto source : among)
            if (const auto chain = in_order(parts, source))
                return settle_turned(quotation, source, *chain);
        for (const auto source : among)
            if (const auto place = in_other_order(parts, source)) {
                quotation.how = Quoted::reordered;
                return settle(quotation, source, {*place, 0, {}});
            }
        judge_nearest(quotation, layer.words(), among);
    }

private:
    using Sources = std::span<const std::uint32_t>;

    // "..." and what stands in square brackets part it.
    [[nodiscard]] std::vector<Part> parts_of(const Quotation& quotation,
                                             const std::vector<LayerWord>& words) const
    {
        std::vector<Part> out;
        const auto& text = m_with.text;
        std::size_t begin = 0;
        std::size_t next = 0;
        const auto part = [&](std::uint32_t token) {
            while (next < words.size() && words[next].token < token) ++next;
            if (next > begin) out.push_back(std::span{words}.subspan(begin, next - begin));
            begin = next;
        };
        for (auto i = quotation.begin; i < quotation.end; ++i) {
            const auto word = text.word(i);
            if (word == "\u2026" || word == "..." || (word == "." && text.word(i + 1) == "."))
                part(i);
            if (word != "[") continue;
            part(i);
            while (i + 1 < quotation.end && text.word(i) != "]") ++i;
            // "[I]t": the rest of a word of which a letter was put in.
            if (i + 1 < quotation.end && !text.tokens[i + 1].space_before) ++i;
            while (begin < words.size() && words[begin].token <= i) ++begin;
            next = begin;
        }
        part(quotation.end);
        return out;
    }

    [[nodiscard]] bool is_whole(Quotation& quotation, std::span<const Part> parts, Sources among,
                                Quoted how) const
    {
        for (const auto source : among)
            if (const auto chain = in_order(parts, source); chain && !chain->is_turned) {
                quotation.how = how;
                settle(quotation, source,
                       {{chain->places.front().begin, chain->places.back().end}, 0, {}});
                return true;
            }
        return false;
    }

    // All parts, one behind the other; where nothing between them turns what they say, if there.
    [[nodiscard]] std::optional<Chain> in_order(std::span<const Part> parts,
                                                std::uint32_t source) const
    {
        const auto& places = m_places[source];
        std::optional<Chain> out;
        for (const auto& first : places.all(parts.front())) {
            Chain chain{{first}, false};
            for (std::size_t i = 1; i < parts.size(); ++i) {
                const auto before = chain.places.back();
                const auto next = places.next(parts[i], before.end);
                if (!next || next->begin > before.end + k_longest_gap) break;
                chain.is_turned = chain.is_turned || turns(source, before, *next);
                chain.places.push_back(*next);
            }
            if (chain.places.size() < parts.size()) continue;
            if (!chain.is_turned) return chain;
            if (!out) out = std::move(chain);
        }
        return out;
    }

    [[nodiscard]] bool turns(std::uint32_t source, const Place& before, const Place& after) const
    {
        const auto& places = m_places[source];
        return turns_sense(
            m_with.given.source(source).document,
            {places.tokens(before), places.tokens_between(before, after), places.tokens(after)});
    }

    // All parts near each other, whichever comes first. A single word stands anywhere.
    [[nodiscard]] std::optional<Place> in_other_order(std::span<const Part> parts,
                                                      std::uint32_t source) const
    {
        std::optional<Place> out;
        for (const auto& part : parts) {
            if (parts.size() < 2 || part.size() < 2) return std::nullopt;
            const auto places = m_places[source].all(part);
            const auto is_near = [&](const Place& place) {
                return !out || (place.begin <= out->end + k_longest_gap &&
                                out->begin <= place.end + k_longest_gap);
            };
            const auto found = std::ranges::find_if(places, is_near);
            if (found == places.end()) return std::nullopt;
            out = out ? Place{std::min(out->begin, found->begin), std::max(out->end, found->end)}
                      : *found;
        }
        return out;
    }

    void judge_nearest(Quotation& quotation, Part words, Sources among) const
    {
        std::optional<NearPlace> best;
        for (const auto source : among) {
            const auto near = m_places[source].nearest(words);
            if (!near || (best && best->met >= near->met)) continue;
            best = near;
            quotation.source = source;
        }
        if (!best) return;
        quotation.how = best->met == words.size() ? Quoted::left_out : Quoted::changed;
        settle(quotation, *quotation.source, *best);
    }

    void settle(Quotation& quotation, std::uint32_t source, const NearPlace& near) const
    {
        quotation.source = source;
        quotation.there = m_places[source].tokens(near.place);
        for (const auto& gap : near.gaps) quotation.apart.push_back(m_places[source].tokens(gap));
    }

    void settle_turned(Quotation& quotation, std::uint32_t source, const Chain& chain) const
    {
        quotation.how = Quoted::turned;
        settle(quotation, source, {{chain.places.front().begin, chain.places.back().end}, 0, {}});
        for (std::size_t i = 1; i < chain.places.size(); ++i) {
            const auto gap = m_places[source].tokens_between(chain.places[i - 1], chain.places[i]);
            if (gap.begin < gap.end) quotation.apart.push_back(gap);
        }
    }

    const Comparison& m_with;
    std::deque<QuotePlaces> m_places; // by source
};

// The sign that the text has for a quotation mark, which the View has folded.
std::string_view quote_sign_at(const Document& document, std::uint32_t token)
{
    const auto range = reading::source_range(
        document.view, document.source, document.tokens[token].begin, document.tokens[token].end);
    return std::string_view{document.source}.substr(range.begin, range.end - range.begin);
}

bool closes(std::string_view opening, std::string_view sign)
{
    if (opening == "\u00ab") return sign == "\u00bb";
    if (opening == "\u00bb") return sign == "\u00ab";
    if (opening == "\u201e") return sign == "\u201c" || sign == "\u201d";
    if (opening == "\u201c" || opening == "\u201d") return sign == "\u201d";
    return sign == opening;
}

// The tokens between the marks of each quotation, by the signs of English, German and French.
std::vector<statements::Run> quoted_runs(const Document& text)
{
    std::vector<statements::Run> out;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> marks; // token, block
    for (std::size_t s = 0; s < text.sentences.size(); ++s)
        for (auto i = text.of_sentence[s].begin; i < text.of_sentence[s].end; ++i)
            if (text.word(i) == "\"") marks.emplace_back(i, text.sentences[s].block);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const auto [open, block] = marks[i];
        const auto sign = quote_sign_at(text, open);
        const bool is_inch = sign == "\"" && !text.tokens[open].space_before && open > 0 &&
                             text.kind(open - 1) == TokenKind::number;
        if (is_inch) continue;
        auto k = i + 1;
        while (k < marks.size() && marks[k].second == block &&
               !closes(sign, quote_sign_at(text, marks[k].first)))
            ++k;
        if (k >= marks.size() || marks[k].second != block) continue;
        out.push_back({open + 1, marks[k].first});
        i = k;
    }
    return out;
}

// If the sentence names no source, the words may be of one that was not given.
Severity severity_of(Quoted how, bool is_cited)
{
    switch (how) {
    case Quoted::verbatim: return Severity::info;
    case Quoted::left_out:
    case Quoted::turned:
    case Quoted::changed: return Severity::major;
    case Quoted::reordered:
    case Quoted::other_source: return Severity::minor;
    case Quoted::not_found: return is_cited ? Severity::major : Severity::info;
    }
    return Severity::info;
}

// A work is named by its title: all words that say something have capitals.
bool is_title(const Comparison& with, const Focus& words)
{
    for (auto i = words.begin; i < words.end; ++i) {
        const auto raw = with.text.raw(i);
        if (!with.given.text_terms().of(i).empty() && reading::is_letter(raw.front()) &&
            !reading::is_upper(raw.front()))
            return false;
    }
    return true;
}

std::string_view title_of(Quoted how)
{
    switch (how) {
    case Quoted::verbatim: return {};
    case Quoted::left_out: return "Words are left out of a quotation";
    case Quoted::turned: return "What a quotation leaves out turns its sense";
    case Quoted::reordered: return "The parts of a quotation stand in another order";
    case Quoted::changed: return "A quotation has other words";
    case Quoted::other_source: return "A quotation stands in another source";
    case Quoted::not_found: return "No source has the quotation";
    }
    return {};
}

} // namespace

std::string_view name_of(Quoted quoted)
{
    switch (quoted) {
    case Quoted::verbatim: return "verbatim";
    case Quoted::left_out: return "left_out";
    case Quoted::turned: return "turned";
    case Quoted::reordered: return "reordered";
    case Quoted::changed: return "changed";
    case Quoted::other_source: return "other_source";
    case Quoted::not_found: return "not_found";
    }
    return {};
}

std::vector<Quotation> read_quotations(const Comparison& with)
{
    std::vector<Quotation> out;
    const auto& text = with.text;
    std::size_t sentence = 0;
    for (const auto& run : quoted_runs(text)) {
        while (text.of_sentence[sentence].end <= run.begin) ++sentence;
        std::size_t words = 0;
        auto end = run.begin;
        while (end < run.end && words < k_most_words) words += is_word(text.kind(end++)) ? 1U : 0U;
        if (words < k_least_words || out.size() >= k_most_quotations) continue;
        if (is_title(with, {sentence, run.begin, end})) continue;
        out.push_back({sentence, run.begin, end, words, Quoted::not_found, {}, {}, {}});
    }
    if (out.empty()) return out;
    const QuoteReader reader{with};
    for (auto& quotation : out) reader.judge(quotation);
    std::erase_if(out, [](const Quotation& quotation) {
        return quotation.words < k_surely_quoted &&
               (quotation.how == Quoted::changed || quotation.how == Quoted::not_found);
    });
    return out;
}

namespace {

void check_quotes(const Comparison& with, Review& review)
{
    for (const auto& quotation : with.quotations) {
        const bool is_found = quotation.how != Quoted::not_found;
        if (quotation.how == Quoted::verbatim ||
            (!is_found && !with.binding.are_all_read(quotation.sentence)))
            continue;

        Told told{.check = k_source_quote,
                  .severity = severity_of(quotation.how, with.binding.is_cited(quotation.sentence)),
                  .certainty = quotation.how == Quoted::not_found || quotation.how == Quoted::turned
                                   ? Certainty::heuristic
                                   : Certainty::exact,
                  .title = std::string{title_of(quotation.how)},
                  .focus = {quotation.sentence, quotation.begin, quotation.end},
                  .window = std::nullopt};
        if (quotation.source) {
            told.window =
                Window{*quotation.source,
                       with.given.sentence_of({*quotation.source, quotation.there.begin}), 1};
            told.found = quotation.apart.empty() ? std::vector{quotation.there} : quotation.apart;
        }
        tell(with, told, review);
        base::json::set(review.findings.back().evidence.get(), "how",
                        base::json::value(name_of(quotation.how)));
    }
}

constexpr const Check* k_quotes_checks[] = {&k_source_quote};

} // namespace

const SourceFamily k_quotes{k_quotes_checks, check_quotes};

} // namespace verify::against
