#include "verify/tables/naming.hpp"

#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/tables/lexicon.hpp"
#include "verify/tables/statement.hpp"

#include <algorithm>
#include <set>

namespace verify::tables {

namespace {

using reading::CellKind;
using reading::WordSet;
using Stems = std::vector<std::string>;

// Rows about other rows.
constexpr std::string_view k_summing[] = {"total",    "totals",  "sum",     "all",    "overall",
                                          "combined", "average", "mean",    "median", "subtotal",
                                          "net",      "balance", "together"};
// Heads of two columns that hold one measure before and after something.
constexpr std::string_view k_earlier_heads[] = {
    "old",  "before", "asked", "asked for", "planned", "plan",     "budget",
    "then", "was",    "start", "first",     "target",  "requested"};
constexpr std::string_view k_later_heads[] = {"new",    "after", "granted", "given",
                                              "actual", "now",   "is",      "end",
                                              "last",   "final", "result",  "approved"};
// Two labels that share one of these words tell times of one measure: "Alive, season 2".
constexpr std::string_view k_times[] = {"season", "week",   "month",   "year", "day",
                                        "round",  "phase",  "quarter", "half", "visit",
                                        "survey", "period", "wave"};
constexpr reading::Cues k_months{WordSet::month_name};

// "jan" of "12 Jan", where the sentence says "January".
bool is_month_of(std::string_view head_stem, std::string_view word)
{
    constexpr std::size_t k_short = 3;
    return head_stem.size() >= k_short && head_stem != word && word.starts_with(head_stem) &&
           reading::is_in(k_months, word);
}

// Stems of an axis that the statement says and nothing else of the table has. A label of which it
// says every word is named too, if no other label is.
std::vector<Mention> named(const Statement& statement, const std::vector<Stems>& labels,
                           const std::map<std::string, std::size_t>& own,
                           const std::map<std::string, std::size_t>& other)
{
    std::vector<Mention> out;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        std::set<std::string> said;
        const Word* first = nullptr;
        const Word* last = nullptr;
        bool is_told = false;
        for (const auto& word : statement.words) {
            const auto is_of = [&](const std::string& stem) {
                return stem == word.stem || stem == word.folded || is_month_of(stem, word.folded);
            };
            const auto stem = std::find_if(labels[i].begin(), labels[i].end(), is_of);
            if (stem == labels[i].end()) continue;
            said.insert(*stem);
            const bool is_unique = own.at(*stem) == 1 && !other.contains(*stem) &&
                                   !reading::is_in(k_operators, word.folded);
            is_told = is_told || is_unique;
            if (first == nullptr || (is_unique && said.size() == 1)) first = &word;
            last = &word;
        }
        if (first == nullptr || last == nullptr) continue;
        const bool whole = said.size() == labels[i].size();
        if (!is_told && (!whole || said.size() < 2)) continue;
        // Words of a label that stand apart ("in autumn ... kg") are not one place.
        constexpr std::uint32_t k_gap = 12;
        const bool is_apart = last->begin > first->end + k_gap;
        out.push_back({i, first->begin, is_apart ? first->end : last->end, whole});
    }
    // "Grain" of "Grain stored" is not another row where the whole label is said.
    const auto is_inside = [&](const Mention& each) {
        return std::any_of(out.begin(), out.end(), [&](const Mention& wider) {
            return wider.index != each.index && wider.whole && !each.whole &&
                   wider.begin <= each.begin && each.end <= wider.end;
        });
    };
    std::vector<Mention> kept;
    for (const auto& each : out)
        if (!is_inside(each)) kept.push_back(each);
    std::sort(kept.begin(), kept.end(),
              [](const Mention& left, const Mention& right) { return left.begin < right.begin; });
    return kept;
}

} // namespace

Axes::Axes(const Document& document, const reading::Table& table, const reading::Stemmer& stemmer)
    : m_document{&document}, m_table{&table}
{
    read_labels(stemmer);
    read_groups(stemmer);
}

// The first column that tells all rows apart by words, else the first.
void Axes::read_labels(const reading::Stemmer& stemmer)
{
    const auto& rows = m_table->rows;
    const auto& columns = m_table->columns;
    for (std::size_t c = 0; c < columns.size() && c < 3; ++c) {
        std::set<std::string> seen;
        const bool tells = std::all_of(rows.begin(), rows.end(), [&](const auto& row) {
            const auto name = reading::label_of(*m_document, row.cells[c].place);
            return row.cells[c].kind == CellKind::text && seen.insert(name).second;
        });
        if (!tells) continue;
        m_label_column = c;
        break;
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const auto name = reading::label_of(*m_document, rows[r].cells[m_label_column].place);
        if (!has_word(name, k_summing)) m_rows.push_back(r);
        Stems stems = label_stems(name, stemmer);
        // "3321", "2016": a name made of digits, long enough to be no count.
        constexpr std::size_t k_least_digits = 3;
        if (stems.empty() && name.size() >= k_least_digits &&
            name.find_first_not_of("0123456789") == std::string::npos)
            stems.push_back(name);
        for (const auto& stem : stems) ++m_row_count[stem];
        m_row_stems.push_back(std::move(stems));
    }
    for (std::size_t c = 0; c < columns.size(); ++c) {
        Stems stems = c == m_label_column ? Stems{} : label_stems(columns[c].head, stemmer);
        for (const auto& stem : stems) ++m_column_count[stem];
        m_column_stems.push_back(std::move(stems));
        const auto is_number = [&](std::size_t r) { return number(r, c) != nullptr; };
        if (c != m_label_column && std::any_of(m_rows.begin(), m_rows.end(), is_number))
            m_columns.push_back(c);
    }
}

