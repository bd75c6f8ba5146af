// What the lines of one list tell of each other: subtotals, totals, rests, percentages, products.
#include "base/concat.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/list_lines.hpp"
#include "verify/relations/list_readings.hpp"

#include <algorithm>

namespace verify::relations {

namespace {

Rational signed_value(const Line& line)
{
    return line.is_taken_off && line.amount.value > 0 ? Rational{-line.amount.value}
                                                      : line.amount.value;
}

void add(ListSum& sum, const Line& line)
{
    sum.value += signed_value(line);
    sum.slack += (line.amount.measured.high - line.amount.measured.low) / 2;
    sum.parts.push_back(&line.amount);
    sum.values.push_back(signed_value(line));
}

class List {
public:
    // `before`: the sentence, or the list, that the list follows.
    List(const Passage& before, const Lines& lines, Review& review)
        : m_document{before.document()}, m_before{before}, m_lines{lines}, m_review{review}
    {
    }

    void judge()
    {
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            judge_product(m_lines[i]);
            const bool is_percent = judge_percent(i);
            if (is_percent || !judge_sum(i)) {
                add(m_since, m_lines[i]);
                add(m_all, m_lines[i]);
            }
        }
    }

private:
    [[nodiscard]] bool meets(const ListSum& sum, const Term& stated) const
    {
        const Interval computed{sum.value - sum.slack, sum.value + sum.slack};
        return sum.parts.size() >= 2 && computed.meets(stated.stated);
    }

    // On from the last subtotal.
    [[nodiscard]] ListSum carried_on() const
    {
        ListSum out;
        if (m_subtotal != nullptr) {
            out.value = m_subtotal->amount.value;
            out.parts.push_back(&m_subtotal->amount);
            out.values.push_back(out.value);
        }
        out.value += m_since.value;
        out.slack = m_since.slack;
        out.parts.insert(out.parts.end(), m_since.parts.begin(), m_since.parts.end());
        out.values.insert(out.values.end(), m_since.values.begin(), m_since.values.end());
        return out;
    }

    [[nodiscard]] Relation relation(const Term& stated, const ListSum& sum) const
    {
        auto out = related(k_arith_sum, "Total does not match its lines", stated, sum.parts);
        out.exact = sum.value;
        out.computed = {sum.value - sum.slack, sum.value + sum.slack};
        for (const Term* part : sum.parts) {
            const bool minus = std::any_of(m_lines.begin(), m_lines.end(), [&](const Line& line) {
                return &line.amount == part && line.is_taken_off && part->value > 0;
            });
            out.formula += base::concat(out.formula.empty() ? ""
                                        : minus             ? " - "
                                                            : " + ",
                                        printed(*part));
        }
        out.cue = Cue::strong;
        return out;
    }

    [[nodiscard]] bool has_other_reading(const Term& stated, const ListSum& sum) const
    {
        return has_groups(m_document, stated, sum) || goes_on_from(m_before, stated, sum) ||
               has_deductions(stated, sum);
    }

    // Whether the line is the sum of lines before it, or called so.
    bool judge_sum(std::size_t index)
    {
        const Line& line = m_lines[index];
        const ListSum carried = carried_on();
        for (const ListSum* sum :
             std::initializer_list<const ListSum*>{&carried, &m_since, &m_all}) {
            if (!meets(*sum, line.amount)) continue;
            auto held = relation(line.amount, *sum);
            held.holds = true;
            // Two equal lines by chance are not a subtotal that was meant.
            if (line.is_total || line.is_rest || sum->parts.size() >= 3)
                conclude(m_document, held, m_review);
            settle(line);
            return true;
        }
        if (line.is_rest && judge_rest(index)) return true;
        const bool is_last = index + 1 == m_lines.size();
        if (!line.is_total && !is_last && !line.is_bare) return false;
        const ListSum& meant = m_subtotal == nullptr   ? m_since
                               : m_since.parts.empty() ? m_all
                                                       : carried;
        if (meant.parts.size() < 2) return false;
        if (has_other_reading(line.amount, meant) || has_other_reading(line.amount, m_all)) {
            settle(line);
            return true;
        }
        auto failed = relation(line.amount, meant);
        const Miss miss = miss_of(line.amount, failed.exact);
        constexpr double k_unlikely = 0.05;
        const bool is_told = (line.is_total || line.is_bare) && is_error(failed);
        const bool is_near = is_within(line.amount, failed.exact, Rational{3, 20});
        if (is_told || (meant.parts.size() >= 3 && miss.chance <= k_unlikely && is_near))
            conclude(m_document, failed, m_review);
        if (!line.is_total && !line.is_bare) return false;
        settle(line);
        return true;
    }

