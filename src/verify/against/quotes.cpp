// source.quote
#include "verify/against/quotes.hpp"

#include "base/concat.hpp"

#include <algorithm>
#include <unordered_map>

namespace verify::against {

namespace {

constexpr std::size_t k_least_words = 3;
// A shorter one that stands nowhere is a way of speaking.
constexpr std::size_t k_surely_quoted = 4;
constexpr std::size_t k_most_words = 300;
// Places at which a quotation may begin in a source; its rarest word names them.
constexpr std::size_t k_most_places = 24;
// Words that may stand between two parts of a quotation, or were left out of it.
constexpr std::size_t k_longest_gap = 60;
// As much of it stands there in its order where it was changed.
constexpr double k_mostly = 0.6;

bool is_word(TokenKind kind)
{
    return kind != TokenKind::symbol;
}

// The words of a source, by text.
struct Words {
    Words(const Given& given, std::uint32_t source)
    {
        const Document& document = given.source(source).document;
        for (std::uint32_t i = 0; i < document.tokens.size(); ++i) {
            if (!is_word(document.kind(i)) ||
                given.is_order(source, given.sentence_of({source, i})))
                continue;
            places[document.word(i)].push_back(static_cast<std::uint32_t>(tokens.size()));
            tokens.push_back(i);
        }
    }

    std::vector<std::uint32_t> tokens;
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> places;
};

// A run of words without a sign that something was left out or put in.
using Part = std::vector<std::string_view>;

struct Match {
    std::uint32_t begin = 0; // words of the source
    std::uint32_t end = 0;
    std::size_t met = 0;              // words of the quotation that stand there in order
    std::vector<statements::Run> gap; // words of the source between them
};

class QuoteReader {
public:
    explicit QuoteReader(const Comparison& with) : m_with{with}
    {
        for (std::uint32_t i = 0; i < with.given.size(); ++i) m_words.emplace_back(with.given, i);
    }

    void judge(Quotation& quotation) const
    {
        const auto parts = parts_of(quotation);
        const auto among = m_with.binding.among(quotation.sentence);
        for (const auto source : among)
            if (const auto place = whole(parts, source)) {
                quotation.how = Quoted::verbatim;
                return settle(quotation, source, *place);
            }
        for (const auto source : m_with.given.all_read())
            if (const auto place = whole(parts, source)) {
                quotation.how = Quoted::other_source;
                return settle(quotation, source, *place);
            }
        Part all;
        for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
        std::optional<Match> best;
        for (const auto source : among) {
            const auto match = nearest(all, source);
            if (!match || (best && best->met >= match->met)) continue;
            best = match;
            quotation.source = source;
        }
        if (!best) return;
        quotation.how = best->met == all.size() ? Quoted::left_out : Quoted::changed;
        settle(quotation, *quotation.source, *best);
    }

private:
    // "..." and what stands in square brackets part it.
    [[nodiscard]] std::vector<Part> parts_of(const Quotation& quotation) const
    {
        std::vector<Part> out(1);
        const auto& text = m_with.text;
        for (auto i = quotation.begin; i < quotation.end; ++i) {
            const auto word = text.word(i);
            const bool is_dots =
                word == "\u2026" || word == "..." || (word == "." && text.word(i + 1) == ".");
            if (word == "[") {
                while (i + 1 < quotation.end && text.word(i) != "]") ++i;
                // "[I]t": the rest of a word of which a letter was put in.
                if (i + 1 < quotation.end && !text.tokens[i + 1].space_before) ++i;
            }
            if ((is_dots || word == "[") && !out.back().empty()) out.emplace_back();
            if (is_word(text.kind(i)) && word != "[") out.back().push_back(word);
        }
        if (out.back().empty()) out.pop_back();
        return out;
    }

    // The words of the part at a place.
    [[nodiscard]] bool stands(const Part& part, std::uint32_t source, std::size_t at) const
    {
        const auto& words = m_words[source];
        const auto& document = m_with.given.source(source).document;
        if (at + part.size() > words.tokens.size()) return false;
        for (std::size_t i = 0; i < part.size(); ++i)
            if (document.word(words.tokens[at + i]) != part[i]) return false;
        return true;
    }

    // Where the rarest word of the part stands, and its index in the part.
    [[nodiscard]] std::pair<std::span<const std::uint32_t>, std::size_t> anchor(
        const Part& part, std::uint32_t source) const
    {
        std::span<const std::uint32_t> out;
        std::size_t index = 0;
        for (std::size_t i = 0; i < part.size(); ++i) {
            const auto found = m_words[source].places.find(part[i]);
            if (found == m_words[source].places.end()) continue;
            if (out.empty() || found->second.size() < out.size()) {
                out = found->second;
                index = i;
            }
        }
        return {out.subspan(0, std::min(out.size(), k_most_places)), index};
    }

