// How many rows there are of a kind, whether there is one alone, or none.
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/tables/facts.hpp"
#include "verify/tables/lexicon.hpp"

#include <algorithm>
#include <set>

namespace verify::tables {

using reading::WordSet;

namespace {

constexpr reading::OwnCues k_none{WordSet::no, {"zero"}};
constexpr std::string_view k_alone[] = {"only", "exactly"};

struct Condition {
    const Phrase* phrase = nullptr;
    std::size_t column = 0;
    int over = 0; // 1: more than the number, -1: less; 0: is the same
};

class Counter {
public:
    explicit Counter(const Said& said) : m_said{said} {}

    bool judge(Review& review);

private:
    bool read();
    [[nodiscard]] bool counts_rows(std::size_t number) const;
    [[nodiscard]] bool is_conjunction() const;
    [[nodiscard]] std::optional<Condition> compared(std::size_t number) const;
    [[nodiscard]] std::vector<std::size_t> rows() const;
    [[nodiscard]] std::set<std::size_t> counts(const std::vector<std::size_t>& rows) const;

    const Said& m_said;
    const Phrase* m_count = nullptr; // the number, or the word that says there is none
    Rational m_stated;
    std::vector<Condition> m_conditions;
    std::size_t m_taken_cues = 0;
    bool m_is_vague = false; // a word of longer cells: other words may name the same
};

// "more than 26 points"
std::optional<Condition> Counter::compared(std::size_t number) const
{
    if (number < 1) return std::nullopt;
    const auto& phrases = m_said.phrases;
    const bool has_than = phrases[number - 1].text == "than" && number >= 2;
    const Phrase& cue = phrases[has_than ? number - 2 : number - 1];
    const bool above = reading::is_in(k_above, cue.text);
    const bool below = reading::is_in(k_below, cue.text);
    if (cue.part != Part::cue || (!above && !below) || !phrases[number].is_bound ||
        !phrases[number].value)
        return std::nullopt;
    return Condition{&phrases[number], phrases[number].columns.front(), above ? 1 : -1};
}

// "There were 3 races", "three players are", "only 3 races": the number of several things, said of
// the table. "3 points" are not rows; "one of three" is a row.
bool Counter::counts_rows(std::size_t number) const
{
    const auto& phrases = m_said.phrases;
    const Phrase& phrase = phrases[number];
    constexpr int k_most = 100;
    if (!phrase.value || phrase.value->get_den() != 1 || *phrase.value >= k_most ||
        number + 1 >= phrases.size())
        return false;
    const Phrase& noun = phrases[number + 1];
    if (noun.part == Part::cue && noun.text == "times" && number + 2 < phrases.size() &&
        phrases[number + 2].text != "as")
        return true;
    const bool is_noun = (noun.is_row_noun || noun.part != Part::joins) && noun.part != Part::cue &&
                         noun.part != Part::number &&
                         (noun.text.ends_with('s') || *phrase.value == 1);
    const bool is_measure =
        noun.part == Part::head &&
        std::any_of(noun.columns.begin(), noun.columns.end(), [&](std::size_t column) {
            return m_said.rank({0, column}).has_value();
        });
    if (!is_noun || is_measure) return false;
    if (number == 0) return true;
    const std::string& before = phrases[number - 1].text;
    const bool is_there = number >= 2 && phrases[number - 2].text == "there" &&
                          reading::is_in(reading::Cues{WordSet::copula, {"be"}}, before);
    return is_there || reading::is_one_of(before, k_alone);
}

// Two things of one column are of no row together.
bool Counter::is_conjunction() const
{
    std::set<std::size_t> columns;
    for (const auto& each : m_conditions)
        if (!columns.insert(each.column).second) return false;
    return true;
}

bool Counter::read()
{
    const auto& phrases = m_said.phrases;
    std::size_t cues = 0;
    for (std::size_t i = 0; i < phrases.size(); ++i) {
        const Phrase& phrase = phrases[i];
        if (phrase.part == Part::cell) {
            m_is_vague = m_is_vague || phrase.is_weak;
            if (phrase.columns.size() != 1 || phrase.places.size() >= k_most_places) return false;
            m_conditions.push_back({&phrase, phrase.columns.front(), 0});
        }
        const bool is_none = phrase.part == Part::cue && reading::is_in(k_none, phrase.text);
        if (phrase.part == Part::cue && !is_none) ++cues;
        if (phrase.part == Part::cue && reading::is_one_of(phrase.text, k_alone)) ++m_taken_cues;
        if (is_none) {
            // If "no" is a cell, it may be that.
            if (m_count != nullptr || m_said.texts.whole.contains(phrase.text)) return false;
            m_count = &phrase;
            m_stated = 0;
            continue;
        }
        if (phrase.part != Part::number) continue;
        if (phrase.over != 0) {
            m_conditions.push_back({&phrase, phrase.columns.front(), 0});
            continue;
        }
        if (const auto condition = compared(i)) {
            m_taken_cues += phrases[i - 1].text == "than" ? 2U : 1U;
            m_conditions.push_back(*condition);
            continue;
        }
        if (m_count == nullptr && counts_rows(i)) {
            m_count = &phrase;
            m_stated = *phrase.value;
            if (i + 1 < phrases.size() && phrases[i + 1].text == "times") ++m_taken_cues;
        } else if (phrase.columns.size() == 1 && (phrase.is_bound || phrase.text.size() > 2)) {
            m_conditions.push_back({&phrase, phrase.columns.front(), 0});
        } else {
            return false;
        }
    }
    return m_count != nullptr && cues == m_taken_cues && is_conjunction();
}

std::vector<std::size_t> Counter::rows() const
{
    std::vector<std::size_t> out;
    for (std::size_t r = 0; r < m_said.rows(); ++r) {
        const bool meets =
            std::all_of(m_conditions.begin(), m_conditions.end(), [&](const Condition& each) {
                if (each.over == 0) return m_said.stands_in(*each.phrase, r);
                const auto value = m_said.rank({r, each.column});
                return value && (*value - *each.phrase->value) * each.over > 0;
            });
        if (meets) out.push_back(r);
    }
    return out;
}

// As rows, or as different things of one column: each player once.
std::set<std::size_t> Counter::counts(const std::vector<std::size_t>& rows) const
{
    std::set<std::size_t> out{rows.size()};
    for (std::size_t c = 0; c < m_said.table.columns.size(); ++c) {
        std::set<std::string> different;
        for (const auto row : rows) different.insert(m_said.texts.at[row][c]);
        if (!rows.empty()) out.insert(different.size());
    }
    return out;
}

bool Counter::judge(Review& review)
{
    constexpr std::size_t k_most_unknown = 2;
    constexpr std::size_t k_most_rows = 100; // each such sentence reads them all
    if (m_said.rows() > k_most_rows || m_said.count(Part::unknown) > k_most_unknown || !read() ||
        m_conditions.empty())
        return false;
    const auto found = rows();
    std::vector<const reading::TableCell*> cells;
    cells.reserve(found.size());
    for (const auto row : found) cells.push_back(&m_said.cell({row, m_conditions.front().column}));
    if (m_stated == Rational{static_cast<long>(found.size())}) {
        pass(m_said.document, m_said.marks(), cells, review);
        return true;
    }
    // The table may hold only some of the things that it does not name.
    const bool counts_others = std::any_of(m_said.phrases.begin(), m_said.phrases.end(),
                                           [](const Phrase& phrase) { return phrase.is_row_noun; });
    if (counts_others || m_is_vague || m_said.count(Part::unknown) > 0) return false;
    for (const auto count : counts(found))
        if (m_stated == Rational{static_cast<long>(count)}) return false;
    report({m_said.document, m_said.mark(*m_count), cells, "the count of such rows"}, m_stated,
           found.size(), std::to_string(found.size()), review);
    return true;
}

// Whether rows are named behind the word: "all boats", "each of the boats". "All on one day" names
// none.
bool names_rows(const Said& said, const Phrase& all)
{
    const Phrase* noun = &all + 1;
    const Phrase* const end = said.phrases.data() + said.phrases.size();
    while (noun != end &&
           reading::is_in(reading::Cues{WordSet::demonstrative, {"of", "the"}}, noun->text))
        ++noun;
    return noun != end && (noun->is_row_noun || noun->part == Part::head);
}

} // namespace

// "All boats at Skarvik have a crew of 5": the last value is said of all rows with the others.
bool check_all(const Said& said, Review& review)
{
    constexpr std::size_t k_most_rows = 100; // each such sentence reads them all
    const Phrase* all = nullptr;
    std::vector<const Phrase*> values;
    for (const auto& phrase : said.phrases) {
        if (phrase.part == Part::cue) {
            if (all != nullptr || !values.empty() ||
                !reading::is_in(reading::Cues{WordSet::every, {"all"}}, phrase.text))
                return false;
            all = &phrase;
        }
        if (phrase.part != Part::cell && phrase.part != Part::number) continue;
        const bool is_open = phrase.part == Part::number && (!phrase.is_bound || phrase.is_spelled);
        if (is_open || phrase.columns.size() != 1 || phrase.is_absent) return false;
        if (!values.empty() && values.back()->columns == phrase.columns) return false;
        values.push_back(&phrase);
    }
    if (all == nullptr || values.empty() || said.rows() > k_most_rows ||
        said.count(Part::unknown) > 1 || !names_rows(said, *all))
        return false;
    const Phrase& told = *values.back();
    values.pop_back();
    std::vector<const reading::TableCell*> cells;
    const reading::TableCell* other = nullptr;
    for (const auto row : said.rows_with(values)) {
        if (said.sums_up(row)) continue;
        const auto& cell = said.cell({row, told.columns.front()});
        cells.push_back(&cell);
        if (other == nullptr && !said.stands_in(told, row)) other = &cell;
    }
    if (cells.size() < 2) return false;
    if (other == nullptr) {
        pass(said.document, said.marks(), cells, review);
        return true;
    }
    const bool is_vacant = other->kind == reading::CellKind::vacant;
    if (is_vacant || told.is_weak || !said.is_explained()) return false;
    const auto better = reading::text_of(said.document, other->place);
    report({said.document, said.mark(*all), {other}, "one of these rows"}, told.text, better,
           better, review);
    return true;
}

bool check_count(const Said& said, Review& review)
{
    return Counter{said}.judge(review);
}

} // namespace verify::tables