    // "Total 37.85, cash 50.00, change 12.15": the last two lines apart.
    bool judge_rest(std::size_t index)
    {
        if (index < 2) return false;
        const Line& more = m_lines[index - 1];
        const Line& less = m_lines[index - 2];
        const Line& line = m_lines[index];
        auto apart = related(k_arith_difference, "What is left does not match", line.amount,
                             {&more.amount, &less.amount});
        const Rational exact = abs(more.amount.value - less.amount.value);
        const bool first_is_more = less.amount.value > more.amount.value;
        apart.gives(exact, Interval::point(exact),
                    base::concat(printed(first_is_more ? less.amount : more.amount), " - ",
                                 printed(first_is_more ? more.amount : less.amount)));
        apart.cue = Cue::strong;
        if (!apart.holds && !is_error(apart)) return false;
        conclude(m_document, apart, m_review);
        settle(line);
        return true;
    }

    // "VAT 20%   40.00"
    bool judge_percent(std::size_t index)
    {
        const Line& line = m_lines[index];
        if (line.others.size() != 1 || line.is_total) return false;
        const Term& percent = line.others.front();
        if (percent.kind != reading::QuantityKind::percent || index == 0) return false;
        const Rational share = abs(percent.value) / 100;
        std::vector<Rational> bases;
        for (std::size_t i = 0; i < index; ++i) bases.emplace_back(abs(m_lines[i].amount.value));
        bases.push_back(m_since.value);
        bases.push_back(m_all.value);
        const Rational amount = abs(line.amount.value);
        const auto fits = [&](const Rational& base) {
            const Rational off = abs(base * share - amount);
            return off <= reading::power_of_ten(line.amount.quantity->place);
        };
        if (std::any_of(bases.begin(), bases.end(), fits)) return true;
        const Term& base = m_subtotal != nullptr && m_since.parts.empty()
                               ? m_subtotal->amount
                               : m_lines[index - 1].amount;
        if (m_subtotal == nullptr && index != 1) return true;
        auto failed = related(k_arith_share, "Percentage of the line before does not match",
                              line.amount, {&percent, &base});
        failed.exact = base.value * share;
        failed.computed = Interval::point(failed.exact);
        failed.formula = base::concat(printed(percent), "% of ", printed(base));
        failed.cue = Cue::strong;
        if (is_error(failed)) conclude(m_document, failed, m_review);
        return true;
    }

    // "3 x bagel at 4.50   13.50"
    void judge_product(const Line& line)
    {
        if (line.others.size() != 2 || !line.has_times) return;
        const Term& count = line.others[0];
        const Term& price = line.others[1];
        if (!count.is_number() || !price.is_number()) return;
        if (price.quantity->place != line.amount.quantity->place) return;
        auto product = related(k_arith_product, "Line does not match count and price", line.amount,
                               {&count, &price});
        product.gives(count.value * price.value, Interval::point(count.value * price.value),
                      base::concat(printed(count), " * ", printed(price)));
        product.cue = Cue::strong;
        if (product.holds || is_error(product)) conclude(m_document, product, m_review);
    }

    void settle(const Line& line)
    {
        m_subtotal = &line;
        m_since = {};
    }

    const Document& m_document;
    const Passage& m_before;
    const Lines& m_lines;
    Review& m_review;
    ListSum m_since; // lines since the last subtotal
    ListSum m_all;   // all that are not subtotals
    const Line* m_subtotal = nullptr;
};

} // namespace

void judge_list(const Passage& before, const Lines& lines, Review& review)
{
    List{before, lines, review}.judge();
}

} // namespace verify::relations
