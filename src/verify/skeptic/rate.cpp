// arith.product where the words bind less surely: "12 eggs at $0.25 each cost $3.50", "$12 a month
// is $150 a year", "60 mph for 3 hours covers 200 miles", "6 m by 4 m, an area of 26 square
// metres". A result far from the product is left alone: it may be the result of something else.
#include "verify/judge.hpp"
#include "verify/skeptic/frames.hpp"
#include "verify/skeptic/skeptic.hpp"

#include <algorithm>

namespace verify::skeptic {

namespace {

// More than multiplying happens, or the numbers are told of different things.
constexpr std::string_view k_disabling[] = {
    "including", "plus",     "tax",       "taxes",      "vat",       "shipping",   "discount",
    "discounts", "interest", "fee",       "fees",       "average",   "except",     "minus",
    "bonus",     "overtime", "net",       "break",      "breaks",    "additional", "extra",
    "remaining", "another",  "half",      "coupon",     "voucher",   "off",        "deal",
    "saved",     "save",     "saving",    "reduced",    "free",      "deposit",    "compound",
    "tip",       "tips",     "refund",    "after",      "only",      "but",        "instead",
    "than",      "not",      "delivery",  "deductions", "deduction", "down",       "least",
    "budget",    "limit",    "maximum",   "minimum",    "planned",   "expected",   "empty",
    "vacant",    "bundle",   "wholesale", "up",         "most"};

// Between the operands and the result one of these must stand.
constexpr std::string_view k_results[] = {
    "cost",    "costs",     "costing", "comes",   "came",     "total",  "totals",    "totaling",
    "worth",   "make",      "makes",   "making",  "made",     "is",     "are",       "equals",
    "=",       "so",        "that",    "which",   "pay",      "pays",   "paying",    "cover",
    "covers",  "covering",  "covered", "taking",  "raising",  "raised", "earned",    "earning",
    "giving",  "gives",     "yields",  "bill",    "bringing", "holds",  "hold",      "worked",
    "grossed", "therefore", "hence",   "amounts", "amounted", "billed", "totalling", "charged",
    "spent",   "spends",    "paid",    "works",   "area"};

struct Period {
    std::string_view small;
    std::string_view large;
    int low; // how many of the small ones are in a large one, at least and at most
    int high;
};
// A year of wages has 48 to 53 weeks. Days of a week and hours of a day are anybody's.
constexpr Period k_periods[] = {{"month", "year", 12, 12},
                                {"quarter", "year", 4, 4},
                                {"week", "year", 48, 53},
                                {"day", "year", 360, 366},
                                {"minute", "hour", 60, 60}};

class Rates {
public:
    Rates(const Passage& passage, Review& review) : m_passage{passage}, m_review{review} {}

    void run()
    {
        std::vector<const Quantity*> numbers;
        for (const auto& quantity : m_passage.quantities()) {
            if (quantity.kind == QuantityKind::ordinal || is_year(m_passage, quantity)) continue;
            if (quantity.kind != QuantityKind::cardinal || quantity.doubtful || quantity.in_range ||
                quantity.qualifier != reading::Qualifier::none)
                return;
            numbers.push_back(&quantity);
        }
        if (numbers.size() < 2 || numbers.size() > 3 || !m_passage.dates().empty()) return;
        const Quantity& result = *numbers.back();
        if (!leads_to(*numbers[numbers.size() - 2], result) || is_disowned(m_passage)) return;
        if (numbers.size() == 2) {
            over_period(*numbers[0], result);
            return;
        }
        const Quantity& first = *numbers[0];
        const Quantity& second = *numbers[1];
        if (is_area(first, second, result) || is_pair(first, second, result) ||
            is_pair(second, first, result) || is_contained(first, second, result))
            weigh({&first, &second}, result, Interval::point(factor(first, second, result)));
    }

private:
    // Few words, one of them a verb or sign that announces a result, and nothing that changes it.
    [[nodiscard]] bool leads_to(const Quantity& last, const Quantity& result) const
    {
        if (result.begin < last.end || result.begin - last.end > 12 || m_passage.any(k_disabling))
            return false;
        // "3 tickets at $20 each or $50 for the set" are two prices; ", or $60" is a result.
        const bool set = m_passage.is(result.end, {"for", "if", "as"});
        return m_passage.any(last.end, result.begin, k_results) ||
               (m_passage.reads(result.begin - 2, {",", "or"}) && !set);
    }

