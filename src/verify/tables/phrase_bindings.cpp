#include "verify/tables/phrase_reader.hpp"

#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/tables/lexicon.hpp"

#include <algorithm>
#include <set>

namespace verify::tables {

using reading::WordSet;

void PhraseReader::join_heads()
{
    Phrase* last = nullptr;
    for (auto& phrase : m_out) {
        if (phrase.part == Part::joins) continue;
        if (phrase.part != Part::head) {
            last = nullptr;
            continue;
        }
        if (last != nullptr) {
            std::vector<std::size_t> both;
            std::set_intersection(last->columns.begin(), last->columns.end(),
                                  phrase.columns.begin(), phrase.columns.end(),
                                  std::back_inserter(both));
            if (!both.empty()) last->columns = phrase.columns = both;
        }
        last = &phrase;
    }
}

// A column of names binds no number.
bool PhraseReader::holds_numbers(std::size_t column) const
{
    return std::any_of(m_texts.at.begin(), m_texts.at.end(), [&](const auto& row) {
        return std::any_of(row[column].begin(), row[column].end(), reading::is_digit);
    });
}

// A number belongs to the column whose head stands beside it: "a score of 205", "71 laps", "the
// berth of Gannet is 7".
void PhraseReader::bind_numbers()
{
    constexpr std::size_t k_near = 4;
    for (std::size_t i = 0; i < m_out.size(); ++i) {
        if (m_out[i].part != Part::number) continue;
        const Phrase* beside = nullptr;
        if (i + 1 < m_out.size() && m_out[i + 1].part == Part::head) beside = &m_out[i + 1];
        for (std::size_t back = 1; beside == nullptr && back <= k_near && back <= i; ++back) {
            const Phrase& before = m_out[i - back];
            // That which stands behind another number is said of that: "200 laps in 1997".
            const bool is_taken = i > back && m_out[i - back - 1].part == Part::number;
            if (before.part == Part::head && !is_taken) beside = &before;
            if (before.part != Part::joins && before.part != Part::cell) break;
        }
        if (beside == nullptr || beside->columns.size() != 1) continue;
        if (!holds_numbers(beside->columns.front())) continue;
        const std::size_t column = beside->columns.front();
        m_out[i].is_bound = true;
        std::erase_if(m_out[i].places, [&](const Place& at) { return at.second != column; });
        m_out[i].columns = {column};
    }
}

// What stands in two columns is of the one whose head it is said to be: "the visitor was Ash", "Ash
// was the visitor".
void PhraseReader::bind_cells()
{
    static constexpr reading::OwnCues k_copula{WordSet::copula | WordSet::article, {"as"}};
    constexpr reading::Cues k_copula_alone{WordSet::copula};
    const auto head_from = [&](std::size_t at, int step) -> const Phrase* {
        for (std::size_t i = at + static_cast<std::size_t>(step); i < m_out.size();
             i += static_cast<std::size_t>(step)) {
            if (m_out[i].part == Part::head) return &m_out[i];
            if (!reading::is_in(k_copula, m_out[i].text)) break;
        }
        return nullptr;
    };
    for (std::size_t i = 0; i < m_out.size(); ++i) {
        Phrase& cell = m_out[i];
        if (cell.part != Part::cell) continue;
        const Phrase* misplaced = nullptr;
        for (const Phrase* head : {head_from(i, 1), head_from(i, -1)}) {
            if (head == nullptr || head->columns.size() != 1) continue;
            const auto is_there = [&](const Place& at) {
                return at.second == head->columns.front();
            };
            if (!std::any_of(cell.places.begin(), cell.places.end(), is_there)) {
                // "Ash was the visitor"; not "on Monday, the visitor"
                const bool is_said = i + 2 < m_out.size() && head > &m_out[i] &&
                                     reading::is_in(k_copula_alone, m_out[i + 1].text) &&
                                     m_out[i + 2].text == "the";
                if (is_said && head->is_whole && !cell.is_weak) misplaced = head;
                continue;
            }
            std::erase_if(cell.places, [&](const Place& at) { return !is_there(at); });
            misplaced = nullptr;
            break;
        }
        if (misplaced == nullptr) continue;
        cell.is_absent = true;
        cell.columns = misplaced->columns;
        cell.places.clear();
    }
}

// A noun that the table does not have, where the sentence calls a row by its kind: "the runner
// with", "the only runner", "no runner".
void PhraseReader::name_rows()
{
    static constexpr reading::OwnCues k_before{WordSet::every | WordSet::article,
                                               {"no", "any", "only"}};
    static constexpr reading::OwnCues k_behind{WordSet::relative | WordSet::place_prep,
                                               {"with", "to", "is", "against", "when", "where"}};
    for (std::size_t i = 1; i < m_out.size(); ++i) {
        Phrase& noun = m_out[i];
        if (noun.part != Part::unknown || noun.text.size() < 3) continue;
        const Phrase& before = m_out[i - 1];
        const bool is_alone = before.text == "only" || before.text == "no";
        const bool is_counted = before.part == Part::number && before.value &&
                                before.value->get_den() == 1 && *before.value < 100;
        const bool is_told = i + 1 < m_out.size() && reading::is_in(k_before, before.text) &&
                             reading::is_in(k_behind, m_out[i + 1].text);
        const auto is_before = [&](std::size_t back, std::string_view word) {
            return i >= back && m_out[i - back].text == word;
        };
        const bool is_all = is_before(1, "all") || is_before(1, "every") || is_before(1, "each") ||
                            (is_before(1, "the") && is_before(2, "all")) ||
                            (is_before(1, "the") && is_before(2, "of") && is_before(3, "all"));
        // What goes on in the name of a head says no more than it: "the home team".
        const bool is_of_head = before.part == Part::head && !noun.text.ends_with("ed");
        if (is_of_head) noun.part = Part::joins;
        if (!is_alone && !is_counted && !is_told && !is_all) continue;
        noun.part = Part::joins;
        noun.is_row_noun = true;
    }
}

} // namespace verify::tables
