#include "verify/tables/facts.hpp"

#include "reading/ascii.hpp"
#include "verify/tables/lexicon.hpp"

#include <algorithm>

namespace verify::tables {

namespace {

// A number that could be in two columns, or of no column, may be of anything.
bool is_open(const Said& said, const Phrase& phrase)
{
    if (phrase.part != Part::number || phrase.is_bound) return false;
    if (phrase.columns.size() != 1) return true;
    constexpr std::size_t k_least = 3; // digits that are not a count
    return phrase.text.size() < k_least &&
           std::none_of(said.phrases.begin(), said.phrases.end(), [&](const Phrase& head) {
               return head.part == Part::head && head.columns == phrase.columns;
           });
}

class RowJudge {
public:
    explicit RowJudge(const Said& said) : m_said{said}
    {
        for (const auto& phrase : said.phrases)
            if (is_value(phrase)) m_values.push_back(&phrase);
    }

    bool judge(Review& review);

private:
    bool judge_apart(Review& review) const;
    bool judge_denial(const Phrase& denial, Review& review) const;
    [[nodiscard]] std::vector<std::size_t> rows_without(const Phrase* left_out) const;
    [[nodiscard]] std::vector<Place> cells_in(std::size_t row, const Phrase* left_out) const;
    [[nodiscard]] bool is_wrong(const Phrase& value, std::size_t row) const;
    void tell(const Phrase& value, std::size_t row, Review& review) const;