    [[nodiscard]] std::optional<std::uint32_t> find(const Part& part, std::uint32_t source,
                                                    std::size_t from) const
    {
        const auto [places, index] = anchor(part, source);
        for (const auto place : places)
            if (place >= index + from && stands(part, source, place - index))
                return static_cast<std::uint32_t>(place - index);
        return std::nullopt;
    }

    // All parts, one behind the other.
    [[nodiscard]] std::optional<Match> whole(const std::vector<Part>& parts,
                                             std::uint32_t source) const
    {
        Match out;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto at = find(parts[i], source, out.end);
            if (!at || (i > 0 && *at > out.end + k_longest_gap)) return std::nullopt;
            if (i == 0) out.begin = *at;
            out.end = *at + static_cast<std::uint32_t>(parts[i].size());
        }
        return parts.empty() ? std::nullopt : std::optional{out};
    }

    // Where most of the words stand in their order, with few others between them.
    [[nodiscard]] std::optional<Match> nearest(const Part& part, std::uint32_t source) const
    {
        const auto [places, index] = anchor(part, source);
        std::optional<Match> best;
        for (const auto place : places) {
            const auto match = around(part, source, place, index);
            if (!best || match.met > best->met) best = match;
        }
        const bool is_near =
            best && static_cast<double>(best->met) >= k_mostly * static_cast<double>(part.size());
        return is_near ? best : std::nullopt;
    }

    // Word by word from the anchor on, back and forth: what the source has between is a gap.
    [[nodiscard]] Match around(const Part& part, std::uint32_t source, std::uint32_t place,
                               std::size_t index) const
    {
        constexpr std::uint32_t k_reach = 12;
        const auto& words = m_words[source];
        const auto& document = m_with.given.source(source).document;
        const auto word = [&](std::size_t at) { return document.word(words.tokens[at]); };
        Match out{place, place + 1, 1, {}};
        for (std::size_t i = index; i-- > 0;)
            for (std::uint32_t step = 1; step <= k_reach && step <= out.begin; ++step)
                if (word(out.begin - step) == part[i]) {
                    if (step > 1) out.gap.push_back({out.begin - step + 1, out.begin});
                    out.begin -= step;
                    ++out.met;
                    break;
                }
        for (std::size_t i = index + 1; i < part.size(); ++i)
            for (std::uint32_t step = 0; step < k_reach && out.end + step < words.tokens.size();
                 ++step)
                if (word(out.end + step) == part[i]) {
                    if (step > 0) out.gap.push_back({out.end, out.end + step});
                    out.end += step + 1;
                    ++out.met;
                    break;
                }
        return out;
    }

    void settle(Quotation& quotation, std::uint32_t source, const Match& match) const
    {
        const auto& tokens = m_words[source].tokens;
        quotation.source = source;
        quotation.there = {tokens[match.begin], tokens[match.end - 1] + 1};
        for (const auto& gap : match.gap)
            quotation.apart.push_back({tokens[gap.begin], tokens[gap.end - 1] + 1});
    }

    const Comparison& m_with;
    std::vector<Words> m_words;
};

// The sign that the text has for a quotation mark, which the View has folded.
std::string_view sign_of(const Document& document, std::uint32_t token)
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
        const auto sign = sign_of(text, open);
        const bool is_inch = sign == "\"" && !text.tokens[open].space_before && open > 0 &&
                             text.kind(open - 1) == TokenKind::number;
        if (is_inch) continue;
        auto k = i + 1;
        while (k < marks.size() && marks[k].second == block &&
               !closes(sign, sign_of(text, marks[k].first)))
            ++k;
        if (k >= marks.size() || marks[k].second != block) continue;
        out.push_back({open + 1, marks[k].first});
        i = k;
    }
    return out;
}

// Where the sentence names no source, the words may be of one that was not given.
Severity severity_of(Quoted how, bool is_cited)
{
    switch (how) {
    case Quoted::verbatim: return Severity::info;
    case Quoted::left_out:
    case Quoted::changed: return Severity::major;
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

void check_quotes(const Comparison& with, Review& review)
{
    for (const auto& quotation : read_quotations(with)) {
        const bool is_found = quotation.how != Quoted::not_found;
        if (quotation.how == Quoted::verbatim ||
            (!is_found && !with.binding.are_all_read(quotation.sentence)))
            continue;

        Told told{.check = "source.quote",
                  .severity = severity_of(quotation.how, with.binding.is_cited(quotation.sentence)),
                  .certainty =
                      quotation.how == Quoted::not_found ? Certainty::heuristic : Certainty::exact,
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

} // namespace verify::against
