// A list that a range is told of: each of its values lies within.
#include "verify/relations/centre.hpp"

#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"

#include <algorithm>

namespace verify::relations {

using reading::WordSet;

namespace {

// A text with one of these words knows that a value lies outside.
constexpr reading::OwnCues k_knows{
    WordSet::above | WordSet::over_under | WordSet::above_below | WordSet::only,
    {"outside", "except", "too", "failed", "fails", "fail", "rejected", "warning", "violates",
     "violated", "outlier", "however", "exception", "although", "target"}};

using Members = std::vector<const Quantity*>;

// Three or more plain numbers told one after the other from `first` on.
Members list_from(const Passage& sentence, std::size_t first)
{
    const auto all = sentence.quantities();
    Members out;
    for (std::size_t i = first; i < all.size(); ++i) {
        const Quantity& each = all[i];
        if (each.doubtful || each.in_range || each.qualifier != reading::Qualifier::none) break;
        if (!out.empty()) {
            const std::uint32_t from = out.back()->end;
            if (each.begin <= from || each.begin - from > 2) break;
            bool is_joined = true;
            for (std::uint32_t at = from; at < each.begin; ++at)
                is_joined =
                    is_joined && sentence.is(at, reading::Cues{WordSet::joins | WordSet::comma |
                                                                   WordSet::semicolon,
                                                               {"&", "und"}});
            if (!is_joined) break;
        }
        out.push_back(&each);
    }
    return out;
}

// The one of them that lies outside, when all others lie within; nullptr when none or several do.
const Quantity* odd_one(const Passage& sentence, const Members& list, const Span& span)
{
    const Quantity* out = nullptr;
    for (const auto* each : list) {
        if (!is_comparable(sentence, *each, span)) return nullptr;
        if (reading::stated(*each).meets(span.values)) continue;
        if (out != nullptr) return nullptr;
        out = each;
    }
    return out;
}

// A range that the text says all values keep: a limit, a rule, or what was seen.
bool is_rule(const Passage& sentence, const Span& span)
{
    return span.is_limits ||
           sentence.any(sentence.begin(), span.begin,
                        reading::Cues{WordSet::have, {"must", "always", "all", "only"}});
}

} // namespace

void check_members(const Document& document, std::size_t index, Review& review)
{
    constexpr std::size_t k_least = 3;
    const Passage sentence = Passage::sentence(document, index);
    const auto all = sentence.quantities();
    std::optional<std::vector<Span>> told;
    std::size_t at = index;
    for (std::size_t i = 0; i + k_least <= all.size(); ++i) {
        const Members list = list_from(sentence, i);
        if (list.size() < k_least) continue;
        i += list.size() - 1;
        // In brackets or behind a colon of the range's own sentence, or the next sentence's list.
        const bool is_led = sentence.is(list.front()->begin - 1, {"(", ":"});
        if (!told) {
            told = spans_of(sentence);
            if (told->empty() && index > 0 &&
                document.sentences[index - 1].block == document.sentences[index].block)
                told = spans_of(Passage::sentence(document, --at));
        }
        if (told->size() != 1) return;
        const Span& span = told->front();
        const Passage ranged = Passage::sentence(document, at);
        const bool is_near = at == index ? is_led && list.front()->begin > span.end
                                         : list.size() + 1 >= all.size() && is_rule(ranged, span);
        const bool is_known = sentence.any(k_knows) || (!span.is_limits && ranged.any(k_knows));
        if (!is_near || is_known || is_disowned(ranged)) continue;
        if (const auto* odd = odd_one(sentence, list, span))
            conclude(sentence, *odd, "value", span, review);
    }
}

} // namespace verify::relations
