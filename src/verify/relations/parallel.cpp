// Shares of a list of counts, told in its order: "46 and 34, which is 57.5% to 42.5%".
#include "verify/relations/parallel.hpp"
#include "verify/relations/checks.hpp"

#include "verify/law/judge.hpp"
#include "verify/law/slip.hpp"

#include <algorithm>

namespace verify::relations {

namespace {

using Counts = std::vector<const Quantity*>;

bool is_one_value(const Quantity& quantity)
{
    return !quantity.doubtful && !quantity.in_range && !quantity.plus && !quantity.other_value &&
           quantity.qualifier == reading::Qualifier::none;
}

bool is_count(const Quantity& quantity)
{
    return quantity.kind == QuantityKind::cardinal && is_one_value(quantity) &&
           quantity.place == 0 && quantity.currency.empty() && quantity.unit == nullptr &&
           !quantity.year_like && reading::value_of(quantity) > 0;
}

bool fits(const Quantity& share, const Quantity& part, const Rational& whole)
{
    const Rational exact = reading::value_of(part) / whole * 100;
    return reading::stated(share).contains(exact);
}

// The run of counts that ends right before `from`, as many as there are shares.
Counts counts_before(std::span<const Quantity> all, std::size_t from, std::size_t count)
{
    Counts out;
    for (std::size_t i = from; i-- > 0 && out.size() < count;) {
        if (!is_count(all[i])) return {};
        out.push_back(&all[i]);
    }
    if (out.size() != count) return {};
    std::reverse(out.begin(), out.end());
    return out;
}

} // namespace

void check_parallel_shares(const Document& document, std::size_t index, Review& review)
{
    const Passage own = Passage::sentence(document, index);
    const Passage both =
        index > 0 && document.sentences[index - 1].block == document.sentences[index].block
            ? Passage::sentence_and_next(document, index - 1)
            : own;
    const auto all = both.quantities();
    std::size_t first = 0;
    while (first < all.size() && all[first].begin < own.begin()) ++first;
    while (first < all.size() && all[first].kind != QuantityKind::percent) ++first;
    std::size_t end = first;
    while (end < all.size() && all[end].kind == QuantityKind::percent && is_one_value(all[end]))
        ++end;
    const std::size_t count = end - first;
    constexpr std::size_t k_most = 8;
    if (count < 2 || count > k_most || is_disowned(own)) return;
    const Counts counts = counts_before(all, first, count);
    if (counts.empty()) return;
    Rational whole = 0;
    for (const auto* each : counts) whole += reading::value_of(*each);
    // All but one are the shares of their counts, and the counts are all there is.
    std::size_t odd = count;
    std::size_t missed = 0;
    for (std::size_t i = 0; i < count; ++i)
        if (!fits(all[first + i], *counts[i], whole)) {
            odd = i;
            ++missed;
        }
    if (missed > 1) return;
    const Quantity& stated = all[first + (missed == 0 ? 0 : odd)];
    auto found = verify::found(k_arith_share, "The share is not that of its count", document);
    found.stated(stated);
    for (const auto* each : counts) found.operand(*each);
    if (missed == 0) return found.pass(review);
    if (review.is_full()) return;
    const Rational exact = reading::value_of(*counts[odd]) / whole * 100;
    const Rational near = reading::rounded(exact, std::min(stated.place, 0));
    // One of two that fits may be chance.
    const auto miss = miss_between(reading::value_of(stated), near, stated.place, false);
    constexpr double k_rare = 0.05;
    if (count == 2 && (miss.slip == Slip::none || miss.chance > k_rare)) return;
    found.evidence("reported", stated, "recomputed", near)
        .says("The other shares are those of the counts told before them in the same order; ",
              *counts[odd], " of ", whole, " is ", near, " %.")
        .raise(review, "Correct the share or its count.");
}

} // namespace verify::relations
