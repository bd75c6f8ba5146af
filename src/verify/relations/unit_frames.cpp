#include "verify/relations/unit_frames.hpp"

#include "reading/lexicon/lexicon.hpp"

#include <algorithm>

namespace verify::relations {

using reading::WordSet;

namespace {

// Words that may stand between a measure and the same in brackets.
constexpr std::string_view k_between[] = {"long", "tall",   "wide",  "high", "deep",   "thick",
                                          "away", "across", "apart", "each", "square", "thin"};

constexpr reading::OwnCues k_qualifiers{WordSet::rough | WordSet::over_under | WordSet::only,
                                        {"or", "some", "=", "c"}};

std::uint32_t skip_qualifiers(const Passage& sentence, std::uint32_t at)
{
    for (int words = 0; words < 3; ++words) {
        if (!reading::is_in(k_qualifiers, sentence.word(at)) && !sentence.is(at, {"."})) break;
        ++at;
    }
    return at;
}

} // namespace

std::optional<Frame> frame_after(const Passage& sentence, std::uint32_t at)
{
    const auto bracket = [&](std::uint32_t place, bool is_loose) {
        return Frame{is_loose, true, skip_qualifiers(sentence, place + 1)};
    };
    if (reading::is_one_of(sentence.word(at), k_between)) ++at;
    // "a gallon of milk (3.8 L)"
    if (sentence.is(at, {"of"}) && sentence.is(at + 2, {"(", ","})) at += 2;
    if (sentence.is(at, {"of"}) && sentence.is(at + 3, {"(", ","})) at += 3;
    if (sentence.is(at, {"("})) return bracket(at, false);
    // "a 10 km trail race (6.2 miles)"
    for (std::uint32_t words = 1; words <= 2; ++words)
        if (sentence.document().kind(at) == TokenKind::word &&
            sentence.document().kind(at + words - 1) == TokenKind::word &&
            sentence.is(at + words, {"("}))
            return bracket(at + words, true);
    if (sentence.is(at, WordSet::equals))
        return Frame{false, false, skip_qualifiers(sentence, at + 1)};
    if (!sentence.is(at, {","})) return std::nullopt;
    ++at;
    if (sentence.is(at, {"or"})) return Frame{true, false, skip_qualifiers(sentence, at + 1)};
    if (sentence.is(at, {"i.e", "ie", "that's", "equals"}))
        return Frame{true, false, skip_qualifiers(sentence, at + 1)};
    // "i.e." may be one token, or each letter one.
    if (sentence.reads(at, {"i", ".", "e", "."}))
        return Frame{true, false, skip_qualifiers(sentence, at + 4)};
    const bool says_so =
        (sentence.is(at, {"that", "which"}) && sentence.is(at + 1, {"is", "makes", "equals"})) ||
        (sentence.is(at, {"equal", "equivalent"}) && sentence.is(at + 1, {"to"}));
    if (says_so) return Frame{true, false, skip_qualifiers(sentence, at + 2)};
    return std::nullopt;
}

const Quantity* quantity_at(const Passage& sentence, std::uint32_t token)
{
    const auto all = sentence.quantities();
    const auto found =
        std::lower_bound(all.begin(), all.end(), token,
                         [](const Quantity& each, std::uint32_t at) { return each.begin < at; });
    return found != all.end() && found->begin == token ? &*found : nullptr;
}

bool may_end(const Passage& sentence, std::uint32_t at, bool in_brackets)
{
    if (!sentence.holds(at)) return true;
    if (in_brackets)
        return sentence.is(at,
                           reading::Cues{WordSet::comma | WordSet::semicolon, {")", "or", "if"}}) ||
               sentence.reads(at, {"in", "the"});
    return !sentence.is(at,
                        reading::Cues{WordSet::times_sign | WordSet::per_sign, {"by", "-", "+"}});
}

} // namespace verify::relations
