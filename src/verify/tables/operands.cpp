#include "verify/tables/operands.hpp"

#include "base/concat.hpp"
#include "verify/tables/lexicon.hpp"
#include "verify/tables/statement.hpp"

#include <algorithm>

namespace verify::tables {

namespace {

using reading::CellKind;
using reading::TableCell;

class Binder {
public:
    Binder(const Document& document, const IndexedTable& table, const Statement& statement,
           bool takes_all)
        : m_document{document}, m_table{table}, m_statement{statement}, m_takes_all{takes_all}
    {
    }

    [[nodiscard]] std::vector<Binding> over_years() const;
    [[nodiscard]] std::vector<Binding> over_rows() const;
    [[nodiscard]] std::vector<Binding> of_two() const;

private:
    [[nodiscard]] std::vector<int> years_meant(const std::vector<int>& there) const;
    [[nodiscard]] bool counts(const TableCell& cell) const;
    [[nodiscard]] std::optional<std::size_t> column_of(int year, std::size_t row) const;
    [[nodiscard]] std::optional<std::size_t> column_meant() const;
    [[nodiscard]] std::optional<std::pair<std::uint32_t, std::uint32_t>> divider() const;

    const Document& m_document;
    const IndexedTable& m_table;
    const Statement& m_statement;
    bool m_takes_all;
};

// Years of the table that the statement names; those between too when it names a span.
std::vector<int> Binder::years_meant(const std::vector<int>& there) const
{
    if (m_takes_all) return there;
    std::vector<int> out;
    for (const auto& each : m_statement.years) out.push_back(each.year);
    std::sort(out.begin(), out.end());
    if (out.empty()) {
        if (there.size() == 2 || m_statement.has(k_mean)) out = there;
        return out;
    }
    for (const int year : out)
        if (std::find(there.begin(), there.end(), year) == there.end()) return {};
    const bool is_of_all = m_statement.has(k_mean) || m_statement.has(k_sum);
    if (m_statement.years_are_span && is_of_all && !m_statement.has(k_change)) {
        const int first = out.front();
        const int last = out.back();
        out.clear();
        for (const int year : there)
            if (year >= first && year <= last) out.push_back(year);
    }
    return out;
}

// A dash among numbers is nothing, which is a number too.
bool Binder::counts(const TableCell& cell) const
{
    if (cell.kind == CellKind::number) return true;
    return cell.kind == CellKind::vacant && cell.place.begin < cell.place.end &&
           reading::is_vacant(m_document, cell.place);
}

// The column of a year; of several, the one whose head the sentence says more of, or the only one
// that is not a percentage.
std::optional<std::size_t> Binder::column_of(int year, std::size_t row) const
{
    std::vector<std::size_t> found;
    std::size_t most = 0;
    for (const auto c : m_table.year_columns) {
        if (*m_table.table.columns[c].year != year) continue;
        const auto& stems = m_table.columns.stems(c);
        const auto said = static_cast<std::size_t>(
            std::count_if(stems.begin(), stems.end(), [&](const std::string& stem) {
                return std::any_of(m_statement.words.begin(), m_statement.words.end(),
                                   [&](const Word& word) { return word.stem == stem; });
            }));
        if (said > most) found.clear();
        most = std::max(most, said);
        if (said == most) found.push_back(c);
    }
    if (found.size() > 1)
        found.erase(std::remove_if(found.begin(), found.end(),
                                   [&](std::size_t c) {
                                       return m_table.table.columns[c].measure.is_percent ||
                                              m_table.table.rows[row].cells[c].number.is_percent;
                                   }),
                    found.end());
    return found.size() == 1 ? std::optional{found.front()} : std::nullopt;
}

// Heads with years: one row for each reading.
std::vector<Binding> Binder::over_years() const
{
    std::vector<Binding> out;
    if (m_table.year_columns.empty()) return out;
    std::vector<int> there;
    for (const auto c : m_table.year_columns) there.push_back(*m_table.table.columns[c].year);
    std::sort(there.begin(), there.end());
    there.erase(std::unique(there.begin(), there.end()), there.end());
    const auto years = years_meant(there);
    if (years.empty()) return out;
    for (const auto& bound : m_table.rows.bind(m_statement.words)) {
        Binding binding{{}, bound.score, bound.whole, bound.index};
        for (const int year : years) {
            const auto column = column_of(year, bound.index);
            if (!column) continue;
            const TableCell& cell = m_table.table.rows[bound.index].cells[*column];
            if (counts(cell)) binding.operands.push_back({&cell, *column, bound.index, year});
        }
        if (binding.operands.size() != years.size()) continue;
        // "The ratio of 2019 to 2018": as the words go.
        const bool turns = m_statement.years.size() == 2 && years.size() == 2 &&
                           m_statement.has(k_ratio) && m_statement.years[0].year == years[1];
        if (turns && !m_statement.has(k_percent))
            std::swap(binding.operands[0], binding.operands[1]);
        out.push_back(std::move(binding));
    }
    return out;
}

// Rows with years: the column is what is spoken of.
std::vector<Binding> Binder::over_rows() const
{
    std::vector<Binding> out;
    std::vector<int> there;
    for (const auto& row : m_table.table.rows)
        if (row.year) there.push_back(*row.year);
    std::sort(there.begin(), there.end());
    if (there.size() < 2 || std::adjacent_find(there.begin(), there.end()) != there.end())
        return out;
    const auto years = years_meant(there);
    if (years.empty()) return out;
    auto columns = m_table.columns.bind(m_statement.words);
    if (columns.empty() && m_table.numeric_columns.size() == 1)
        columns.push_back({m_table.numeric_columns.front(), 1, false, 0});
    for (const auto& bound : columns) {
        Binding binding{{}, bound.score, bound.whole, bound.index, 0, true};
        for (const int year : years)
            for (std::size_t r = 0; r < m_table.table.rows.size(); ++r) {
                if (m_table.table.rows[r].year != year) continue;
                const TableCell& cell = m_table.table.rows[r].cells[bound.index];
                if (counts(cell)) binding.operands.push_back({&cell, bound.index, r, year});
            }
        if (binding.operands.size() == years.size()) out.push_back(std::move(binding));
    }
    return out;
}

// The column that a statement about two rows reads: that of its year, the one its words name, or
// the only one with numbers.
std::optional<std::size_t> Binder::column_meant() const
{
    if (!m_table.year_columns.empty()) {
        if (m_statement.years.size() != 1) return std::nullopt;
        return column_of(m_statement.years.front().year, 0);
    }
    if (m_table.numeric_columns.size() == 1) return m_table.numeric_columns.front();
    const auto named = m_table.columns.bind(m_statement.words);
    if (named.empty() || (named.size() > 1 && named[1].score == named[0].score))
        return std::nullopt;
    return named.front().index;
}

// The places where the words of the first thing end and those of the second begin.
std::optional<std::pair<std::uint32_t, std::uint32_t>> Binder::divider() const
{
    const auto& words = m_statement.words;
    if (words.empty()) return std::nullopt;
    const auto begin = words.front().begin;
    const auto text =
        std::string_view{m_document.view.folded}.substr(begin, words.back().end - begin);
    const auto at = [&](std::string_view phrase, std::size_t from) {
        const std::size_t found = text.find(base::concat(" ", phrase, " "), from);
        return found == std::string_view::npos
                   ? std::optional<std::pair<std::uint32_t, std::uint32_t>>{}
                   : std::pair{static_cast<std::uint32_t>(begin + found),
                               static_cast<std::uint32_t>(begin + found + phrase.size() + 2)};
    };
    if (m_statement.has(k_difference)) {
        const std::size_t between = text.find(" between ");
        return between == std::string_view::npos ? std::nullopt : at("and", between);
    }
    if (!m_statement.has(k_ratio))
        return m_statement.has(k_mean) || m_statement.has(k_sum) ? at("and", 0) : std::nullopt;
    for (const auto phrase : k_dividers)
        if (const auto found = at(phrase, 0)) return found;
    return std::nullopt;
}

// "X as a percentage of Y", "between X and Y": two rows in the column that is meant.
std::vector<Binding> Binder::of_two() const
{
    const auto column = column_meant();
    const auto cut = divider();
    if (!column || !cut) return {};
    const std::span<const Word> words{m_statement.words};
    const auto split = static_cast<std::size_t>(
        std::find_if(words.begin(), words.end(),
                     [&](const Word& word) { return word.begin >= cut->first; }) -
        words.begin());
    const auto next = static_cast<std::size_t>(
        std::find_if(words.begin(), words.end(),
                     [&](const Word& word) { return word.begin + 1 >= cut->second; }) -
        words.begin());
    const auto left = m_table.rows.bind(words.first(split));
    const auto right = m_table.rows.bind(words.subspan(next));
    std::vector<Binding> out;
    for (const auto& first : left)
        for (const auto& second : right) {
            if (first.index == second.index) continue;
            const TableCell& one = m_table.table.rows[first.index].cells[*column];
            const TableCell& two = m_table.table.rows[second.index].cells[*column];
            if (one.kind != CellKind::number || two.kind != CellKind::number) continue;
            Binding binding{{{&one, *column, first.index, 0}, {&two, *column, second.index, 0}},
                            std::min(first.score, second.score),
                            first.whole && second.whole,
                            first.index,
                            second.index};
            binding.is_pair = true;
            binding.is_joined = !m_statement.has(k_ratio) && !m_statement.has(k_difference);
            // "Land and buildings" may be one thing: of two, each is said in full.
            if (binding.is_joined && !binding.whole) continue;
            out.push_back(std::move(binding));
        }
    std::stable_sort(out.begin(), out.end(),
                     [](const Binding& one, const Binding& two) { return one.score > two.score; });
    return out;
}

} // namespace

std::vector<Binding> bind_operands(const Document& document, const IndexedTable& table,
                                   const Statement& statement)
{
    const Binder binder{document, table, statement, false};
    std::vector<Binding> out = binder.of_two();
    if (out.empty()) out = binder.over_years();
    if (out.empty()) out = binder.over_rows();
    return out;
}

std::vector<Binding> bind_all_years(const Document& document, const IndexedTable& table,
                                    const Statement& statement)
{
    const Binder binder{document, table, statement, true};
    std::vector<Binding> out = binder.over_years();
    if (out.empty()) out = binder.over_rows();
    return out;
}

bool names(const IndexedTable& table, const Binding& binding, const std::string& stem)
{
    const Labels& labels = binding.is_column ? table.columns : table.rows;
    return holds_stem(labels.stems(binding.row), stem) ||
           (binding.is_pair && holds_stem(labels.stems(binding.second), stem));
}

bool says(const IndexedTable& table, const Statement& statement, const reading::Cues& cues,
          const Binding& binding)
{
    return std::any_of(statement.words.begin(), statement.words.end(), [&](const Word& word) {
        if (!reading::is_in(cues, word.folded)) return false;
        if (!names(table, binding, word.stem)) return true;
        // "The average change in the weighted average value": once more than the name has it.
        return std::count_if(statement.words.begin(), statement.words.end(), [&](const Word& each) {
                   return each.binds && each.stem == word.stem;
               }) > 1;
    });
}

std::size_t unexplained(const IndexedTable& table, const Statement& statement,
                        const Binding& binding)
{
    constexpr reading::Cues k_cues[] = {k_change,   k_rise,    k_fall,    k_difference, k_mean,
                                        k_sum,      k_percent, k_ratio,   k_above,      k_below,
                                        k_greatest, k_least,   k_greater, k_lesser};
    return static_cast<std::size_t>(
        std::count_if(statement.words.begin(), statement.words.end(), [&](const Word& word) {
            if (!word.binds || names(table, binding, word.stem)) return false;
            const bool is_cue =
                std::any_of(std::begin(k_cues), std::end(k_cues),
                            [&](const auto& cues) { return reading::is_in(cues, word.folded); });
            const bool is_scale = reading::measure_of(word.folded).scale.has_value() ||
                                  reading::is_one_of(word.folded, {"points", "point"});
            return !is_cue && !is_scale && !reading::year_of(word.folded);
        }));
}

} // namespace verify::tables
