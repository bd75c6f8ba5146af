// Which question a sentence asks: its cue words say what is done with the rows and columns, its
// values and heads which these are.
#include "verify/tables/question.hpp"

#include "reading/ascii.hpp"
#include "verify/tables/cues.hpp"
#include "verify/tables/lexicon.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace verify::tables {

namespace {

using reading::WordSet;

// A number that could be in two columns, or of no column, may be of anything.
bool is_open(const Said& said, const Phrase& phrase)
{
    if (phrase.part != Part::number || phrase.over != 0) return false;
    if (phrase.is_spelled) return true;
    if (phrase.is_bound) return false;
    if (phrase.columns.size() != 1) return true;
    constexpr std::size_t k_least = 3; // digits that are not a count
    return phrase.text.size() < k_least &&
           std::none_of(said.phrases.begin(), said.phrases.end(), [&](const Phrase& head) {
               return head.part == Part::head && head.columns == phrase.columns;
           });
}

class Binder {
public:
    Binder(const Said& said, const Ask& ask) : m_said{said}, m_ask{ask}, m_values{said.values()} {}

    std::vector<Question> bind();

private:
    void bind_row();
    void bind_rank();
    void bind_gap();
    [[nodiscard]] std::vector<std::size_t> columns_named() const;
    bool lies_across(Question& question) const;
    bool lies_below(Question& question) const;
    void bind_total(Operation operation);
    void bind_every();
    void bind_only();
    void bind_count();
    void bind_denial();
    [[nodiscard]] bool have_own_columns() const;
    [[nodiscard]] Values without(const Phrase* left_out) const;
    [[nodiscard]] Rows best_rows(const Rows& among, std::size_t column) const;
    [[nodiscard]] Rows ranked_rows(std::size_t column) const;
    [[nodiscard]] const Phrase* take_amount(const std::vector<std::size_t>& columns);
    [[nodiscard]] bool has_row_noun() const;

