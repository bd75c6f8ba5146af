#include "verify/tables/limits.hpp"

#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/tables/lexicon.hpp"

#include <algorithm>

namespace verify::tables {

using reading::WordSet;

namespace {

bool is_standing_head(const Phrase& head)
{
    return std::any_of(std::begin(k_standing), std::end(k_standing), [&](std::string_view name) {
        return head.text.find(name) != std::string::npos;
    });
}

// "a rank larger than 8", "more than 26 points"
const Phrase* head_of_limit(const std::vector<Phrase>& phrases, std::size_t cue, std::size_t number)
{
    static constexpr reading::OwnCues k_between{WordSet::copula | WordSet::article | WordSet::be,
                                                {"of", "that", "in"}};
    if (number + 1 < phrases.size() && phrases[number + 1].part == Part::head)
        return &phrases[number + 1];
    for (std::size_t i = cue; i > 0; --i) {
        if (phrases[i - 1].part == Part::head) return &phrases[i - 1];
        const bool is_name = phrases[i - 1].part == Part::cell; // "the length of Cedar is less"
        if (!is_name && !reading::is_in(k_between, phrases[i - 1].text)) break;
    }
    return nullptr;
}

} // namespace

// A number behind a comparison is a limit of its column, and no value that stands there.
void read_limits(std::vector<Phrase>& phrases)
{
    constexpr std::string_view k_up[] = {"more", "greater", "larger", "higher", "over", "above"};
    static constexpr reading::OwnCues k_down{WordSet::less, {"under", "below"}};
    // In an order of places the smaller number is "higher".
    static constexpr reading::OwnCues k_either_way{WordSet::over_under | WordSet::above_below,
                                                   {"higher", "lower"}};
    for (std::size_t i = 1; i < phrases.size(); ++i) {
        Phrase& number = phrases[i];
        if (number.part != Part::number || !number.value) continue;
        const bool has_than = i >= 2 && phrases[i - 1].text == "than";
        const std::size_t cue = i - (has_than ? 2 : 1);
        const std::string word = phrases[cue].text;
        const bool is_at = !has_than && cue >= 1 && phrases[cue - 1].text == "at" &&
                           reading::is_one_of(word, {"least", "most"});
        const bool is_alone = reading::is_in(WordSet::over_under | WordSet::above_below, word);
        if (!has_than && !is_at && !is_alone) continue;
        const int over = is_at                            ? (word == "least" ? 2 : -2)
                         : reading::is_one_of(word, k_up) ? 1
                         : reading::is_in(k_down, word)   ? -1
                                                          : 0;
        // "1,177 points over 45 seasons", "5 more than 20"
        const Phrase* before = cue > 0 ? &phrases[cue - 1] : nullptr;
        const bool is_apart = before != nullptr && before->part == Part::number;
        const bool is_span = is_alone && before != nullptr && before->part == Part::head;
        if (over == 0 || is_apart || is_span) continue;
        const Phrase* head = head_of_limit(phrases, is_at ? cue - 1 : cue, i);
        if (head == nullptr || head->columns.size() != 1) continue;
        if (is_standing_head(*head) && reading::is_in(k_either_way, word)) continue;
        number.over = over;
        number.is_bound = true;
        number.columns = head->columns;
        number.places.clear();
        for (std::size_t at = is_at ? cue - 1 : cue; at < i; ++at) phrases[at].part = Part::joins;
    }
}

} // namespace verify::tables
