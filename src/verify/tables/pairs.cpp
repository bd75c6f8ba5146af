// Which of two rows has more in a column, or comes before the other; a row against a number.
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/tables/facts.hpp"
#include "verify/tables/lexicon.hpp"

#include <algorithm>

namespace verify::tables {

using reading::WordSet;

namespace {

constexpr reading::Cues k_sooner{WordSet::before};
constexpr reading::Cues k_later{WordSet::after};

struct Side {
    std::vector<const Phrase*> values;
    std::optional<std::size_t> row;
};

class Pair {
public:
    explicit Pair(const Said& said) : m_said{said} {}

    bool judge(Review& review);

private:
    bool read_cues();
    bool read_sides();
    [[nodiscard]] std::optional<std::size_t> column_of_time() const;
    [[nodiscard]] std::optional<std::size_t> column_of_gap() const;
    void settle(Side& side) const;
    [[nodiscard]] bool is_like() const;

    const Said& m_said;
    std::size_t m_cue = 0;
    std::size_t m_middle = 0; // "than", or "before"
    int m_direction = 0;
    bool m_is_of_time = false;
    std::size_t m_column = 0;
    const Phrase* m_gap = nullptr;   // "5 more points than", "by 5"
    const Phrase* m_limit = nullptr; // a number instead of the second row
    Side m_left;
    Side m_right;
};

bool Pair::read_cues()
{
    std::size_t found = 0;
    std::optional<std::size_t> than;
    for (std::size_t i = 0; i < m_said.phrases.size(); ++i) {
        const Phrase& phrase = m_said.phrases[i];
        if (phrase.part != Part::cue) continue;
        const auto is = [&](const reading::Cues& set) { return reading::is_in(set, phrase.text); };
        if (phrase.text == "than" && !than) {
            than = i;
            continue;
        }
        const int size = is(k_greater) ? 1 : is(k_lesser) ? -1 : 0;
        const int time = is(k_later) ? 1 : is(k_sooner) ? -1 : 0;
        if ((size == 0 && time == 0) || ++found > 1) return false;
        m_cue = i;
        m_direction = size + time;
        m_is_of_time = time != 0;
    }
    m_middle = than.value_or(m_cue);
    return found == 1 && (m_is_of_time || than) && m_middle >= m_cue;
}

// The only column of days or of years, where the sentence names none.
std::optional<std::size_t> Pair::column_of_time() const
{
    constexpr int k_first_year = 1500;
    constexpr int k_last_year = 2200;
    std::optional<std::size_t> out;
    for (std::size_t c = 0; c < m_said.table.columns.size(); ++c) {
        bool is_time = m_said.rows() > 1;
        for (std::size_t r = 0; r < m_said.rows() && is_time; ++r) {
            const auto value = m_said.rank({r, c});
            const bool is_day = m_said.cell({r, c}).kind == reading::CellKind::text;
            is_time = value && (is_day || (value->get_den() == 1 && *value >= k_first_year &&
                                           *value <= k_last_year));
        }
        if (!is_time) continue;
        if (out) return std::nullopt;
        out = c;
    }
    return out;
}

// The column when no head is named: the only column where two rows of the names are apart by the
// number before the comparison. "Ash has 12 more than Elm".
std::optional<std::size_t> Pair::column_of_gap() const
{
    if (m_is_of_time || m_cue == 0 || m_said.count(Part::head) > 0) return std::nullopt;
    const Phrase& gap = m_said.phrases[m_cue - 1];
    if (gap.part != Part::number || !gap.value) return std::nullopt;
    std::vector<std::size_t> named;
    for (const auto& phrase : m_said.phrases)
        if (phrase.part == Part::cell && phrase.places.size() == 1)
            named.push_back(phrase.places.front().first);
    if (named.size() != 2) return std::nullopt;
    std::optional<std::size_t> out;
    for (std::size_t c = 0; c < m_said.table.columns.size(); ++c) {
        const auto a = m_said.rank({named[0], c});
        const auto b = m_said.rank({named[1], c});
        if (!a || !b || (*a - *b) * m_direction != *gap.value) continue;
        if (out) return std::nullopt;
        out = c;
    }
    return out;
}

void Pair::settle(Side& side) const
{
    if (side.values.empty()) return;
    const auto rows = m_said.rows_with(side.values);
    if (rows.size() == 1) side.row = rows.front();
}

// What stands on both sides is of one kind: two names, two weeks. A day may stand for its row.
bool Pair::is_like() const
{
    if (m_left.values.size() != 1 || m_right.values.size() != 1) return true;
    const auto& left = m_left.values.front()->columns;
    const auto& right = m_right.values.front()->columns;
    return left == right || (m_is_of_time && right == std::vector{m_column});
}

bool Pair::read_sides()
{
    const auto& phrases = m_said.phrases;
    for (std::size_t i = 0; i < phrases.size(); ++i) {
        const Phrase& phrase = phrases[i];
        if (phrase.part != Part::cell && phrase.part != Part::number) continue;
        const bool is_free = phrase.part == Part::number &&
                             (!phrase.is_bound || phrase.columns == std::vector{m_column});
        const bool is_by = i > 0 && phrases[i - 1].text == "by";
        if (is_free && !m_is_of_time && (i + 1 == m_cue || is_by)) {
            if (m_gap != nullptr || !phrase.value) return false;
            m_gap = &phrase;
        } else if (is_free && !m_is_of_time && i > m_middle && m_limit == nullptr && phrase.value &&
                   !phrase.is_spelled) {
            m_limit = &phrase;
        } else if (phrase.part == Part::number && !phrase.is_bound && phrase.columns.size() != 1) {
            return false;
        } else {
            (i < m_middle ? m_left : m_right).values.push_back(&phrase);
        }
    }
    settle(m_left);
    settle(m_right);
    if (!m_left.row) return false;
    if (m_limit != nullptr) return m_right.values.empty() && m_gap == nullptr;
    return m_right.row && *m_left.row != *m_right.row && is_like();
}

bool Pair::judge(Review& review)
{
    if (m_said.count(Part::unknown) > 1 || !read_cues()) return false;
    auto column = measured_column(m_said);
    if (!column && m_is_of_time && m_said.count(Part::head) == 0) column = column_of_time();
    if (!column) column = column_of_gap();
    if (!column || is_standing(m_said, *column)) return false;
    m_column = *column;
    if (!read_sides()) return false;
    std::vector<const reading::TableCell*> cells{&m_said.cell({*m_left.row, m_column})};
    const auto a = m_said.rank({*m_left.row, m_column});
    std::optional<Rational> b;
    if (m_limit != nullptr) {
        b = m_limit->value;
    } else {
        b = m_said.rank({*m_right.row, m_column});
        cells.push_back(&m_said.cell({*m_right.row, m_column}));
    }
    if (!a || !b) return false;
    const Rational more = (*a - *b) * m_direction;
    const bool is_gap_right = m_gap == nullptr || *m_gap->value == more;
    if (more > 0 && is_gap_right) {
        pass(m_said.document, m_said.marks(), cells, review);
        return true;
    }
    if (!m_said.is_explained()) return false;
    const bool is_of_gap = more > 0 && m_gap != nullptr;
    const Phrase& stated = is_of_gap ? *m_gap : m_said.phrases[m_cue];
    const Rational apart = is_of_gap ? more : Rational{*a - *b};
    const std::string better = is_of_gap   ? reading::exact_text(apart)
                               : more == 0 ? "the same as"
                                           : "the other way round";
    report({m_said.document, m_said.mark(stated), cells,
            m_limit != nullptr ? "the row that is named" : "the difference of the two rows"},
           stated.text, apart, better, review);
    return true;
}

} // namespace

bool check_two_rows(const Said& said, Review& review)
{
    return Pair{said}.judge(review);
}

} // namespace verify::tables
