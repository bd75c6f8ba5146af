// The sum or the mean of a column, over all rows or those that the sentence names.
#include "reading/ascii.hpp"
#include "verify/tables/facts.hpp"
#include "verify/tables/lexicon.hpp"
#include "verify/tables/question.hpp"

#include <algorithm>

namespace verify::tables {

namespace {

// Within half of the last place that is printed; cut off, too.
bool is_phrase_met(const Phrase& stated, const Rational& value)
{
    const Rational unit = reading::power_of_ten(stated.place);
    return abs(Rational{*stated.value - value}) < unit;
}

} // namespace

bool check_aggregate(const Said& said, Review& review)
{
    constexpr std::size_t k_most_rows = 100; // each such sentence reads them all
    bool is_mean = false;
    bool is_sum = false;
    const Phrase* stated = nullptr;
    std::vector<const Phrase*> filters;
    for (const auto& phrase : said.phrases) {
        const bool is_word = phrase.part == Part::cue;
        const bool means = reading::is_in(k_mean, phrase.text);
        const bool sums = reading::is_in(k_sum, phrase.text);
        if (is_word && !means && !sums) return false;
        is_mean = is_mean || (is_word && means);
        is_sum = is_sum || (is_word && sums);
    }
    const auto column = measured_column(said);
    if (is_mean == is_sum || !column || is_standing(said, *column) || said.rows() > k_most_rows ||
        said.count(Part::unknown) > 1)
        return false;
    for (const auto& phrase : said.phrases) {
        const bool is_of_column = phrase.columns.size() == 1 && phrase.columns.front() != *column;
        if (phrase.part == Part::cell ||
            (phrase.part == Part::number && phrase.is_bound && is_of_column)) {
            filters.push_back(&phrase);
        } else if (phrase.part == Part::number) {
            if (stated != nullptr || !phrase.value || phrase.is_spelled) return false;
            stated = &phrase;
        }
    }
    if (stated == nullptr) return false;
    std::vector<std::size_t> rows;
    for (const auto row : said.rows_with(filters))
        if (!said.sums_up(row) && said.cell({row, *column}).kind != reading::CellKind::vacant)
            rows.push_back(row);
    const auto meant =
        answer(said.table, {rows, {*column}, is_mean ? Operation::mean : Operation::sum});
    if (!meant) return false;
    if (is_phrase_met(*stated, meant->exact)) {
        pass(said.document, said.marks(), meant->cells, review);
        return true;
    }
    const bool is_there = !stated->places.empty();
    if (!said.is_explained() || rows.size() < 2 || is_there) return false;
    report({said.document, said.mark(*stated), meant->cells,
            is_mean ? "the mean of the column" : "the sum of the column"},
           *stated->value, meant->exact, reading::exact_text(meant->exact), review);
    return true;
}

} // namespace verify::tables
