// arith.percent_change of prices: "a $120 jacket at 25% off costs $90", "$80 plus 20% VAT is $96".
#include "base/concat.hpp"
#include "verify/judge.hpp"
#include "verify/skeptic/frames.hpp"
#include "verify/skeptic/skeptic.hpp"

#include <vector>

namespace verify::skeptic {

namespace {

constexpr std::string_view k_less[] = {"off",      "discount", "discounted", "reduced",
                                       "markdown", "cheaper",  "reduction",  "rebate",
                                       "sale",     "less",     "minus",      "knocked"};
constexpr std::string_view k_more[] = {"vat",       "tax",     "tip",      "gst",
                                       "surcharge", "markup",  "gratuity", "added",
                                       "interest",  "premium", "plus",     "levy"};
// With these there is more to the price than one percentage.
constexpr std::string_view k_disabling[] = {"shipping", "delivery", "each",    "per",      "up",
                                            "further",  "then",     "another", "monthly",  "if",
                                            "least",    "between",  "annual",  "compound", "years",
                                            "was",      "from"};

bool is_price(const Quantity& quantity)
{
    return quantity.kind == QuantityKind::cardinal && !quantity.doubtful && !quantity.in_range &&
           !quantity.currency.empty() && quantity.qualifier == reading::Qualifier::none &&
           reading::value_of(quantity) > 0;
}

// Exactly a price, a percentage and a later price; the percentage stands before the result.
struct Deal {
    const Quantity* list = nullptr;
    const Quantity* percent = nullptr;
    const Quantity* result = nullptr;
};

std::optional<Deal> deal_of(const Passage& sentence)
{
    Deal out;
    for (const auto& quantity : sentence.quantities()) {
        if (quantity.kind == QuantityKind::percent) {
            if (out.percent != nullptr || quantity.doubtful || quantity.in_range ||
                out.result != nullptr)
                return std::nullopt;
            out.percent = &quantity;
        } else if (is_price(quantity)) {
            const Quantity*& place = out.list == nullptr ? out.list : out.result;
            if (place != nullptr) return std::nullopt;
            place = &quantity;
        } else if (quantity.kind != QuantityKind::ordinal && !quantity.year_like) {
            return std::nullopt;
        }
    }
    if (out.result == nullptr || out.percent == nullptr ||
        out.list->currency != out.result->currency)
        return std::nullopt;
    return out;
}

// "costs $90", "you pay $90", "is $90", "for $90", "comes to $90", "down to $90".
bool is_result(const Passage& sentence, const Quantity& price)
{
    constexpr std::string_view k_leads[] = {"costs", "cost", "pay",   "pays",    "is",    "to",
                                            "for",   "at",   "=",     "becomes", "of",    "just",
                                            "only",  "paid", "makes", "now",     "gives", "price"};
    return reading::is_one_of(sentence.word(price.begin - 1), k_leads);
}

} // namespace

void check_discounts(const Passage& sentence, Review& review)
{
    const bool less = sentence.any(k_less);
    const bool more = sentence.any(k_more);
    if (less == more || sentence.any(k_disabling) || is_disowned(sentence)) return;
    const auto deal = deal_of(sentence);
    if (!deal || !is_result(sentence, *deal->result)) return;
    const Rational share = reading::value_of(*deal->percent) / 100;
    if (share <= 0 || share >= 1) return;
    const Rational list = reading::value_of(*deal->list);
    const Rational exact = list * (less ? Rational{1 - share} : Rational{1 + share});
    if (!is_near(*deal->result, exact)) return;
    Claimed claimed;
    claimed.check = "arith.percent_change";
    claimed.title =
        less ? "Price does not match its discount" : "Price does not match its surcharge";
    claimed.stated = deal->result;
    claimed.operands = {deal->list, deal->percent};
    claimed.formula = base::concat(reading::exact_text(list), less ? " less " : " plus ",
                                   reading::exact_text(reading::value_of(*deal->percent)), "%");
    claimed.unit = deal->result->currency;
    claimed.exact = exact;
    claimed.certainty = Certainty::strong;
    const auto times = [&](const Rational& factor) {
        return [&, factor](bool other) {
            return std::optional{reading::measured(*deal->list, other) * Interval::point(factor)};
        };
    };
    const Candidate candidates[] = {
        {"plain", times(less ? Rational{1 - share} : Rational{1 + share})},
        {"the part alone", times(share)},
        {"of the lower price",
         times(less ? Rational{1 / (1 + share)} : Rational{1 / (1 - share)})}};
    // Shops round to whole cents, and often to whole units.
    const Rational cent =
        deal->result->place == 0 ? Rational{1, 1} * Rational{99, 100} : Rational{1, 100};
    judge(sentence.document(), claimed, candidates, review, cent);
}

} // namespace verify::skeptic