    const Said& m_said;
    std::vector<const Phrase*> m_values;
};

// Rows that hold all values but one.
std::vector<std::size_t> RowJudge::rows_without(const Phrase* left_out) const
{
    const Phrase* rarest = nullptr;
    for (const auto* value : m_values) {
        if (value == left_out || value->over != 0 ||
            (value->part != Part::cell && !value->is_bound))
            continue;
        if (rarest == nullptr || value->places.size() < rarest->places.size()) rarest = value;
    }
    std::vector<std::size_t> out;
    if (rarest == nullptr || rarest->places.size() >= k_most_places) return out;
    for (const auto row : m_said.rows_of(*rarest))
        if (std::all_of(m_values.begin(), m_values.end(), [&](const Phrase* value) {
                return value == left_out || m_said.stands_in(*value, row);
            }))
            out.push_back(row);
    return out;
}

std::vector<Place> RowJudge::cells_in(std::size_t row, const Phrase* left_out) const
{
    std::vector<Place> out;
    for (const auto* value : m_values) {
        if (value == left_out) continue;
        if (value->over != 0) out.emplace_back(row, value->columns.front());
        for (const auto& place : value->places)
            if (place.first == row) out.push_back(place);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

// Whether the row has something else where only this value could stand.
bool RowJudge::is_wrong(const Phrase& value, std::size_t row) const
{
    if (value.columns.size() != 1 || value.is_weak) return false;
    const std::size_t column = value.columns.front();
    const std::string& there = m_said.texts.at[row][column];
    const auto& cell = m_said.cell({row, column});
    if (there.empty() || cell.kind == reading::CellKind::vacant) return false;
    if (value.over != 0)
        return cell.kind == reading::CellKind::number && !m_said.stands_in(value, row);
    // A cell that says more says nothing else.
    for (const auto& piece : pieces_of(there, 0))
        if (!is_number(piece.text) && holds(value.text, piece.text)) return false;
    if (there.find(value.text) != std::string::npos || value.text.find(there) != std::string::npos)
        return false;
    if (value.part == Part::number)
        return cell.kind == reading::CellKind::number && value.value &&
               abs(cell.number.value) != *value.value;
    const auto used = cells_in(row, &value);
    return std::none_of(used.begin(), used.end(),
                        [&](const Place& place) { return place.second == column; });
}

void RowJudge::tell(const Phrase& value, std::size_t row, Review& review) const
{
    const auto& cell = m_said.cell({row, value.columns.front()});
    std::vector<const reading::TableCell*> cells{&cell};
    for (const auto& place : cells_in(row, &value)) cells.push_back(&m_said.cell(place));
    const auto better = reading::text_of(m_said.document, cell.place);
    report({m_said.document, m_said.mark(value), cells, "the row that is named"}, value.text,
           better, better, review);
}

// What stands before the word is so, and what stands behind it is not.
bool RowJudge::judge_denial(const Phrase& denial, Review& review) const
{
    if (m_said.count(Part::unknown) > 1) return false;
    std::vector<const Phrase*> before;
    for (const auto* value : m_values) {
        if (value->columns.size() != 1 || value->is_weak || value->is_absent) return false;
        if (value->begin < denial.begin) before.push_back(value);
    }
    const auto named = m_said.rows_with(before);
    if (named.empty() || before.size() == m_values.size()) return false;
    std::vector<const reading::TableCell*> cells;
    cells.reserve(named.size());
    for (const auto row : named)
        cells.push_back(&m_said.cell({row, m_values.back()->columns.front()}));
    const auto all = m_said.rows_with(m_values);
    if (all.empty()) {
        pass(m_said.document, m_said.marks(), cells, review);
        return true;
    }
    // One of several rows may be meant.
    if (!m_said.is_explained() || all.size() != named.size()) return false;
    report({m_said.document, m_said.mark(denial), std::move(cells), "the row that is named"},
           denial.text, m_values.back()->text, "just that", review);
    return true;
}

bool RowJudge::judge(Review& review)
{
    constexpr std::size_t k_most_values = 12;
    constexpr std::size_t k_most_unknown = 2;
    if (m_values.size() < 2 || m_values.size() > k_most_values || m_said.count(Part::cue) > 1)
        return false;
    for (const auto* value : m_values)
        if ((value->is_spelled && value->over == 0) || is_open(m_said, *value)) return false;
    for (const auto& cue : m_said.phrases) {
        if (cue.part != Part::cue) continue;
        return reading::is_one_of(cue.text, k_denial) && judge_denial(cue, review);
    }
    // Two values of one column are of two rows: "Ash and Elm are in Leeds".
    const std::size_t unknown = m_said.count(Part::unknown);
    for (const auto row : rows_without(nullptr)) {
        const auto cells = cells_in(row, nullptr);
        if (cells.size() < 2 || unknown > k_most_unknown) continue;
        std::vector<const reading::TableCell*> seen;
        seen.reserve(cells.size());
        for (const auto& place : cells) seen.push_back(&m_said.cell(place));
        pass(m_said.document, m_said.marks(), seen, review);
        return true;
    }
    if (unknown > 0 || !rows_without(nullptr).empty()) return false;
    for (const auto* value : m_values)
        for (const auto* other : m_values)
            if (value != other && value->columns == other->columns) return false;
    const std::vector<const Phrase*> from_last(m_values.rbegin(), m_values.rend());
    for (const auto* value : from_last) {
        const auto rows = rows_without(value);
        if (rows.empty() || !std::all_of(rows.begin(), rows.end(),
                                         [&](std::size_t row) { return is_wrong(*value, row); }))
            continue;
        tell(*value, rows.front(), review);
        return true;
    }
    return judge_apart(review);
}

// Several values do not stand in the row that holds most of the others.
bool RowJudge::judge_apart(Review& review) const
{
    constexpr std::size_t k_least_together = 2;
    std::size_t best = m_said.rows();
    std::size_t most = k_least_together - 1;
    for (std::size_t r = 0; r < m_said.rows(); ++r) {
        const auto held = static_cast<std::size_t>(
            std::count_if(m_values.begin(), m_values.end(),
                          [&](const Phrase* value) { return m_said.stands_in(*value, r); }));
        if (held == most) best = m_said.rows();
        if (held <= most) continue;
        most = held;
        best = r;
    }
    if (best == m_said.rows()) return false;
    const Phrase* wrong = nullptr;
    for (const auto* value : m_values) {
        if (value->columns.size() != 1 || value->is_weak || value->is_absent) return false;
        if (m_said.stands_in(*value, best)) continue;
        if (!is_wrong(*value, best)) return false;
        if (wrong == nullptr) wrong = value;
    }
    if (wrong == nullptr) return false;
    tell(*wrong, best, review);
    return true;
}

} // namespace

bool check_row(const Said& said, Review& review)
{
    return RowJudge{said}.judge(review);
}

bool check_one(const Said& said, Review& review)
{
    return check_row(said, review) || check_rank(said, review) || check_two_rows(said, review) ||
           check_only(said, review) || check_aggregate(said, review) || check_count(said, review) ||
           check_all(said, review);
}

bool check_facts(const Said& said, Review& review)
{
    constexpr std::size_t k_most_phrases = 60;
    if (said.rows() == 0) return false;
    if (said.phrases.size() > k_most_phrases) return false;
    return check_one(said, review) || check_list(said, review) || check_clauses(said, review);
}

} // namespace verify::tables