    const Said& m_said;
    const Ask& m_ask;
    Values m_values;
    std::vector<Question> m_out;
};

Values Binder::without(const Phrase* left_out) const
{
    Values out;
    for (const auto* value : m_values)
        if (value != left_out) out.push_back(value);
    return out;
}

// Whether each value is of one column, and of another one than the others: two of one column are
// of two rows.
bool Binder::have_own_columns() const
{
    std::set<std::size_t> columns;
    return std::all_of(m_values.begin(), m_values.end(), [&](const Phrase* value) {
        return value->columns.size() == 1 && !is_open(m_said, *value) &&
               columns.insert(value->columns.front()).second;
    });
}

bool Binder::has_row_noun() const
{
    return std::any_of(m_said.phrases.begin(), m_said.phrases.end(),
                       [](const Phrase& phrase) { return phrase.is_row_noun; });
}

// Any one of the values may be the wrong one, the last first.
void Binder::bind_row()
{
    constexpr std::size_t k_most_values = 12;
    if (m_values.size() < 2 || m_values.size() > k_most_values) return;
    for (const auto* value : m_values)
        if (is_open(m_said, *value)) return;
    const bool is_sure = std::all_of(m_values.begin(), m_values.end(), [&](const Phrase* value) {
        return std::none_of(m_values.begin(), m_values.end(), [&](const Phrase* other) {
            return value != other && value->columns == other->columns;
        });
    });
    for (auto value = m_values.rbegin(); value != m_values.rend(); ++value) {
        const Values named = without(*value);
        m_out.push_back({.rows = m_said.rows_with(named),
                         .stated = {*value},
                         .named = named,
                         .is_sure = is_sure});
    }
}

// Rows that stand in the order of the column: those of a sum do not. Empty when the column cannot
// be put in order.
Rows Binder::ranked_rows(std::size_t column) const
{
    Rows out;
    for (const auto r : m_said.rows_with({})) {
        if (m_said.sums_up(r)) continue;
        const bool is_vacant = m_said.cell({r, column}).kind == reading::CellKind::vacant;
        if (m_said.rank({r, column}))
            out.push_back(r);
        else if (!is_vacant)
            return {};
    }
    return out;
}

// Those whose value is the highest, the second highest and so on.
Rows Binder::best_rows(const Rows& among, std::size_t column) const
{
    std::map<Rational, Rows> by_value;
    for (const auto row : among)
        by_value[Rational{*m_said.rank({row, column}) * -m_ask.direction}].push_back(row);
    if (among.size() < 2 || by_value.size() < m_ask.order) return {};
    return std::next(by_value.begin(), static_cast<long>(m_ask.order) - 1)->second;
}

// Some of the values say among which rows, the others are what the first of these holds.
void Binder::bind_rank()
{
    constexpr std::size_t k_most_values = 4;
    const auto column = ranked_column(m_said, m_ask);
    std::erase_if(m_values, [&](const Phrase* value) { return value == m_ask.order_word; });
    if (!column || is_standing(m_said, *column) || m_values.empty() ||
        m_values.size() > k_most_values ||
        std::any_of(m_values.begin(), m_values.end(), [](const Phrase* value) {
            return value->part == Part::number && (value->is_spelled || !value->value);
        }))
        return;
    const Rows ranked = ranked_rows(*column);
    const std::size_t all = (std::size_t{1} << m_values.size()) - 1;
    for (std::size_t filter = 0; filter < all; ++filter) {
        Question question;
        for (std::size_t i = 0; i < m_values.size(); ++i)
            ((filter >> i & 1U) != 0 ? question.named : question.stated).push_back(m_values[i]);
        Rows rows = m_said.rows_with(question.named);
        std::erase_if(rows, [&](std::size_t row) {
            return !std::binary_search(ranked.begin(), ranked.end(), row);
        });
        question.rows = best_rows(rows, *column);
        // A name is of one row; what several rows hold may be of one of them.
        question.is_sure =
            filter == 0 && std::all_of(m_values.begin(), m_values.end(), [&](const Phrase* value) {
                const bool is_name =
                    value->part == Part::cell && m_said.rows_with({value}).size() == 1;
                const bool is_measured =
                    value->part == Part::number && value->columns == std::vector{*column};
                return value->columns.size() == 1 && !value->is_weak &&
                       (is_name || is_measured || value->is_bound);
            });
        m_out.push_back(std::move(question));
    }
}

// The number that says how far two cells are apart: "5 more points than", "rose by 5". A row
// does not hold it then.
const Phrase* Binder::take_amount(const std::vector<std::size_t>& columns)
{
    const Phrase* out = nullptr;
    for (const auto* value : m_values) {
        const bool is_of_column =
            value->columns.size() == 1 &&
            std::find(columns.begin(), columns.end(), value->columns.front()) != columns.end();
        const bool is_name =
            value->is_bound ? !is_of_column
                            : value->columns.size() == 1 && !is_of_column && value->text.size() > 2;
        if (value->part != Part::number || !value->value || is_name) continue;
        if (out != nullptr) return nullptr;
        out = value;
    }
    if (out != nullptr) std::erase(m_values, out);
    return out;
}

std::vector<std::size_t> Binder::columns_named() const
{
    std::vector<std::size_t> out;
    for (const auto& phrase : m_said.phrases)
        if (phrase.part == Part::head && phrase.columns.size() == 1 &&
            std::find(out.begin(), out.end(), phrase.columns.front()) == out.end())
            out.push_back(phrase.columns.front());
    return out;
}

// One row in two columns of a year each, the earlier one first.
bool Binder::lies_across(Question& question) const
{
    const auto& columns = m_said.table.columns;
    const auto year = [&](std::size_t at) { return columns[question.columns[at]].year; };
    if (m_ask.middle != nullptr || !year(0) || !year(1) || m_values.empty()) return false;
    question.rows = m_said.rows_with(m_values);
    if (*year(0) > *year(1)) std::swap(question.columns[0], question.columns[1]);
    return question.rows.size() == 1;
}

// Two rows in one column, in the order of their years where both have one. "Ash has more than Elm"
// is Ash less Elm.
bool Binder::lies_below(Question& question) const
{
    if (m_values.empty()) return false;
    Values left;
    Values right;
    const Phrase* const middle = m_ask.middle != nullptr ? m_ask.middle : m_values.back();
    for (const auto* value : m_values) (value < middle ? left : right).push_back(value);
    // What stands on both sides is of one kind: two names, two weeks.
    if (left.empty() || right.empty() ||
        (m_values.size() == 2 && left.front()->columns != right.front()->columns))
        return false;
    const Rows first = m_said.rows_with(left);
    const Rows second = m_said.rows_with(right);
    if (first.size() != 1 || second.size() != 1 || first == second) return false;
    question.rows = {first.front(), second.front()};
    const auto& from = m_said.table.rows[first.front()].year;
    const auto& to = m_said.table.rows[second.front()].year;
    const bool is_change = m_ask.middle == nullptr;
    if (!is_change || (from && to && *from > *to)) std::swap(question.rows[0], question.rows[1]);
    if (is_change && (!from || !to)) question.direction = 0;
    return true;
}

void Binder::bind_gap()
{
    Question question{.operation = Operation::gap,
                      .columns = columns_named(),
                      .direction = m_ask.direction,
                      .cue = m_ask.cue};
    if (const auto* amount = take_amount(question.columns)) {
        question.stated = {amount};
        question.is_sure = amount->is_plain;
        if (amount->is_percent) question.operation = Operation::percent;
    }
    if (question.columns.size() != 2 || !lies_across(question)) {
        const auto column = measured_column(m_said);
        if (question.columns.size() != 1 && column) question.columns = {*column};
        if (question.columns.size() != 1 || is_standing(m_said, question.columns.front()) ||
            !lies_below(question))
            return;
    }
    if (!question.stated.empty() || question.direction != 0) m_out.push_back(std::move(question));
}

void Binder::bind_total(Operation operation)
{
    const auto column = measured_column(m_said);
    const Phrase* stated = column ? take_amount({*column}) : nullptr;
    if (stated == nullptr || stated->is_spelled) return;
    Rows rows = m_said.rows_with(m_values);
    std::erase_if(rows, [&](std::size_t row) {
        return m_said.sums_up(row) || m_said.cell({row, *column}).kind == reading::CellKind::vacant;
    });
    m_out.push_back({.operation = operation,
                     .rows = rows,
                     .columns = {*column},
                     .stated = {stated},
                     .is_sure = rows.size() > 1 && stated->is_plain});
}

// "All boats at Skarvik have a crew of 5": the last value is said of all rows with the others.
void Binder::bind_every()
{
    if (m_values.empty() || !have_own_columns() || m_values.front() < m_ask.cue ||
        m_values.back()->is_absent || !names_rows(m_said, *m_ask.cue))
        return;
    const Phrase* told = m_values.back();
    Rows rows = m_said.rows_with(without(told));
    std::erase_if(rows, [&](std::size_t row) { return m_said.sums_up(row); });
    if (rows.size() < 2) return;
    m_out.push_back(
        {.operation = Operation::every, .rows = rows, .stated = {told}, .cue = m_ask.cue});
}

// "Ash is the only runner from Leeds": all runners from Leeds are Ash.
void Binder::bind_only()
{
    if (m_values.size() < 2 || !have_own_columns()) return;
    const bool is_before = m_values.front() < m_ask.cue;
    const Phrase* subject = is_before ? m_values.front() : m_values.back();
    if (m_said.rows_with({subject}).size() != 1) return;
    m_out.push_back({.operation = Operation::every,
                     .rows = m_said.rows_with(without(subject)),
                     .stated = {subject},
                     .cue = m_ask.cue,
                     .is_sure = is_before && !m_said.rows_with(m_values).empty()});
}

void Binder::bind_count()
{
    std::erase(m_values, m_ask.cue);
    if (m_values.empty() || !have_own_columns()) return;
    const bool is_vague = std::any_of(m_values.begin(), m_values.end(), [](const Phrase* value) {
        return value->is_weak || value->places.size() >= k_most_places;
    });
    // The table may hold only some of the things that it does not name.
    m_out.push_back({.operation = Operation::count,
                     .rows = m_said.rows_with(m_values),
                     .columns = m_values.front()->columns,
                     .cue = m_ask.cue,
                     .is_sure = !is_vague && !has_row_noun()});
}

// What stands before the word is so, and what stands behind it is not.
void Binder::bind_denial()
{
    Values before;
    for (const auto* value : m_values) {
        if (value->is_weak || value->is_absent || is_open(m_said, *value)) return;
        if (value < m_ask.cue) before.push_back(value);
    }
    const Rows named = m_said.rows_with(before);
    if (named.empty() || before.size() == m_values.size()) return;
    const Rows both = m_said.rows_with(m_values);
    // One of several rows may be meant.
    m_out.push_back({.operation = Operation::count,
                     .rows = both,
                     .columns = m_values.back()->columns,
                     .stated = {m_values.back()},
                     .cue = m_ask.cue,
                     .is_sure = both.size() == named.size()});
}

std::vector<Question> Binder::bind()
{
    switch (m_ask.kind) {
        using enum Ask::Kind;
    case row: bind_row(); break;
    case rank: bind_rank(); break;
    case gap: bind_gap(); break;
    case sum: bind_total(Operation::sum); break;
    case mean: bind_total(Operation::mean); break;
    case every: bind_every(); break;
    case only: bind_only(); break;
    case count: bind_count(); break;
    case denial: bind_denial(); break;
    }
    return std::move(m_out);
}

} // namespace

std::vector<Question> questions_of(const Said& said)
{
    const auto ask = read_cues(said);
    return ask ? Binder{said, *ask}.bind() : std::vector<Question>{};
}

} // namespace verify::tables
