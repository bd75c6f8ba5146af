// arith.mean: the average of numbers that are all listed.
#include "analysis/verify/skeptic/frames.hpp"
#include "analysis/verify/skeptic/judge.hpp"
#include "analysis/verify/skeptic/skeptic.hpp"
#include "base/concat.hpp"

namespace analysis::verify::skeptic {

using text::Interval;
using text::Passage;
using text::Quantity;
using text::Rational;

namespace {

constexpr std::string_view k_other_means[] = {
    "weighted",   "geometric", "harmonic",  "moving",   "rolling",  "trimmed", "median", "mode",
    "historical", "national",  "long-term", "previous", "expected", "above",   "below",  "than"};

bool is_mean_word(std::string_view word)
{
    return text::is_one_of(word, {"average", "mean", "averages", "averaging", "averaged"});
}

// "an average of 9", "averaging 9", "the mean is 9", "the average of 4, 8 and 12 is 9".
bool is_mean(const Passage& passage, const Quantity& quantity)
{
    std::uint32_t at = quantity.begin - 1;
    if (is_mean_word(passage.word(at))) return true;
    if (!passage.is(at, {"of", "is", "was", ":", "=", "at", "to", "about"})) return false;
    return is_mean_word(passage.word(at - 1));
}

void weigh(const Passage& passage, const std::vector<const Quantity*>& items, const Quantity& mean,
           Review& review)
{
    if (items.size() < 2 || !are_alike(*items.front(), mean)) return;
    if (passage.any(k_other_means) || is_disowned(passage)) return;
    for (const auto* item : items)
        if (item->qualifier != text::Qualifier::none) return;
    Claimed claimed;
    claimed.check = "arith.mean";
    claimed.title = "Average does not match its values";
    claimed.stated = &mean;
    claimed.operands = items;
    claimed.formula = base::concat("(", joined(items, "+"), ") / ", items.size());
    const Candidate plain{"plain", [&](bool other_mark) {
                              Interval sum = Interval::point(0);
                              for (const auto* item : items)
                                  sum = sum + text::measured(*item, other_mark) *
                                                  Interval::point(conversion(*item, mean));
                              const Rational share{1, static_cast<long>(items.size())};
                              return std::optional{sum * Interval::point(share)};
                          }};
    // Half up, half even and cut off give up to one unit of difference for an average of integers.
    const Rational slack = text::is_exact(mean) ? text::power_of_ten(mean.place) / 2 : Rational{0};
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

} // namespace

void check_means(const text::Document& document, std::size_t sentence, Review& review)
{
    constexpr std::string_view k_words[] = {"average", "mean", "averages", "averaging", "averaged"};
    const Passage here = Passage::sentence(document, sentence);
    if (here.quantities().size() >= 3 && here.any(k_words)) {
        mean_of_list(here, review);
        for (const auto& quantity : here.quantities()) {
            if (!is_mean(here, quantity)) continue;
            const auto items = list_before(here, quantity);
            if (items.empty() || quantity.begin - items.back()->end > 8) continue;
            weigh(here, items, quantity, review);
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

} // namespace analysis::verify::skeptic