    // The nouns a quantity is said to be for: "day" of "8 hours a day"; "each" when none follows.
    [[nodiscard]] std::string_view per(const Quantity& quantity) const
    {
        for (std::uint32_t i = quantity.end; i < quantity.end + 3 && m_passage.holds(i); ++i) {
            if (m_passage.is(i, {"apiece"})) return "each";
            if (m_passage.is(i, {"each", "every", "per", "/", "a", "an"})) {
                const auto next = m_passage.word(i + 1);
                const bool noun =
                    m_passage.document().kind(i + 1) == TokenKind::word &&
                    !reading::is_one_of(next, k_results) &&
                    !reading::is_one_of(next, {"for", "and", "in", "to", "at", "with"});
                if (noun) return next;
                return m_passage.is(i, {"each"}) ? std::string_view{"each"} : std::string_view{};
            }
            if (m_passage.document().kind(i) != TokenKind::word ||
                m_passage.is(i, {"for", "in", "of", "and", "to"}))
                return {};
        }
        return {};
    }

    [[nodiscard]] std::string_view counted(const Quantity& quantity) const
    {
        if (quantity.unit != nullptr) return quantity.unit->canonical;
        auto noun = noun_of(m_passage, quantity);
        if (noun.empty() && m_passage.is(quantity.end, {"-"}))
            noun = m_passage.word(quantity.end + 1);
        return noun;
    }

    // `count` things, `rate` for each of them.
    [[nodiscard]] bool is_pair(const Quantity& count, const Quantity& rate,
                               const Quantity& result) const
    {
        if (is_speed(rate) && is_time(count) && result.unit != nullptr &&
            result.unit->dimension == Dimension::length)
            return true;
        const auto of = per(rate);
        if (of.empty() || !is_of_kind(rate, result)) return false;
        if (of == "each") return count.currency.empty() && !counted(count).empty();
        return count.currency.empty() && same_noun(of, counted(count));
    }

    [[nodiscard]] static bool is_speed(const Quantity& quantity)
    {
        return quantity.unit != nullptr && quantity.unit->dimension == Dimension::speed;
    }
    [[nodiscard]] static bool is_time(const Quantity& quantity)
    {
        return quantity.unit != nullptr && quantity.unit->dimension == Dimension::time &&
               quantity.unit->factor != "0";
    }

    // "six boxes of 24 bottles make", "each of the 16 teams has 11 players, so", "30 rows with 25
    // trees each".
    [[nodiscard]] bool is_contained(const Quantity& count, const Quantity& content,
                                    const Quantity& result) const
    {
        if (!count.currency.empty() || noun_of(m_passage, count).empty()) return false;
        const bool of = m_passage.is(content.begin - 1, {"of"}) && content.begin - count.end <= 3;
        const bool each = m_passage.any(m_passage.begin(), count.begin, k_each) ||
                          m_passage.any(content.end, content.end + 4, k_each);
        return (of || each) && is_of_kind(content, result) &&
               (!result.currency.empty() || same_noun(counted(content), counted(result)));
    }

    [[nodiscard]] bool is_area(const Quantity& width, const Quantity& length,
                               const Quantity& result) const
    {
        const auto is_length = [](const Quantity& side) {
            return side.unit != nullptr && side.unit->dimension == Dimension::length;
        };
        if (!is_length(width) || !is_length(length) || length.begin != width.end + 1 ||
            width.unit->canonical != length.unit->canonical ||
            !m_passage.is(width.end, {"by", "x", "\u00d7"}))
            return false;
        return m_passage.is(result.end, {"square", "sq"}) && result.unit == nullptr &&
               m_passage.word(result.end + 1).substr(0, 1) ==
                   m_passage.word(length.end - 1).substr(0, 1);
    }

