#include "verify/relations/centre.hpp"

#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"
#include "verify/relations/checks.hpp"

#include <algorithm>

namespace verify::relations {

using reading::WordSet;

namespace {

// Sentences between a range and a centre that names the thing again.
constexpr std::size_t k_centre_reach = 3;

// A value named by the words before it: "the mean age at enrolment was 74.3".
struct Centre {
    const Quantity* value = nullptr;
    std::string_view name{};
    std::uint32_t begin = 0;                // of the name
    std::vector<std::string_view> naming{}; // what stands between name and value, but for joints
    bool is_default = false;
};

bool is_mean_word(std::string_view word)
{
    return reading::is_in(WordSet::mean, word) ||
           reading::is_one_of(word, {"midpoint", "mid-point", "mode"});
}

// "a best guess of 350", "the central estimate".
bool is_guess(const Passage& sentence, std::uint32_t at)
{
    return sentence.is(at, {"guess", "estimate"}) &&
           sentence.is(at - 1, {"best", "central", "point"});
}

// Between a name and its value no content is told by these.
bool is_naming_joint(std::string_view word)
{
    return reading::is_in(WordSet::states, word) || reading::is_in(WordSet::filler, word) ||
           reading::is_one_of(word, {"of",     "=",      "came",   "comes", "stood", "stands",
                                     "lay",    "lies",   "being",  "on",    "in",    "over",
                                     "during", "within", "worked", "works", "out",   "overall",
                                     "bei",    "lag",    "von",    "de"});
}

// "would mean 5 more", "that means": no average.
bool is_verb(const Passage& sentence, std::uint32_t at)
{
    return sentence.is(at, {"mean"}) &&
           sentence.is(at - 1, reading::Cues{WordSet::personal | WordSet::demonstrative |
                                                 WordSet::may | WordSet::must | WordSet::does |
                                                 WordSet::will | WordSet::not_so,
                                             {"to", "which"}});
}

// "falls back to 850", "defaults to 850", "(default 850)".
bool names_default(const Passage& sentence, std::uint32_t at)
{
    return sentence.is(at, {"default", "defaults"}) ||
           (sentence.is(at, {"back"}) && sentence.is(at - 1, {"falls", "fall"}));
}

// What follows makes the number something else: "86 higher", "3 of 10", "12 times".
bool list_goes_on(const Passage& sentence, const Quantity& value)
{
    std::uint32_t at = value.end;
    if (!unit_of(sentence, value).empty() && value.unit == nullptr) ++at;
    if (value.unit != nullptr && sentence.is(at, {"/"})) at += 2; // "km/h"
    return sentence.is(at,
                       reading::Cues{WordSet::less | WordSet::over_under | WordSet::above_below |
                                         WordSet::dash | WordSet::times_sign,
                                     {"higher", "more", "points", "times", "of", "out", "to",
                                      "\u00b1", "+", "/", "longer", "ahead", "behind"}});
}

std::optional<Centre> centre_of(const Passage& sentence, const Quantity& value)
{
    constexpr std::uint32_t k_most_words = 10;
    if (value.doubtful || value.in_range || value.year_like || list_goes_on(sentence, value))
        return std::nullopt;
    Centre out;
    out.value = &value;
    std::uint32_t behind = value.end;
    if (!unit_of(sentence, value).empty() && value.unit == nullptr) ++behind;
    if (sentence.reads(behind, {"on", "average"})) {
        out.name = "average";
        out.begin = value.begin;
        return out;
    }
    std::uint32_t at = value.begin;
    for (std::uint32_t steps = 0; steps < k_most_words && sentence.holds(at - 1); ++steps) {
        const auto word = sentence.word(--at);
        const auto kind = sentence.document().kind(at);
        const bool is_default = names_default(sentence, at);
        const bool is_best = is_guess(sentence, at);
        if (is_default || is_best || (is_mean_word(word) && !is_verb(sentence, at))) {
            out.name = is_default ? "default" : word;
            out.begin = is_best ? at - 1 : at;
            out.is_default = is_default;
            return out;
        }
        // "the midpoint of this range, 376 million, is ..."
        const bool is_apposed = word == "," && at + 1 == value.begin && sentence.is(behind, {","});
        if (is_naming_joint(word) || is_apposed) continue;
        if (kind != TokenKind::word && word != "'s" && word != "'") return std::nullopt;
        out.naming.push_back(word);
    }
    return std::nullopt;
}

// Whether the sentence of the range has the word, or another form of it.
bool has_any_word(const Passage& sentence, std::string_view word)
{
    for (std::uint32_t at = sentence.begin(); at < sentence.end(); ++at)
        if (sentence.document().kind(at) == TokenKind::word &&
            is_same_word(sentence.word(at), word))
            return true;
    // "18 to 65 years old"
    return word == "age" && sentence.any(std::initializer_list<std::string_view>{"old"});
}

// A word that tells of whom a centre is told, and names no one else.
bool names_all(std::string_view word)
{
    return reading::is_in(
        reading::Cues{WordSet::subject | WordSet::everybody,
                      {"sample", "whole", "entire", "people", "group", "own", "range"}},
        word);
}

// Before the name nothing stands that makes it the mean of something else: "a national average".
bool opens_plainly(const Passage& sentence, const Passage& ranged, std::uint32_t begin)
{
    std::uint32_t at = begin;
    for (int steps = 0; steps < 4 && sentence.holds(at - 1); ++steps) {
        const auto word = sentence.word(--at);
        if (sentence.document().kind(at) != TokenKind::word) {
            const bool is_part = word == "'s" || word == "'" || word == "%" || word == "/";
            return !is_part && sentence.document().kind(at) != TokenKind::number;
        }
        if (reading::is_one_of(word, {"and", "with", "giving", "at", "its", "for", "im"}))
            return true;
        const bool is_plain =
            (reading::is_in(WordSet::filler, word) || names_all(word) ||
             reading::is_one_of(word, {"arithmetic", "sample", "simple", "overall", "falls"})) &&
            !reading::is_in(reading::Cues{WordSet::over_under, {"another"}}, word);
        if (!is_plain && !has_any_word(ranged, word)) return false;
    }
    return true;
}

bool names_the_same(const Centre& centre, const Passage& ranged)
{
    return std::all_of(centre.naming.begin(), centre.naming.end(), [&](std::string_view word) {
        return names_all(word) || has_any_word(ranged, word);
    });
}

// "between A and B, with a mean of C": nothing but joints of the phrase between them.
bool follows(const Passage& sentence, const Span& span, const Centre& centre)
{
    constexpr std::uint32_t k_most_between = 12;
    if (centre.begin < span.end || centre.begin - span.end > k_most_between) return false;
    for (const auto& other : sentence.quantities())
        if (other.begin >= span.end && other.begin < centre.value->begin &&
            is_comparable(sentence, other, span))
            return false;
    return !sentence.any(
        span.end, centre.begin,
        reading::Cues{WordSet::versus | WordSet::contrasts, {"national", "control", "controls"}});
}

// "(mean 63, range 22 to 58)", "a median of 63 (22 to 58)".
bool precedes(const Passage& sentence, const Span& span, const Centre& centre)
{
    std::uint32_t at = centre.value->end;
    if (at >= span.begin || span.begin - at > 5) return false;
    const bool is_marked = sentence.is(
        span.begin, {"range", "ranging", "iqr", "ci", "interval", "interquartile", "quartiles"});
    const bool is_bracket = sentence.is(span.begin - 1, {"("}) && !span.unit.empty();
    if (!is_marked && !is_bracket) return false;
    for (; at < span.begin; ++at) {
        const auto word = sentence.word(at);
        const bool is_unit = is_same_word(word, unit_of(sentence, *centre.value));
        if (!is_unit && !reading::is_in(WordSet::filler, word) &&
            !reading::is_in(
                reading::Cues{WordSet::opens | WordSet::comma | WordSet::semicolon,
                              {"with", "and", "%", "95", "95%", "confidence", "years", "year"}},
                word))
            return false;
    }
    return true;
}

// A default below the range may switch something off, and a mean may lie outside the middle half.
bool may_differ(const Centre& centre, const Span& span)
{
    if (span.is_quartiles && centre.name != "median") return true;
    return centre.is_default && reading::value_of(*centre.value) <= span.values.low;
}

// "For the same hours", "over those harvests".
bool has_pointer(const Passage& sentence, const Centre& centre)
{
    return sentence.any(sentence.begin(), centre.value->begin,
                        reading::Cues{WordSet::demonstrative, {"same"}});
}

// A sentence about what was said before it, with no thing of its own: "The average came to 86".
bool points_back(const Passage& sentence, const Centre& centre)
{
    bool is_only = true;
    for (std::uint32_t at = sentence.begin(); at < centre.begin; ++at)
        is_only = is_only && (reading::is_in(WordSet::filler, sentence.word(at)) ||
                              reading::is_one_of(sentence.word(at), {"and", "with", "overall"}));
    return is_only || has_pointer(sentence, centre);
}

class Centres {
public:
    Centres(const Document& document, std::size_t index, Review& review)
        : m_document{document}, m_index{index},
          m_sentence{Passage::sentence(document, index)}, m_review{review}
    {
    }

