// arith.product: a number of things, so much for each, and the total the text gives.
#include "verify/judge.hpp"
#include "verify/skeptic/frames.hpp"
#include "verify/skeptic/skeptic.hpp"

namespace verify::skeptic {

namespace {

constexpr std::string_view k_disabling[] = {
    "including", "plus",    "tax",        "vat",    "shipping",  "discount", "interest", "fee",
    "fees",      "average", "up",         "except", "minus",     "bonus",    "overtime", "net",
    "about",     "break",   "additional", "extra",  "remaining", "another",  "some",     "half"};

// What a quantity is "per": the word after "per", "a", "an", "every", "each" or "/"; "each" itself
// when no noun follows.
struct Rate {
    const Quantity* quantity = nullptr;
    std::string_view per;
};

std::optional<Rate> rate_of(const Passage& passage, const Quantity& quantity)
{
    for (std::uint32_t i = quantity.end; i < quantity.end + 3 && passage.holds(i); ++i) {
        const auto next = passage.word(i + 1);
        if (passage.is(i, {"each", "apiece"})) {
            const bool noun =
                passage.document().kind(i + 1) == TokenKind::word && !next.empty() &&
                !reading::is_one_of(next, {"for", "and", "in", "to", "at", "with", "making", "so"});
            return Rate{&quantity,
                        passage.is(i, {"each"}) && noun ? next : std::string_view{"each"}};
        }
        if (passage.is(i, {"per", "every", "/"}) && !next.empty()) return Rate{&quantity, next};
        const bool article =
            passage.is(i, {"a", "an"}) && (i == quantity.end || passage.holds(i - 1));
        if (article &&
            reading::is_one_of(next, {"day",    "week",    "month",  "year",  "hour",   "night",
                                      "person", "piece",   "box",    "head",  "share",  "kilo",
                                      "unit",   "student", "ticket", "pack",  "minute", "dozen",
                                      "pound",  "bag",     "bottle", "shift", "room"}))
            return Rate{&quantity, next};
        if (passage.document().kind(i) != TokenKind::word) return std::nullopt;
    }
    return std::nullopt;
}

bool is_result(const Passage& passage, const Quantity& quantity)
{
    if (is_total(passage, quantity)) return true;
    const std::uint32_t at = quantity.begin - 1;
    if (passage.is(at, {"to"}))
        return passage.is(at - 1, {"comes", "came", "amounts", "amounted", "works", "out"});
    return passage.is(at, {"making", "equals", "costing"}) ||
           (passage.is(at, {"a"}) && passage.is(at - 1, {"making", "for"})) ||
           (passage.is(at, {"is", "was"}) && passage.is(at - 1, {"that", "which", "bill", "cost"}));
}

class Products {
public:
    Products(const Passage& passage, Review& review) : m_passage{passage}, m_review{review} {}

    void run()
    {
        std::vector<const Quantity*> numbers;
        for (const auto& quantity : m_passage.quantities()) {
            if (quantity.kind == QuantityKind::ordinal || is_year(m_passage, quantity)) continue;
            if (quantity.kind != QuantityKind::cardinal || quantity.doubtful || quantity.in_range)
                return;
            if (quantity.qualifier != reading::Qualifier::none) return;
            numbers.push_back(&quantity);
        }
        if (numbers.size() != 3 || m_passage.any(k_disabling) || is_disowned(m_passage)) return;
        const Quantity& result = *numbers[2];
        if (!is_result(m_passage, result)) return;
        if (is_pair(*numbers[0], *numbers[1], result) ||
            is_pair(*numbers[1], *numbers[0], result) ||
            is_contained(*numbers[0], *numbers[1], result))
            weigh({numbers[0], numbers[1]}, result);
    }

private:
    // `count` things at `rate` for each of them.
    [[nodiscard]] bool is_pair(const Quantity& count, const Quantity& rate,
                               const Quantity& result) const
    {
        const auto per = rate_of(m_passage, rate);
        if (!per || rate_of(m_passage, count)) return false;
        const auto counted = noun_of(m_passage, count);
        const bool applies = per->per == "each" || same_noun(per->per, counted);
        return applies && is_of_kind(rate, result);
    }

    // "12 boxes of 24 bottles", "each of the 12 rooms has 4 beds".
    [[nodiscard]] bool is_contained(const Quantity& count, const Quantity& content,
                                    const Quantity& result) const
    {
        const bool of = m_passage.is(content.begin - 1, {"of", "with"}) &&
                        content.begin - count.end == 2 && !noun_of(m_passage, count).empty();
        const bool each =
            m_passage.is(count.begin - 1, {"the", "of"}) &&
            (m_passage.is(count.begin - 3, {"each"}) || m_passage.is(count.begin - 2, {"each"}));
        const bool multiplies = m_passage.word(content.begin - 1) == "with"
                                    ? m_passage.any(content.end, content.end + 3, k_each)
                                    : of || each;
        return multiplies && is_of_kind(content, result) &&
               (!result.currency.empty() ||
                same_noun(noun_of(m_passage, content), noun_of(m_passage, result)));
    }

    [[nodiscard]] bool is_of_kind(const Quantity& part, const Quantity& result) const
    {
        if (!are_alike(part, result)) return false;
        if (!part.currency.empty() || part.unit != nullptr) return true;
        const auto noun = noun_of(m_passage, result);
        return noun.empty() || reading::is_one_of(noun, {"in", "total", "altogether"}) ||
               same_noun(noun_of(m_passage, part), noun);
    }

    void weigh(const std::vector<const Quantity*>& factors, const Quantity& result)
    {
        Claimed claimed;
        claimed.check = "arith.product";
        claimed.title = "Total does not match count and amount for each";
        claimed.stated = &result;
        claimed.operands = factors;
        claimed.formula = joined(factors, "x");
        claimed.unit = result.unit != nullptr ? result.unit->canonical : result.currency;
        const auto value = [&](std::size_t i, bool other) {
            const bool is_amount = factors[i]->unit != nullptr && rate_of(m_passage, *factors[i]);
            const Rational factor = is_amount ? conversion(*factors[i], result) : Rational{1};
            return reading::measured(*factors[i], other) * Interval::point(factor);
        };
        const Candidate candidates[] = {
            {"plain", [&](bool other) { return std::optional{value(0, other) * value(1, other)}; }},
            {"sum", [&](bool other) { return std::optional{value(0, other) + value(1, other)}; }},
        };
        judge(m_passage.document(), claimed, candidates, m_review);
    }

    static constexpr std::string_view k_each[] = {"each", "apiece"};

    const Passage& m_passage;
    Review& m_review;
};

} // namespace

void check_products(const Document& document, std::size_t sentence, Review& review)
{
    const Passage here = Passage::sentence(document, sentence);
    const std::size_t known = review.findings.size() + review.passes.size();
    if (here.quantities().size() >= 3) Products{here, review}.run();
    if (here.quantities().size() >= 2 && known == review.findings.size() + review.passes.size())
        check_rates(here, review);
    if (here.quantities().size() >= 3) return;
    const Passage both = Passage::sentence_and_next(document, sentence);
    if (!here.quantities().empty() && both.quantities().size() == 3) Products{both, review}.run();
}

} // namespace verify::skeptic
