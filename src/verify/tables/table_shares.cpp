// table.percent: a column of percentages that are the rows' shares of another column.
#include "base/concat.hpp"
#include "verify/law/precision.hpp"
#include "verify/tables/checks.hpp"
#include "verify/tables/sheet.hpp"

#include <algorithm>
#include <functional>

namespace verify::tables {

const Check k_table_percent{.id = "table.percent",
                            .category = Category::consistency,
                            .nature = Nature::relation,
                            .proof = {"shares in a column are not those of its counts",
                                      "shares of a whole that the table does not have"},
                            .planted = k_planted_tables};

namespace {

// Shares of one whole: each percentage is its row's count of all counts.
class TableShares {
public:
    TableShares(const Sheet& sheet, std::size_t counts, std::size_t percents)
        : m_sheet{sheet}, m_counts{sheet.columns()[counts]}, m_percents{sheet.columns()[percents]}
    {
        for (std::size_t r = sheet.first_row(); r < sheet.rows().size(); ++r) {
            const auto& count = m_counts.cells[r];
            if (!count) continue;
            const RowKind kind = sheet.rows()[r].kind;
            if (kind == RowKind::data) m_sum += count->value;
            if (kind == RowKind::total && sheet.rows()[r].is_strict) m_total = &*count;
        }
    }

    // The whole that makes most rows right; nullopt when none makes two.
    [[nodiscard]] std::optional<Rational> whole() const
    {
        // Changes and margins are below zero or above a hundred sooner or later; shares never.
        bool is_part = true;
        each([&](std::size_t row) {
            const Rational& value = m_percents.cells[row]->value;
            is_part = is_part && value >= 0 && value <= 100;
        });
        if (!is_part) return std::nullopt;
        std::optional<Rational> best;
        std::size_t most = 1;
        for (const auto& whole : {m_total == nullptr ? m_sum : m_total->value, m_sum}) {
            if (whole <= 0) continue;
            std::size_t held = 0;
            std::size_t failed = 0;
            each([&](std::size_t row) { (is_right(row, whole) ? held : failed) += 1; });
            if (held > most && held > failed) {
                most = held;
                best = whole;
            }
        }
        return best;
    }

    void judge(const Rational& whole, Review& review) const
    {
        each([&](std::size_t row) {
            const CellNumber& count = *m_counts.cells[row];
            const CellNumber& stated = *m_percents.cells[row];
            if (is_right(row, whole))
                return pass(m_sheet, {k_table_percent, stated, {&count}, "plain"}, review);
            const Rational exact = count.value * 100 / whole;
            report(m_sheet,
                   {k_table_percent,
                    "The percentage is not the row's share of the total",
                    &stated,
                    {&count},
                    exact,
                    Interval::point(exact),
                    base::concat(reading::exact_text(count.value), " / ",
                                 reading::exact_text(whole), " * 100"),
                    {{"plain", false}, {"truncated", false}}},
                   review);
        });
    }

private:
    void each(const std::function<void(std::size_t)>& visit) const
    {
        for (std::size_t r = m_sheet.first_row(); r < m_sheet.rows().size(); ++r)
            if (m_counts.cells[r] && m_percents.cells[r] && is_counted(m_sheet.rows()[r])) visit(r);
    }

    // Rounded or truncated.
    [[nodiscard]] bool is_right(std::size_t row, const Rational& whole) const
    {
        const CellNumber& stated = *m_percents.cells[row];
        const Interval count = m_sheet.interval(*m_counts.cells[row]);
        const Rational unit = reading::power_of_ten(stated.place);
        const Interval allowed{stated.value - unit / 2, stated.value + unit};
        return allowed.meets({count.low * 100 / whole, count.high * 100 / whole});
    }

    const Sheet& m_sheet;
    const Column& m_counts;
    const Column& m_percents;
    Rational m_sum;
    const CellNumber* m_total = nullptr;
};

} // namespace

void check_percent_columns(const Sheet& sheet, Review& review)
{
    constexpr std::size_t k_most_pairs = 16;
    const auto numeric = numeric_columns(sheet);
    std::size_t pairs = 0;
    for (const auto percents : numeric) {
        if (!sheet.columns()[percents].is_share) continue;
        for (const auto counts : numeric) {
            if (counts == percents || sheet.columns()[counts].is_share) continue;
            if (++pairs > k_most_pairs) return;
            const TableShares shares{sheet, counts, percents};
            const auto whole = shares.whole();
            if (!whole) continue;
            shares.judge(*whole, review);
            break;
        }
    }
}

} // namespace verify::tables
