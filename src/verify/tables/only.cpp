// One row alone holds something: "Ash is the only runner from Leeds".
#include "base/concat.hpp"
#include "verify/tables/facts.hpp"

#include <algorithm>
#include <set>

namespace verify::tables {

bool check_only(const Said& said, Review& review)
{
    constexpr std::size_t k_most_values = 4;
    constexpr std::size_t k_most_rows = 100; // each such sentence reads them all
    const Phrase* only = nullptr;
    std::vector<const Phrase*> values;
    std::set<std::size_t> columns;
    for (std::size_t i = 0; i < said.phrases.size(); ++i) {
        const Phrase& phrase = said.phrases[i];
        const bool is_one = phrase.part == Part::cue ? phrase.text == "one" : phrase.text == "1";
        if (is_one && phrase.part != Part::cell && only != nullptr && &phrase - only <= 1) continue;
        if (phrase.part == Part::cue) {
            if (only != nullptr || phrase.text != "only" || i == 0 ||
                said.phrases[i - 1].text != "the")
                return false;
            only = &phrase;
        }
        if (phrase.part == Part::number &&
            (phrase.is_spelled || !phrase.value || phrase.columns.size() != 1 ||
             !(phrase.is_bound || phrase.text.size() > 2)))
            return false;
        if (phrase.part != Part::cell && phrase.part != Part::number) continue;
        if (phrase.columns.size() != 1 || !columns.insert(phrase.columns.front()).second)
            return false;
        values.push_back(&phrase);
    }
    if (only == nullptr || values.size() < 2 || values.size() > k_most_values ||
        said.rows() > k_most_rows || said.count(Part::unknown) > 1)
        return false;
    const auto together = said.rows_with(values);
    const Phrase* told = nullptr;
    std::vector<std::size_t> others;
    for (const auto* subject : values) {
        if (said.rows_of(*subject).size() != 1) continue; // a name is of one row
        std::vector<const Phrase*> rest;
        for (const auto* value : values)
            if (value != subject) rest.push_back(value);
        const auto rows = said.rows_with(rest);
        std::vector<const reading::TableCell*> cells;
        cells.reserve(rows.size());
        for (const auto row : rows) cells.push_back(&said.cell({row, subject->columns.front()}));
        if (!together.empty() && rows == together) {
            pass(said.document, said.marks(), cells, review);
            return true;
        }
        // "Ash is the only": the name before is what is said to be alone.
        if (subject == values.front() && subject->end < only->begin && rows.size() > 1) {
            told = subject;
            others = rows;
        }
    }
    if (!said.is_explained() || told == nullptr || together.empty()) return false;
    std::vector<const reading::TableCell*> cells;
    for (const auto row : others) cells.push_back(&said.cell({row, told->columns.front()}));
    const std::string better = base::concat("one of ", others.size());
    report({said.document, said.mark(*only), cells, "the count of such rows"}, "only", better,
           better, review);
    return true;
}

} // namespace verify::tables
