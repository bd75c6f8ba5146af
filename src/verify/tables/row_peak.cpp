// When a row was at its highest or lowest: "the South peaked in October", "Daisy had her best month
// in February". The columns of the table are times, and the sentence names one of them and one row.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/dates.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/tables/clause.hpp"
#include "verify/tables/derived.hpp"
#include "verify/tables/row_order.hpp"

#include <algorithm>

namespace verify::tables {

using reading::WordSet;

namespace {

constexpr std::string_view k_peak_own[] = {"peaked", "peak", "peaks", "record", "busiest"};
constexpr reading::Cues k_peak{WordSet::greatest, k_peak_own};
constexpr std::string_view k_trough[] = {"lowest", "troughed", "trough", "quietest", "bottomed"};
// Which way is best depends on what is measured.
constexpr reading::Cues k_either{WordSet::best | WordSet::worst};
constexpr reading::Cues k_time_words{WordSet::time_span};
// Narrow what is compared, or turn the statement round.
constexpr std::string_view k_peak_narrowing[] = {
    "not",  "no",      "never",  "except", "second",  "third", "than",   "until",   "after",
    "or",   "before",  "almost", "nearly", "besides", "since", "change", "growth",  "rise",
    "fall", "between", "would",  "if",     "among",   "of",    "per",    "relative"};

// "2021", "Q3", "Oct", "Tuesday"
bool is_time(const reading::TableColumn& column)
{
    const std::string_view head = column.head;
    if (column.year) return true;
    if (head.size() == 2 && (head[0] == 'q' || head[0] == 'h') && reading::is_digit(head[1]))
        return true;
    if (reading::is_in(k_time_words, head.substr(0, head.find(' ')))) return true;
    return reading::month_name(head).has_value() || reading::weekday_name(head).has_value();
}

} // namespace

bool check_row_peak(const Scene& scene, Review& review)
{
    const Axes& axes = scene.axes;
    const auto& words = scene.statement.words;
    const auto& columns = axes.columns();
    const auto& table = axes.table().table;
    const bool is_over_time = columns.size() >= 3 &&
                              std::all_of(columns.begin(), columns.end(),
                                          [&](std::size_t c) { return is_time(table.columns[c]); });
    if (!is_over_time || words.empty()) return false;
    const auto rows = axes.rows_named(scene.statement);
    const auto times = axes.columns_named(scene.statement);
    for (const auto& cue : words) {
        const bool is_peak = reading::is_in(k_peak, cue.folded);
        const bool is_trough = reading::is_one_of(cue.folded, k_trough);
        const bool is_either = reading::is_in(k_either, cue.folded);
        if (!is_peak && !is_trough && !is_either) continue;
        const Clause clause = clause_at(scene.document, words, cue.begin);
        const auto row = within(rows, clause);
        const auto time = within(times, clause);
        if (row.size() != 1 || time.size() != 1 ||
            word_of(words, k_peak_narrowing, clause) != nullptr)
            continue;
        // The row, what it did, and when: "In March it was highest in Leeds" ranks the rows.
        const bool is_verb = cue.folded.starts_with("peaked") || cue.folded == "troughed" ||
                             cue.folded == "bottomed";
        const bool is_of_time = is_verb || word_of(words, k_time_words, clause) != nullptr;
        if (!is_of_time || row[0].end > cue.begin || time[0].begin < cue.end) continue;
        const auto* stated = axes.number(row[0].index, time[0].index);
        if (stated == nullptr) continue;
        std::size_t most = columns.front();
        std::size_t least = most;
        bool is_whole = true;
        for (const auto c : columns) {
            const auto* each = axes.number(row[0].index, c);
            is_whole = is_whole && each != nullptr;
            if (each == nullptr) break;
            const Rational& value = each->number.value;
            if (value > axes.number(row[0].index, most)->number.value) most = c;
            if (value < axes.number(row[0].index, least)->number.value) least = c;
        }
        if (!is_whole) continue;
        const Rational& value = stated->number.value;
        const auto holds = [&](std::size_t c) {
            return axes.number(row[0].index, c)->number.value == value;
        };
        const Mark mark = mark_view(scene.document, time[0].begin, time[0].end, "stated");
        const auto cells = cells_of(axes, {row[0].index}, columns);
        if ((!is_trough && holds(most)) || (!is_peak && holds(least))) {
            if (!is_either) pass(scene.document, {mark}, cells, review);
            return !is_either;
        }
        const std::size_t meant = is_trough ? least : most;
        const auto& heads = table.columns[meant].head_cells;
        if (heads.empty()) return false;
        const auto better = reading::text_of(scene.document, heads.back());
        report({scene.document, mark, cells,
                base::concat("comparing the values of ", axes.label(row[0].index))},
               quote_of(scene.document, mark), better, better, review);
        return true;
    }
    return false;
}

} // namespace verify::tables