    void run()
    {
        for (const auto& value : m_sentence.quantities()) {
            const auto centre = centre_of(m_sentence, value);
            if (centre && !inside(*centre)) before(*centre);
        }
    }

private:
    // Whether a range of the own sentence was tried.
    bool inside(const Centre& centre)
    {
        const auto spans = spans_of(m_sentence);
        for (const auto& span : spans) {
            if (centre.value == span.first || centre.value == span.second) return true;
            if (!is_comparable(m_sentence, *centre.value, span) || may_differ(centre, span) ||
                span.is_years)
                continue;
            const bool is_same = follows(m_sentence, span, centre) &&
                                 opens_plainly(m_sentence, m_sentence, centre.begin) &&
                                 names_the_same_here(centre, span);
            if (!is_same && !precedes(m_sentence, span, centre)) continue;
            conclude(m_sentence, *centre.value, centre.name, span, m_review);
            return true;
        }
        return !spans.empty();
    }

    // Words of the centre that the range's side of the sentence has too.
    [[nodiscard]] bool names_the_same_here(const Centre& centre, const Span& span) const
    {
        return names_the_same(centre, {m_document, m_sentence.begin(), span.end + 2});
    }

    void before(const Centre& centre)
    {
        for (std::size_t back = 1; back <= k_centre_reach && back <= m_index; ++back) {
            const std::size_t index = m_index - back;
            if (m_document.sentences[index].block != m_document.sentences[m_index].block &&
                back > 1)
                return;
            const Passage ranged = Passage::sentence(m_document, index);
            auto spans = spans_of(ranged);
            std::erase_if(spans, [](const Span& span) { return span.is_years; });
            if (spans.empty()) continue;
            if (spans.size() != 1 || may_differ(centre, spans.front())) return;
            const Span& span = spans.front();
            if (!is_comparable(m_sentence, *centre.value, span) || is_disowned(ranged)) return;
            const bool is_bare = centre.naming.empty() && back == 1;
            const bool is_unit = back == 1 && has_unit_of_its_own(centre, span);
            const bool is_named = !centre.naming.empty() && names_the_same(centre, ranged);
            const bool is_same = (is_named && opens_plainly(m_sentence, ranged, centre.begin)) ||
                                 (is_bare && points_back(m_sentence, centre)) ||
                                 (is_unit && has_pointer(m_sentence, centre));
            if (is_same) conclude(m_sentence, *centre.value, centre.name, span, m_review);
            return;
        }
    }

    // "28 stuivers ... 74 stuivers": told in a noun or a currency that few other things have.
    [[nodiscard]] bool has_unit_of_its_own(const Centre& centre, const Span& span) const
    {
        const Quantity& value = *centre.value;
        if (!value.currency.empty()) return true;
        return value.unit == nullptr && !span.unit.empty() && !unit_of(m_sentence, value).empty();
    }

    const Document& m_document;
    std::size_t m_index;
    Passage m_sentence;
    Review& m_review;
};

} // namespace

void check_centres(const Document& document, std::size_t sentence, Review& review)
{
    Centres{document, sentence, review}.run();
}

} // namespace verify::relations
