// Changes, differences, means, sums, shares and comparisons of cells that years or two labels name.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "verify/law/slip.hpp"
#include "verify/tables/lexicon.hpp"
#include "verify/tables/operands.hpp"

#include <algorithm>

namespace verify::tables {

namespace {

using reading::CellKind;
using reading::TableCell;

enum class Way { look_up, change, percent_change, difference, mean, sum, ratio, percent_of };

class Judge {
public:
    Judge(const Document& document, const IndexedTable& table, const Statement& statement)
        : m_document{document}, m_table{table}, m_statement{statement}
    {
    }

    bool judge(Review& review);

private:
    [[nodiscard]] bool says(const reading::Cues& cues, const Binding& binding) const
    {
        return tables::says(m_table, m_statement, cues, binding);
    }
    [[nodiscard]] std::optional<Way> way_of(const Binding& binding) const;
    [[nodiscard]] std::optional<Recomputed> recompute(Way way, const Binding& binding) const;
    [[nodiscard]] bool holds(Way way, const Recomputed& recomputed, const Binding& binding) const;
    [[nodiscard]] bool is_slip(Way way, const Recomputed& recomputed, bool is_named) const;
    void tell(const Recomputed& recomputed, Review& review) const;

    const Document& m_document;
    const IndexedTable& m_table;
    const Statement& m_statement;
    const Quantity* m_stated = nullptr;
};

std::optional<Way> Judge::way_of(const Binding& binding) const
{
    const bool changes = says(k_change, binding) || says(k_rise, binding) || says(k_fall, binding);
    const bool differs = says(k_difference, binding);
    const bool means = says(k_mean, binding);
    const bool sums = says(k_sum, binding);
    if (changes + differs + means > 1) return std::nullopt;
    // "Net decrease in cash decreased": of what is a change itself no direction is sure.
    for (const auto& word : m_statement.words) {
        const bool moves =
            reading::is_in(k_rise, word.folded) || reading::is_in(k_fall, word.folded);
        if (moves && names(m_table, binding, word.stem)) return std::nullopt;
    }
    const bool is_percent = m_stated->kind == QuantityKind::percent;
    const std::size_t count = binding.operands.size();
    if (means) return count > 1 ? std::optional{Way::mean} : std::nullopt;
    if (binding.is_pair && binding.is_joined) return sums ? std::optional{Way::sum} : std::nullopt;
    if (binding.is_pair) {
        if (differs && !is_percent) return Way::difference;
        if (changes || differs || !says(k_ratio, binding)) return std::nullopt;
        return is_percent ? Way::percent_of : Way::ratio;
    }
    if (changes || differs) {
        if (count != 2) return std::nullopt;
        return is_percent ? Way::percent_change : Way::change;
    }
    if (count == 2 && says(k_ratio, binding) && !is_percent) return Way::ratio;
    if (count == 1)
        return is_percent && !binding.operands.front().cell->number.is_percent
                   ? std::nullopt
                   : std::optional{Way::look_up};
    // One number for two years: it is of both.
    return is_percent ? std::nullopt : std::optional{Way::sum};
}

std::optional<Recomputed> Judge::recompute(Way way, const Binding& binding) const
{
    Recomputed out;
    std::vector<Interval> each;
    std::vector<Rational> values;
    std::vector<std::string> written;
    for (const auto& operand : binding.operands) {
        out.cells.push_back(operand.cell);
        each.push_back(interval_of(m_table, operand.column, *operand.cell));
        values.push_back(operand.cell->number.value);
        written.push_back(reading::exact_text(values.back()));
        if (operand.cell->number.value < 0) written.back() = base::concat("(", written.back(), ")");
    }
    const auto all = [&] {
        Interval sum = Interval::point(0);
        for (std::size_t i = 0; i < each.size(); ++i) {
            sum = sum + each[i];
            out.exact += values[i];
            out.formula += base::concat(i == 0 ? "" : " + ", written[i]);
        }
        return sum;
    };
    switch (way) {
    case Way::look_up:
        out.interval = each.front();
        out.exact = values.front();
        out.formula = "the cell";
        return out;
    case Way::mean: {
        const auto count = static_cast<long>(each.size());
        const Interval sum = all();
        out.interval = {sum.low / count, sum.high / count};
        out.exact /= count;
        out.formula = base::concat("(", out.formula, ") / ", count);
        return out;
    }
    case Way::sum: out.interval = all(); return out;
    case Way::change:
    case Way::difference:
        out.interval = each[1] - each[0];
        out.exact = values[1] - values[0];
        out.formula = base::concat(written[1], " - ", written[0]);
        return out;
    case Way::percent_change: {
        // A change of a loss in percent has no meaning that all share.
        if (each[0].low <= 0) return std::nullopt;
        const auto ratio = reading::divide(each[1] - each[0], each[0]);
        if (!ratio) return std::nullopt;
        out.interval = *ratio * Interval::point(100);
        out.exact = (values[1] - values[0]) / values[0] * 100;
        out.formula =
            base::concat("(", written[1], " - ", written[0], ") / ", written[0], " * 100");
        return out;
    }
    case Way::ratio:
    case Way::percent_of: {
        const auto ratio = reading::divide(each[0], each[1]);
        if (!ratio) return std::nullopt;
        const Rational factor{way == Way::ratio ? 1 : 100};
        out.interval = *ratio * Interval::point(factor);
        out.exact = values[0] / values[1] * factor;
        out.formula =
            base::concat(written[0], " / ", written[1], way == Way::ratio ? "" : " * 100");
        return out;
    }
    }
    __builtin_unreachable();
}

// What may have been rounded or cut off to the stated number, whole numbers too.
Interval allowed_of(const Quantity& stated)
{
    const Rational unit = reading::power_of_ten(stated.place);
    const Rational value = reading::value_of(stated);
    const Interval said = reading::stated(stated);
    const bool below = value < 0;
    return {std::min<Rational>(said.low, value - (below ? unit : Rational{unit / 2})),
            std::max<Rational>(said.high, value + (below ? Rational{unit / 2} : unit))};
}

bool Judge::holds(Way way, const Recomputed& recomputed, const Binding& binding) const
{
    const Rational value = reading::value_of(*m_stated);
    const Interval allowed = allowed_of(*m_stated);
    std::vector<Interval> signs{recomputed.interval};
    const Interval turned = Interval::point(0) - recomputed.interval;
    // Costs in brackets: a larger one is an increase to some, a decrease to others.
    const bool is_below_zero =
        std::all_of(binding.operands.begin(), binding.operands.end(),
                    [](const Operand& operand) { return operand.cell->number.value <= 0; });
    const bool moves = way == Way::change || way == Way::percent_change || way == Way::difference;
    const bool rises = moves && says(k_rise, binding);
    const bool falls = moves && !rises && says(k_fall, binding);
    // "A change of 5" does not say which way.
    const bool is_open = is_below_zero || (moves && !rises && !falls && value >= 0);
    if (is_open)
        signs.push_back(turned);
    else if (falls)
        signs = {turned};
    if (way == Way::look_up && value >= 0) signs.push_back(turned); // brackets may be costs
    constexpr int k_scales[] = {0, 3, 6, 9, -3, -6, -9};
    for (const auto& sign : signs)
        for (const int scale : k_scales) {
            if (scale != 0 && m_stated->kind == QuantityKind::percent) continue;
            const Interval factor = Interval::point(reading::power_of_ten(scale));
            if ((sign * factor).meets(allowed)) return true;
        }
    return false;
}

// What a writer does wrong where the rest is right: a digit, two neighbours, the direction, the new
// value for the base.
bool Judge::is_slip(Way way, const Recomputed& recomputed, bool is_named) const
{
    const Rational said = reading::value_of(*m_stated);
    // Every fourth number of two digits is a slip, so all the words have to bind.
    const double most = is_named ? 0.25 : 0.04;
    constexpr int k_scales[] = {0, 3, 6, 9, -3, -6, -9};
    for (const int scale : k_scales) {
        const Rational value = recomputed.exact * reading::power_of_ten(scale);
        const Miss miss = miss_between(said, value, m_stated->place, false);
        if (miss.slip != Slip::none && miss.chance <= most) return true;
    }
    if (way != Way::percent_change) return false;
    const Rational of_new = recomputed.exact / (1 + recomputed.exact / 100);
    return allowed_of(*m_stated).contains(abs(of_new)) ||
           allowed_of(*m_stated).contains(-abs(of_new));
}

void Judge::tell(const Recomputed& recomputed, Review& review) const
{
    constexpr int k_shown = -2;
    report({m_document, mark_of(m_document, *m_stated, "stated"), recomputed.cells,
            recomputed.formula},
           *m_stated, recomputed.exact, reading::rounded_text(recomputed.exact, k_shown), review);
}

bool Judge::judge(Review& review)
{
    if (m_statement.numbers.size() != 1) return false;
    m_stated = m_statement.numbers.front();
    if (m_stated->doubtful || m_stated->in_range) return false;
    const auto bindings = bind_operands(m_document, m_table, m_statement);
    if (bindings.empty()) return false;
    const Binding& top = bindings.front();
    if (says(k_closing, top)) return false;
    if (says(k_greatest, top) || says(k_least, top)) return false;
    const auto way = way_of(top);
    if (!way) return false;
    const bool is_unique = bindings.size() == 1 || bindings[1].score < top.score;
    const auto first = recompute(*way, top);
    if (!first) return false;
    if (holds(*way, *first, top)) {
        // A cell is repeated: whatever else the sentence says of it is not looked at.
        if (*way == Way::look_up && unexplained(m_table, m_statement, top) > 0) return false;
        pass(m_document, m_statement.whole(), first->cells, review);
        return true;
    }
    for (const auto& each : bindings) {
        const auto other = way_of(each);
        const auto value = other ? recompute(*other, each) : std::nullopt;
        if (value && holds(*other, *value, each)) return false;
    }
    if (!is_unique) return false;
    const std::size_t left = unexplained(m_table, m_statement, top);
    // What only repeats a cell may be said of something else of that name.
    const bool is_sure = top.whole && left == 0 && *way != Way::look_up;
    if (is_sure || (top.score >= 400 && is_slip(*way, *first, top.whole && left <= 2)))
        tell(*first, review);
    return true;
}

} // namespace

bool check_over_years(const Document& document, const IndexedTable& table,
                      const Statement& statement, Review& review)
{
    return Judge{document, table, statement}.judge(review);
}

} // namespace verify::tables
