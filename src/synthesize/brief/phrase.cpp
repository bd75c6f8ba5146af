#include "synthesize/brief/phrase.hpp"

#include "reading/dates.hpp"
#include "reading/finite_verb.hpp"
#include "reading/term_nouns.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "statements/words.hpp"

#include <algorithm>

namespace synthesize::brief {

using reading::Passage;
using reading::TokenKind;
using reading::WordKind;
using reading::WordSet;

namespace {

constexpr std::uint32_t k_longest_noun = 7; // tokens

bool has_capital(const Passage& words, std::uint32_t token)
{
    return words.holds(token) && reading::is_upper(words.document().raw(token).front());
}

bool is_number(const Passage& words, std::uint32_t token)
{
    return words.holds(token) && words.document().kind(token) == TokenKind::number;
}

bool is_of_calendar(std::string_view word)
{
    return reading::month_name(word).has_value() || reading::weekday_name(word).has_value();
}

// "the bridge's": what it owns follows.
bool is_genitive(std::string_view word)
{
    return word.ends_with("'s") || word.ends_with("\u2019s");
}

// Behind the last word of the English noun phrase that begins at `token`.
std::optional<std::uint32_t> english_noun(const Passage& words, std::uint32_t token)
{
    const auto& known = reading::WordNet::embedded();
    std::optional<std::uint32_t> out;
    bool has_head = false; // what was read so far may be all of it
    for (std::uint32_t i = token; i < std::min(words.end(), token + k_longest_noun); ++i) {
        const auto word = words.word(i);
        // "six-storey house", "high-risk systems"
        if (word == "-" && words.holds(i + 1) && !words.document().tokens[i].space_before) {
            ++i;
            has_head = false;
            continue;
        }
        if (words.document().kind(i) != TokenKind::word ||
            reading::is_one_of(word, statements::k_stop_words) ||
            words.is(i, WordSet::now | WordSet::near_day) || is_of_calendar(word))
            break;
        const bool is_name = has_capital(words, i);
        if (!is_name && known.is_chiefly(word, WordKind::adverb) &&
            !known.can_be(word, WordKind::adjective))
            break;
        if (!is_name && has_head &&
            (known.is_chiefly(word, WordKind::verb) || reading::is_finite_verb(words, i)))
            break;
        const bool is_noun = known.can_be(word, WordKind::noun) || known.bases(word).empty();
        if (is_noun || is_name) out = i + 1;
        has_head = (is_noun || is_name) && !known.is_chiefly(word, WordKind::adjective);
        if (is_noun && !is_name && reading::is_plural(word) && !is_genitive(word)) break;
        if (!is_noun && !is_name && out) break; // an adjective behind its noun: "people aboard"
    }
    // "40 high", "3 Mexican": an adjective is what nothing is of.
    if (out && known.is_chiefly(words.word(*out - 1), WordKind::adjective)) return std::nullopt;
    return out;
}

// The same of German, which writes its nouns with a capital and bends what stands before them.
std::optional<std::uint32_t> german_noun(const Passage& words, std::uint32_t token)
{
    constexpr std::uint32_t k_most_adjectives = 2;
    for (std::uint32_t i = token; i <= token + k_most_adjectives && words.holds(i); ++i) {
        if (words.document().kind(i) != TokenKind::word || is_of_calendar(words.word(i))) break;
        if (has_capital(words, i)) return i + 1;
        const auto word = words.word(i);
        const bool is_bent = word.ends_with("e") || word.ends_with("en") || word.ends_with("er");
        if (word.size() <= 3 || !is_bent) break;
    }
    return std::nullopt;
}

std::optional<std::uint32_t> noun_behind(const Passage& words, std::string_view language,
                                         std::uint32_t token)
{
    return language == "de" ? german_noun(words, token) : english_noun(words, token);
}

// The hedge before a number: "at least", "about".
std::uint32_t hedge_begin(const Passage& words, std::uint32_t number)
{
    constexpr std::string_view k_hedges[] = {
        "at",     "least", "more",  "than",    "over",   "about",     "around",        "some",
        "nearly", "up",    "to",    "most",    "almost", "estimated", "approximately", "roughly",
        "fewer",  "less",  "under", "exactly", "as",     "many",      "much",          "an"};
    constexpr std::uint32_t k_longest = 5;
    std::uint32_t out = number;
    while (out > words.begin() && number - out < k_longest &&
           reading::is_one_of(words.word(out - 1), k_hedges))
        --out;
    // "rose to 7,000", "as 7,000" alone are no hedges.
    while (out < number &&
           reading::is_one_of(words.word(out), {"to", "at", "as", "an", "than", "many", "much",
                                                "most", "least", "up"}) &&
           !words.reads(out, {"at", "least"}) && !words.reads(out, {"up", "to"}) &&
           !words.reads(out, {"at", "most"}) && !words.reads(out, {"as", "many"}) &&
           !words.reads(out, {"as", "much"}) && !words.reads(out, {"an", "estimated"}))
        ++out;
    return out;
}

// Whether the word joins two ends of one range; "and" does only behind "between".
bool joins_range(const Passage& words, std::uint32_t token, std::uint32_t first)
{
    if (words.is(token, WordSet::dash | WordSet::way_prep) || words.is(token, {"bis"})) return true;
    return words.is(token, {"and", "und"}) && words.is(first - 1, {"between", "zwischen"});
}

// The other end of the range that a number is an end of.
const reading::Quantity* other_end(const Passage& words, const Figure& figure)
{
    for (const auto& other : words.quantities())
        if ((other.begin == figure.end + 1 && joins_range(words, figure.end, figure.begin)) ||
            (other.end + 1 == figure.begin && joins_range(words, other.end, other.begin)))
            return &other;
    return nullptr;
}

bool is_bare(const reading::Quantity& quantity)
{
    return quantity.kind == reading::QuantityKind::cardinal && quantity.unit == nullptr &&
           quantity.currency.empty();
}

// A year by its shape that counts nothing: "the 2024 summer games", "2014 census", "ab 2026".
bool is_year(const Passage& words, std::string_view language, const Figure& figure,
             std::optional<std::uint32_t> noun)
{
    constexpr int k_first = 1900;
    constexpr int k_last = 2100;
    const auto raw = words.document().raw(figure.end - 1);
    // "Euros 2022": a championship. Money is printed with a sign or a code before it.
    constexpr std::size_t k_code = 3;
    if (figure.is_money && raw.size() == 4 && words.word(figure.begin).size() > k_code &&
        is_number(words, figure.end - 1) && figure.value >= k_first && figure.value <= k_last)
        return true;
    const bool has_shape = figure.counts_things && figure.end == figure.begin + 1 &&
                           raw.size() == 4 && figure.value >= k_first && figure.value <= k_last &&
                           !figure.is_hedged;
    if (!has_shape) return false;
    return language != "en" || !noun || !reading::is_plural(words.word(*noun - 1)) ||
           words.is(figure.begin - 1, WordSet::article | WordSet::demonstrative) ||
           (has_capital(words, figure.begin - 1) && figure.begin - 1 > words.begin());
}

} // namespace

std::optional<Run> told_figure(const Passage& words, std::string_view language,
                               const Figure& figure)
{
    // A name of its own, or an exponent.
    if (words.is(figure.begin - 1, {"numerous", "several", "various", "^"})) return std::nullopt;
    // "the first half"
    if (figure.unit == "fraction" && words.is(figure.begin - 1, WordSet::ordinal))
        return std::nullopt;
    const auto* other = other_end(words, figure);
    const Run range{other == nullptr ? figure.begin : std::min(figure.begin, other->begin),
                    other == nullptr ? figure.end : std::max(figure.end, other->end)};
    Run out{hedge_begin(words, range.begin), range.end};
    const auto noun = noun_behind(words, language, range.end);
    if (is_year(words, language, figure, noun)) return std::nullopt;
    const bool is_ahead_of_noun = words.is(range.end, {"-"}) || words.is(range.end - 2, {"-"});
    if (noun && (figure.counts_things || figure.is_money || is_ahead_of_noun))
        out.end = *noun;
    else if (figure.counts_things && (other == nullptr || is_bare(*other)))
        return std::nullopt;
    // "7 percent of global turnover", "6,000 axolotls per square kilometre"
    const bool is_share = !figure.counts_things && !figure.is_money && !is_ahead_of_noun;
    if ((is_share && words.is(out.end, {"of"})) || words.is(out.end, {"per", "pro"})) {
        const auto of = words.is(out.end + 1, WordSet::article | WordSet::possessive) ? out.end + 2
                                                                                      : out.end + 1;
        if (const auto end = noun_behind(words, language, of)) out.end = *end;
    }
    return out;
}

bool is_remark(const Passage& words, const Statement& said, const Figure& figure)
{
    constexpr std::size_t k_many = 3; // numbers in one pair of brackets
    std::uint32_t open = figure.begin;
    for (std::size_t closed = 0; open > words.begin(); --open) {
        if (words.is(open, {")", "]"})) ++closed;
        if (words.is(open, {"(", "["}) && closed-- == 0) break;
    }
    if (!words.is(open, {"(", "["})) return false;
    std::uint32_t close = open + 1;
    std::size_t numbers = 0;
    for (std::size_t depth = 1; close < words.end(); ++close) {
        if (words.is(close, {"(", "["})) ++depth;
        if (words.is(close, {")", "]"}) && --depth == 0) break;
        if (words.is(close, {"=", "<", ">"})) return true;
        numbers += is_number(words, close) ? 1U : 0U;
    }
    if (numbers >= k_many) return true;
    return std::any_of(said.figures.begin(), said.figures.end(), [&](const Figure& other) {
        return other.end == open && other.unit == figure.unit && !figure.counts_things;
    });
}

} // namespace synthesize::brief