void Axes::read_groups(const reading::Stemmer& stemmer)
{
    for (std::size_t c = 0; c < m_table->columns.size(); ++c) {
        if (c == m_label_column) continue;
        std::map<std::string, std::vector<std::size_t>> by_text;
        for (const auto r : m_rows) {
            const auto& cell = m_table->rows[r].cells[c];
            if (cell.kind == CellKind::text)
                by_text[reading::label_of(*m_document, cell.place)].push_back(r);
        }
        for (const auto& [text, rows] : by_text) {
            Stems stems = label_stems(text, stemmer);
            if (rows.size() >= 2 && rows.size() < m_rows.size() && !stems.empty())
                m_groups.push_back({std::move(stems), rows});
        }
    }
}

const reading::TableCell* Axes::number(std::size_t row, std::size_t column) const
{
    const auto& cell = m_table->rows[row].cells[column];
    return cell.kind == CellKind::number ? &cell : nullptr;
}

reading::Cell Axes::label_place(std::size_t row) const
{
    return m_table->rows[row].cells[m_label_column].place;
}

std::string_view Axes::label(std::size_t row) const
{
    return reading::text_of(*m_document, label_place(row));
}

bool Axes::is_one_measure(std::size_t left, std::size_t right) const
{
    const auto& a = m_table->columns[left];
    const auto& b = m_table->columns[right];
    const auto& stems = m_column_stems[right];
    if (a.year && b.year) return *a.year != *b.year && m_column_stems[left] == stems;
    const bool shares = std::any_of(
        m_column_stems[left].begin(), m_column_stems[left].end(),
        [&](const std::string& stem) { return stem.size() > 2 && holds_stem(stems, stem); });
    const bool has_time = has_word(a.head, k_times) && has_word(b.head, k_times);
    const auto is_pair = [](std::string_view first, std::string_view second) {
        return has_word(first, k_earlier_heads) && has_word(second, k_later_heads);
    };
    return (shares && has_time) || is_pair(a.head, b.head) || is_pair(b.head, a.head);
}

std::optional<std::pair<std::size_t, std::size_t>> Axes::pair() const
{
    std::optional<std::pair<std::size_t, std::size_t>> out;
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        for (std::size_t k = i + 1; k < m_columns.size(); ++k) {
            if (!is_one_measure(m_columns[i], m_columns[k])) continue;
            if (out) return std::nullopt;
            out = {m_columns[i], m_columns[k]};
        }
    if (!out) return std::nullopt;
    const auto& left = m_table->columns[out->first];
    const auto& right = m_table->columns[out->second];
    const bool is_turned =
        left.year && right.year ? *left.year > *right.year : has_word(left.head, k_later_heads);
    if (is_turned) std::swap(out->first, out->second);
    return out;
}

std::vector<Mention> Axes::rows_named(const Statement& statement) const
{
    auto out = named(statement, m_row_stems, m_row_count, m_column_count);
    std::erase_if(out, [&](const Mention& each) {
        return !std::binary_search(m_rows.begin(), m_rows.end(), each.index);
    });
    return out;
}

std::vector<Mention> Axes::columns_named(const Statement& statement) const
{
    auto out = named(statement, m_column_stems, m_column_count, m_row_count);
    std::erase_if(out, [&](const Mention& each) {
        return !std::binary_search(m_columns.begin(), m_columns.end(), each.index);
    });
    for (const auto& year : statement.years) {
        std::vector<std::size_t> of_year;
        for (const auto c : m_columns)
            if (m_table->columns[c].year == year.year) of_year.push_back(c);
        if (of_year.size() != 1) continue;
        const auto is_known = [&](const Mention& each) { return each.index == of_year.front(); };
        std::erase_if(out, is_known);
        out.push_back({of_year.front(), year.begin, year.end, true});
    }
    std::sort(out.begin(), out.end(),
              [](const Mention& left, const Mention& right) { return left.begin < right.begin; });
    return out;
}

std::vector<Mention> Axes::groups_named(const Statement& statement) const
{
    std::vector<Mention> out;
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        const auto& stems = m_groups[i].stems;
        const Word* first = nullptr;
        std::set<std::string> said;
        for (const auto& word : statement.words) {
            if (!word.binds || !holds_stem(stems, word.stem)) continue;
            if (first == nullptr) first = &word;
            said.insert(word.stem);
        }
        if (first != nullptr && said.size() == stems.size())
            out.push_back({i, first->begin, first->end, true});
    }
    std::sort(out.begin(), out.end(),
              [](const Mention& left, const Mention& right) { return left.begin < right.begin; });
    return out;
}

const Mention* subject_of(const std::vector<Mention>& mentions, const Statement& statement,
                          std::uint32_t begin, std::uint32_t end)
{
    if (mentions.empty() || statement.numbers.empty()) return nullptr;
    const auto& tokens = statement.passage.document().tokens;
    const bool follows =
        tokens[statement.numbers.front()->number_begin].begin < mentions.front().begin;
    const Mention* out = nullptr;
    for (const auto& each : mentions) {
        if (!follows && each.end <= begin) out = &each;
        if (follows && out == nullptr && each.begin >= end) out = &each;
    }
    return out != nullptr ? out : nearest(mentions, begin, end);
}

const Mention* nearest(const std::vector<Mention>& mentions, std::uint32_t begin, std::uint32_t end)
{
    const Mention* out = nullptr;
    std::uint32_t least = 0;
    for (const auto& each : mentions) {
        const std::uint32_t apart = each.end <= begin   ? begin - each.end
                                    : each.begin >= end ? each.begin - end
                                                        : 0;
        if (out != nullptr && apart >= least) continue;
        out = &each;
        least = apart;
    }
    return out;
}

} // namespace verify::tables
