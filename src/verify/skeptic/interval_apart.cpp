// date.interval where the time is told apart from its two dates: in the next sentence ("from May
// 2010 to May 2018. In those eight years ..."), or behind labels ("Planting: 10 April 2023.
// Harvest: 19 July 2023. Growing time: 100 days.").
#include "verify/judge.hpp"
#include "verify/skeptic/elapsed.hpp"
#include "verify/skeptic/skeptic.hpp"

namespace verify::skeptic {

namespace {

constexpr std::string_view k_broken[] = {"working", "business", "school",    "trading", "average",
                                         "each",    "per",      "every",     "except",  "off",
                                         "total",   "combined", "altogether"};

bool are_alike(const DatePoint& first, const DatePoint& second)
{
    return first.year != 0 && second.year != 0 && first.is_day() == second.is_day() &&
           (first.month != 0) == (second.month != 0);
}

// The two dates of the sentence when it has no others and says "from the one to the other".
bool is_only_span(const Passage& sentence, const std::vector<DatePoint>& points)
{
    if (points.size() != 2 || !are_alike(points[0], points[1])) return false;
    const DatePoint& first = points[0];
    const DatePoint& second = points[1];
    return second.begin == first.end + 1 &&
           ((sentence.is(first.begin - 1, {"from"}) &&
             sentence.is(first.end, {"to", "until", "till", "through"})) ||
            (sentence.is(first.begin - 1, {"between"}) && sentence.is(first.end, {"and"})));
}

// "In those eight years", "Over these 11 months": of the next sentence's first words.
const Quantity* taken_up(const Passage& next)
{
    for (const auto& quantity : next.quantities()) {
        if (quantity.begin > next.begin() + 4) return nullptr;
        if (!is_calendar_length(quantity)) continue;
        return next.is(quantity.begin - 1, {"those", "these", "the"}) &&
                       !next.is(quantity.end, {"before", "after", "following", "since", "that",
                                               "leading", "prior", "preceding", "until", "later"})
                   ? &quantity
                   : nullptr;
    }
    return nullptr;
}

void told_next(const Passage& sentence, const Passage& next, Review& review)
{
    const auto points = date_points(sentence);
    if (!is_only_span(sentence, points)) return;
    for (const auto& quantity : sentence.quantities())
        if (is_calendar_length(quantity)) return;
    if (const Quantity* length = taken_up(next))
        weigh_elapsed(next, points[0], points[1], *length, /*later=*/false, review);
}

// Behind "label:", with at most a word between.
bool is_labelled(const Passage& passage, std::uint32_t at)
{
    return passage.is(at - 1, {":"}) || passage.is(at - 2, {":"});
}

void labelled(const Passage& passage, Review& review)
{
    constexpr std::string_view k_labels[] = {"time", "period", "duration", "length", "span",
                                             "stay", "term",   "nights",   "days",   "elapsed"};
    const auto points = date_points(passage);
    if (points.size() != 2 || !points[0].is_day() || !are_alike(points[0], points[1])) return;
    if (!is_labelled(passage, points[0].begin) || !is_labelled(passage, points[1].begin)) return;
    const Quantity* found = nullptr;
    for (const auto& quantity : passage.quantities()) {
        if (!is_calendar_length(quantity)) continue;
        if (found != nullptr) return;
        found = &quantity;
    }
    if (found == nullptr || found->begin < points[1].end || !passage.is(found->begin - 1, {":"}) ||
        !reading::is_one_of(passage.word(found->begin - 2), k_labels))
        return;
    weigh_elapsed(passage, points[0], points[1], *found, /*later=*/false, review);
}

} // namespace

void check_intervals_apart(const Document& document, std::size_t sentence, Review& review)
{
    const Passage here = Passage::sentence(document, sentence);
    if (here.dates().empty() && here.quantities().size() < 2) return;
    const Passage both = Passage::sentence_and_next(document, sentence);
    if (is_disowned(both) || both.any(k_broken)) return;
    if (both.end() != here.end()) {
        const Passage next{document, here.end(), both.end()};
        told_next(here, next, review);
    }
    // Three labels in one sentence, in two, or in three.
    constexpr std::string_view k_colon[] = {":"};
    if (!here.any(k_colon)) return;
    std::size_t last = sentence;
    while (last < sentence + 2 && last + 1 < document.sentences.size() &&
           document.sentences[last + 1].block == document.sentences[sentence].block)
        ++last;
    labelled(Passage{document, here.begin(), document.of_sentence[last].end}, review);
}

} // namespace verify::skeptic
