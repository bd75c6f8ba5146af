// arith.mean: the average of numbers that are all listed.
#include "base/concat.hpp"
#include "verify/judge.hpp"
#include "verify/skeptic/frames.hpp"
#include "verify/skeptic/skeptic.hpp"

#include <algorithm>

namespace verify::skeptic {

namespace {

constexpr std::string_view k_other_means[] = {
    "weighted",   "geometric", "harmonic",  "moving",   "rolling",  "trimmed", "median", "mode",
    "historical", "national",  "long-term", "previous", "expected", "above",   "below",  "than"};

bool is_mean_word(std::string_view word)
{
    return reading::is_one_of(word, {"average", "mean", "averages", "averaging", "averaged"});
}

// "an average of 9", "averaging 9", "the mean is 9", "the average of 4, 8 and 12 is 9".
bool is_mean(const Passage& passage, const Quantity& quantity)
{
    std::uint32_t at = quantity.begin - 1;
    if (is_mean_word(passage.word(at))) return true;
    if (!passage.is(at, {"of", "is", "was", ":", "=", "at", "to", "about"})) return false;
    // "averages out to 7", "an average score of 8", "a monthly mean of 40".
    if (passage.is(at, {"to"}) && passage.is(at - 1, {"out"})) --at;
    return is_mean_word(passage.word(at - 1)) ||
           (passage.is(at, {"of"}) && is_mean_word(passage.word(at - 2)) &&
            passage.document().kind(at - 1) == TokenKind::word);
}

// "Class A (10 pupils) averaged 80 and class B (30 pupils) 60, so the average is 65": a count for
// each value.
bool may_be_weighted(const Passage& passage, const std::vector<const Quantity*>& items,
                     const Quantity& mean)
{
    std::size_t others = 0;
    for (const auto& quantity : passage.quantities()) {
        const bool listed = std::find(items.begin(), items.end(), &quantity) != items.end();
        if (!listed && &quantity != &mean && quantity.kind == QuantityKind::cardinal &&
            quantity.place == 0 && !quantity.year_like)
            ++others;
    }
    return others >= items.size();
}

void weigh(const Passage& passage, const std::vector<const Quantity*>& items, const Quantity& mean,
           Review& review, Joint joint = Joint::tight)
{
    if (items.size() < 2) return;
    const bool unit_left_out = joint == Joint::loose && items.front()->unit == nullptr &&
                               items.front()->currency.empty() && mean.currency.empty();
    if (!are_alike(*items.front(), mean) && !unit_left_out) return;
    if (passage.any(k_other_means) || is_disowned(passage)) return;
    if (may_be_weighted(passage, items, mean)) return;
    for (const auto* item : items)
        if (item->qualifier != reading::Qualifier::none) return;
    Rational total = 0;
    for (const auto* item : items) total += reading::value_of(*item) * conversion(*item, mean);
    if (joint == Joint::loose && !is_near(mean, total / static_cast<long>(items.size()))) return;
    Claimed claimed;
    claimed.check = "arith.mean";
    claimed.certainty = joint == Joint::loose ? Certainty::strong : Certainty::exact;
    // "6.96, and scored his 967 runs": no list.
    constexpr long k_far = 50;
    const auto by_value = [](const Quantity* left, const Quantity* right) {
        return reading::value_of(*left) < reading::value_of(*right);
    };
    const auto [least, most] = std::minmax_element(items.begin(), items.end(), by_value);
    if ((*least)->place != (*most)->place &&
        reading::value_of(**most) > reading::value_of(**least) * k_far)
        return;
    claimed.title = "Average does not match its values";
    claimed.stated = &mean;
    claimed.operands = items;
    claimed.formula = base::concat("(", joined(items, "+"), ") / ", items.size());
    const Candidate plain{"plain", [&](bool other_mark) {
                              Interval sum = Interval::point(0);
                              for (const auto* item : items)
                                  sum = sum + reading::measured(*item, other_mark) *
                                                  Interval::point(conversion(*item, mean));
                              const Rational share{1, static_cast<long>(items.size())};
                              return std::optional{sum * Interval::point(share)};
                          }};
    // Half up, half even and cut off give up to one unit of difference for an average of integers.
    const Rational slack =
        reading::is_exact(mean) ? reading::power_of_ten(mean.place) / 2 : Rational{0};
    judge(passage.document(), claimed, {&plain, 1}, review, slack);
}

// "the average of 4, 8 and 12 is 9": the list begins right after the word.
void mean_of_list(const Passage& passage, Review& review)
{
    constexpr std::string_view k_heads[] = {"average", "mean"};
    for (const auto& first : passage.quantities())
        if (const auto listed = listed_result(passage, first, k_heads))
            weigh(passage, listed->items, *listed->result, review);
}

// A list that binds less surely; a count of its items may stand between: "on her three exams".
void loose_list(const Passage& passage, const Quantity& mean, Review& review)
{
    auto items = list_before(passage, mean, Joint::loose);
    if (items.size() == 1 && items.front()->spelled) {
        auto counted = list_before(passage, *items.front(), Joint::loose);
        if (reading::value_of(*items.front()) != static_cast<long>(counted.size())) return;
        items = std::move(counted);
    }
    if (items.size() > 1 && mean.begin - items.back()->end <= 12)
        weigh(passage, items, mean, review, Joint::loose);
}

// "The 5 drivers made 300 deliveries, an average of 60 deliveries per driver."
void mean_of_total(const Passage& passage, Review& review)
{
    std::vector<const Quantity*> numbers;
    for (const auto& quantity : passage.quantities()) {
        if (quantity.kind != QuantityKind::cardinal || quantity.doubtful || quantity.in_range ||
            quantity.qualifier != reading::Qualifier::none)
            return;
        if (!is_year(passage, quantity)) numbers.push_back(&quantity);
    }
    if (numbers.size() != 3 || passage.any(k_other_means) || is_disowned(passage)) return;
    const Quantity& mean = *numbers[2];
    const bool average = is_mean(passage, mean) || (passage.is(mean.begin - 1, {"average"}) &&
                                                    passage.is(mean.begin - 2, {"on"}));
    std::uint32_t at = mean.end;
    while (at < mean.end + 2 && !passage.is(at, {"per", "each", "every", "a"})) ++at;
    if (!average || !passage.is(at, {"per", "each", "every", "a"})) return;
    const auto per = passage.word(at + 1);
    const auto counts = [&](const Quantity& quantity) {
        return quantity.currency.empty() && same_noun(per, noun_of(passage, quantity));
    };
    const bool first = counts(*numbers[0]);
    if (first == counts(*numbers[1])) return;
    const Quantity& count = *numbers[first ? 0 : 1];
    const Quantity& total = *numbers[first ? 1 : 0];
    const bool measured = !mean.currency.empty() || mean.unit != nullptr;
    if (!are_alike(total, mean) || reading::value_of(count) == 0) return;
    if (!measured && at != mean.end && !same_noun(noun_of(passage, total), noun_of(passage, mean)))
        return;
    const Rational exact =
        reading::value_of(total) / reading::value_of(count) * conversion(total, mean);
    if (!is_near(mean, exact)) return;
    Claimed claimed;
    claimed.check = "arith.mean";
    claimed.certainty = Certainty::strong;
    claimed.title = "Average does not match total and count";
    claimed.stated = &mean;
    claimed.operands = {&total, &count};
    claimed.formula = joined(claimed.operands, "/");
    claimed.exact = exact;
    const Candidate plain{"plain", [&](bool other) -> std::optional<Interval> {
                              const auto ratio = reading::divide(reading::measured(total, other),
                                                                 reading::measured(count, other));
                              if (!ratio) return std::nullopt;
                              return *ratio * Interval::point(conversion(total, mean));
                          }};
    // Nobody tells of 24.6 cars: a whole unit either way.
    const Rational slack =
        reading::is_exact(mean) ? reading::power_of_ten(mean.place) : Rational{0};
    judge(passage.document(), claimed, {&plain, 1}, review, slack);
}

// "The median of 3, 7 and 20 is 7."
void median_of_list(const Passage& passage, Review& review)
{
    constexpr std::string_view k_heads[] = {"median"};
    for (const auto& first : passage.quantities()) {
        const auto listed = listed_result(passage, first, k_heads);
        if (!listed || !are_alike(first, *listed->result) || is_disowned(passage)) continue;
        std::vector<Rational> values;
        for (const auto* item : listed->items) values.push_back(reading::value_of(*item));
        std::sort(values.begin(), values.end());
        const std::size_t half = values.size() / 2;
        const Rational median =
            values.size() % 2 == 1 ? values[half] : Rational{(values[half - 1] + values[half]) / 2};
        Claimed claimed;
        claimed.check = "arith.mean";
        claimed.title = "Median does not match its values";
        claimed.stated = listed->result;
        claimed.operands = listed->items;
        claimed.formula = base::concat("The median of ", joined(listed->items, ","));
        const Rational lower = values[(values.size() - 1) / 2];
        const Candidate candidates[] = {
            {"plain", [&](bool) { return std::optional{Interval::point(median)}; }},
            {"lower middle", [&](bool) { return std::optional{Interval::point(lower)}; }},
            {"upper middle", [&](bool) { return std::optional{Interval::point(values[half])}; }}};
        judge(passage.document(), claimed, candidates, review);
    }
}

} // namespace

void check_means(const Document& document, std::size_t sentence, Review& review)
{
    constexpr std::string_view k_words[] = {"average", "mean", "averages", "averaging", "averaged"};
    constexpr std::string_view k_median[] = {"median"};
    const Passage here = Passage::sentence(document, sentence);
    if (here.quantities().size() >= 3 && here.any(k_median)) median_of_list(here, review);
    if (here.quantities().size() >= 3 && here.any(k_words)) {
        mean_of_list(here, review);
        mean_of_total(here, review);
        for (const auto& quantity : here.quantities()) {
            if (!is_mean(here, quantity)) continue;
            const auto items = list_before(here, quantity);
            if (!items.empty() && quantity.begin - items.back()->end > 8) continue;
            if (items.size() > 1 && are_alike(*items.front(), quantity)) {
                weigh(here, items, quantity, review);
            } else {
                loose_list(here, quantity, review);
            }
        }
    }
    const Passage both = Passage::sentence_and_next(document, sentence);
    if (both.end() == here.end() || here.quantities().size() < 2) return;
    const Passage next{document, here.end(), both.end()};
    if (next.quantities().size() != 1 || !next.any(here.end(), here.end() + 3, k_words)) return;
    const Quantity& mean = both.quantities().back();
    if (!is_mean(both, mean)) return;
    const auto items = list_before(both, mean);
    if (items.size() == here.quantities().size()) weigh(both, items, mean, review);
}

} // namespace verify::skeptic