    [[nodiscard]] bool is_of_kind(const Quantity& part, const Quantity& result) const
    {
        if (!are_alike(part, result)) return false;
        if (!part.currency.empty() || part.unit != nullptr) return true;
        const auto noun = noun_of(m_passage, result);
        return !noun.empty() && same_noun(noun_of(m_passage, part), noun);
    }

    // What makes the units fit: miles per hour times minutes, minutes told in hours.
    [[nodiscard]] static Rational factor(const Quantity& first, const Quantity& second,
                                         const Quantity& result)
    {
        for (const auto* speed : {&first, &second}) {
            if (!is_speed(*speed)) continue;
            const Quantity& time = speed == &first ? second : first;
            static constexpr reading::Unit k_second{"s", "second", Dimension::time, "1"};
            static constexpr reading::Unit k_metre{"m", "m", Dimension::length, "1"};
            static constexpr reading::Unit k_metre_per_second{"m/s", "m/s", Dimension::speed, "1"};
            const auto with = [](const reading::Unit& unit) {
                Quantity out;
                out.unit = &unit;
                return out;
            };
            return conversion(*speed, with(k_metre_per_second)) * conversion(time, with(k_second)) *
                   conversion(with(k_metre), result);
        }
        for (const auto* part : {&first, &second})
            if (part->unit != nullptr && result.unit != nullptr &&
                part->unit->dimension == result.unit->dimension)
                return conversion(*part, result);
        return 1;
    }

    // "$12 per month comes to $150 a year".
    void over_period(const Quantity& rate, const Quantity& result)
    {
        const auto small = per(rate);
        const auto large = per(result);
        // "$12 per month or $120 per year" are two prices.
        constexpr std::string_view k_follows[] = {"comes",   "came",    "equals",   "makes", "adds",
                                                  "amounts", "totals",  "totaling", "=",     "so",
                                                  "that",    "meaning", "works"};
        constexpr std::string_view k_prices[] = {"or", "annual", "annually", "plan", "while"};
        if (!m_passage.any(rate.end, result.begin, k_follows) || m_passage.any(k_prices)) return;
        if (!are_alike(rate, result) || (rate.currency.empty() && rate.unit == nullptr)) return;
        for (const auto& period : k_periods)
            if (small == period.small && large == period.large)
                weigh({&rate}, result, Interval{period.low, period.high});
    }

    void weigh(const std::vector<const Quantity*>& factors, const Quantity& result,
               const Interval& unit)
    {
        const auto product = [&](bool other) {
            Interval out = unit;
            for (const auto* each : factors) out = out * reading::measured(*each, other);
            return std::optional{out};
        };
        const Interval plain = *product(false);
        if (!is_near(result, (plain.low + plain.high) / 2)) return;
        Claimed claimed;
        claimed.check = "arith.product";
        claimed.title = "Total does not match count and amount for each";
        claimed.certainty = Certainty::strong;
        claimed.stated = &result;
        claimed.operands = factors;
        claimed.formula = joined(factors, "x");
        if (unit.low != 1) claimed.formula += " x " + reading::exact_text(unit.low);
        claimed.unit = result.unit != nullptr ? result.unit->canonical : result.currency;
        const Candidate candidates[] = {{"plain", product}};
        judge(m_passage.document(), claimed, candidates, m_review, rounding_slack(factors, result));
    }

    static constexpr std::string_view k_each[] = {"each", "every", "apiece"};

    const Passage& m_passage;
    Review& m_review;
};

} // namespace

void check_rates(const Passage& passage, Review& review)
{
    Rates{passage, review}.run();
}

} // namespace verify::skeptic
