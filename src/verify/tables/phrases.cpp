#include "verify/tables/phrases.hpp"

#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/tables/lexicon.hpp"
#include "verify/tables/limits.hpp"

#include <algorithm>
#include <set>

namespace verify::tables {

using reading::WordSet;

namespace {

using Pieces = std::span<const Piece>;

Phrase phrase_of(Part part, Pieces pieces)
{
    Phrase out;
    out.part = part;
    out.text = joined(pieces);
    out.begin = pieces.front().begin;
    out.end = pieces.back().end;
    out.size = pieces.size();
    return out;
}

class Reader {
public:
    Reader(const CellTexts& texts, const Statement& statement, const reading::Stemmer& stemmer)
        : m_texts{texts}, m_statement{statement}, m_stemmer{stemmer}
    {
    }

    std::vector<Phrase> read(Pieces pieces);

private:
    [[nodiscard]] Phrase next(Pieces rest) const;
    [[nodiscard]] std::optional<Phrase> whole_cell(Pieces rest) const;
    [[nodiscard]] std::optional<Phrase> part_of_cell(Pieces rest, std::size_t least) const;
    [[nodiscard]] std::optional<Phrase> head(Pieces rest) const;
    [[nodiscard]] std::optional<Phrase> number(Pieces rest) const;
    [[nodiscard]] std::optional<Phrase> numbers(Pieces rest) const;
    [[nodiscard]] Phrase word(Pieces rest) const;
    void join_heads();
    void bind_numbers();
    [[nodiscard]] bool holds_numbers(std::size_t column) const;
    void bind_cells();
    void settle_absent(Phrase& cell) const;
    void name_rows();

    const CellTexts& m_texts;
    const Statement& m_statement;
    const reading::Stemmer& m_stemmer;
    std::vector<Phrase> m_out;
};

std::optional<Phrase> Reader::whole_cell(Pieces rest) const
{
    for (std::size_t size = std::min(k_longest_cell, rest.size()); size > 0; --size) {
        const auto& first = rest.front().text;
        // "the" and "only" are cells of some tables and words of all sentences; numbers have a way
        // of their own.
        if (size == 1 && (reading::is_in(k_function, first) || is_cue(first) || is_number(first)))
            continue;
        const auto found = m_texts.whole.find(joined(rest.first(size)));
        if (found == m_texts.whole.end()) continue;
        Phrase out = phrase_of(Part::cell, rest.first(size));
        out.places = found->second;
        const auto more = m_texts.parts.find(out.text);
        if (more != m_texts.parts.end())
            out.places.insert(out.places.end(), more->second.begin(), more->second.end());
        return out;
    }
    return std::nullopt;
}

// Some words of longer cells: "kenny perry" of "kenny perry (usa)".
std::optional<Phrase> Reader::part_of_cell(Pieces rest, std::size_t least) const
{
    for (std::size_t size = std::min(k_longest_part, rest.size()); size >= least; --size) {
        const auto taken = rest.first(size);
        // What begins or ends in a word that joins goes on.
        if (reading::is_in(k_function, taken.back().text) ||
            reading::is_in(k_function, taken.front().text))
            continue;
        const auto found = m_texts.parts.find(joined(taken));
        if (found == m_texts.parts.end()) continue;
        Phrase out = phrase_of(Part::cell, taken);
        out.is_weak = size == 1;
        out.places = found->second;
        return out;
    }
    return std::nullopt;
}

std::optional<Phrase> Reader::head(Pieces rest) const
{
    constexpr std::size_t k_longest_head = 6;
    std::string stems;
    std::optional<Phrase> out;
    for (std::size_t size = 1; size <= std::min(k_longest_head, rest.size()); ++size) {
        if (size > 1) stems += ' ';
        stems += m_stemmer.stem(rest[size - 1].text);
        const auto found = m_texts.heads.find(stems);
        if (found == m_texts.heads.end() || is_number(stems)) continue;
        out = phrase_of(Part::head, rest.first(size));
        out->columns = found->second;
        out->is_whole = true;
    }
    return out;
}

std::optional<Phrase> Reader::number(Pieces rest) const
{
    const Piece& piece = rest.front();
    const auto& quantities = m_statement.passage.quantities();
    const auto& tokens = m_statement.passage.document().tokens;
    const auto quantity =
        std::find_if(quantities.begin(), quantities.end(), [&](const Quantity& each) {
            return tokens[each.number_begin].begin <= piece.begin &&
                   piece.end <= tokens[each.number_end - 1].end;
        });
    const bool is_spelled = quantity != quantities.end() && quantity->spelled;
    if (!is_spelled && !is_number(piece.text)) return std::nullopt;
    Phrase out = phrase_of(Part::number, rest.first(1));
    out.is_spelled = is_spelled;
    const auto point = piece.text.find('.');
    if (is_spelled) {
        out.value = reading::value_of(*quantity);
        out.text = reading::exact_text(*out.value);
    } else if (point == std::string::npos) {
        out.value = Rational{piece.text};
    } else if (piece.text.find('.', point + 1) == std::string::npos) {
        std::string digits = piece.text;
        digits.erase(point, 1);
        digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
        out.place = -static_cast<int>(piece.text.size() - point - 1);
        out.value = Rational{digits} * reading::power_of_ten(out.place);
    }
    const auto found = m_texts.whole.find(out.text);
    if (found != m_texts.whole.end()) out.places = found->second;
    return out;
}

// Several numbers in the form of the cells of some columns, that no cell holds: "9.11 (65)".
std::optional<Phrase> Reader::numbers(Pieces rest) const
{
    std::size_t size = 0;
    while (size < rest.size() && size < k_longest_cell && is_number(rest[size].text)) ++size;
    const std::string_view folded = m_statement.passage.document().view.folded;
    for (; size > 1; --size) {
        const std::string form = form_of(folded, 0, rest.first(size));
        const auto found = form.empty() ? m_texts.forms.end() : m_texts.forms.find(form);
        if (found == m_texts.forms.end()) continue;
        Phrase out = phrase_of(Part::cell, rest.first(size));
        out.columns = found->second;
        out.is_absent = true;
        return out;
    }
    return std::nullopt;
}

Phrase Reader::word(Pieces rest) const
{
    const Pieces one = rest.first(1);
    const std::string& text = one.front().text;
    if (is_cue(text)) return phrase_of(Part::cue, one);
    if (reading::is_in(k_function, text)) return phrase_of(Part::joins, one);
    const std::string stem = m_stemmer.stem(text);
    const auto found = m_texts.head_words.find(stem);
    if (found != m_texts.head_words.end()) {
        Phrase out = phrase_of(Part::head, one);
        out.columns = found->second;
        return out;
    }
    if (auto part = part_of_cell(one, 1)) return *part;
    const bool is_said = m_texts.topic.contains(stem) || reading::is_in(k_glue, text) ||
                         reading::is_one_of(text, k_light);
    return phrase_of(is_said ? Part::joins : Part::unknown, one);
}

// The longer of a cell and a head, a head where they are as long.
Phrase Reader::next(Pieces rest) const
{
    const auto named = head(rest);
    const auto cell = whole_cell(rest);
    if (cell && (!named || cell->size > named->size)) return *cell;
    if (named) return *named;
    if (const auto part = part_of_cell(rest, 2)) return *part;
    if (const auto several = numbers(rest)) return *several;
    if (const auto value = number(rest)) {
        // A year of a head, where no cell holds it.
        const auto in_head = m_texts.head_words.find(value->text);
        if (!value->places.empty() || in_head == m_texts.head_words.end()) return *value;
        Phrase year = phrase_of(Part::head, rest.first(1));
        year.columns = in_head->second;
        return year;
    }
    return word(rest);
}

// Two heads beside each other are the column that both name: "the score at home", "subscribers in
// 2006".
void Reader::join_heads()
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
bool Reader::holds_numbers(std::size_t column) const
{
    return std::any_of(m_texts.at.begin(), m_texts.at.end(), [&](const auto& row) {
        return std::any_of(row[column].begin(), row[column].end(), reading::is_digit);
    });
}

// A number belongs to the column whose head stands beside it: "a score of 205", "71 laps", "the
// berth of Gannet is 7".
void Reader::bind_numbers()
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

// Where several columns have its form it is of the one whose head the sentence names.
void Reader::settle_absent(Phrase& cell) const
{
    std::set<std::size_t> named;
    for (const auto& head : m_out)
        if (head.part == Part::head && head.columns.size() == 1 &&
            std::find(cell.columns.begin(), cell.columns.end(), head.columns.front()) !=
                cell.columns.end())
            named.insert(head.columns.front());
    if (named.size() == 1) cell.columns = {*named.begin()};
}

// What stands in two columns is of the one whose head it is said to be: "the visitor was Ash", "Ash
// was the visitor".
void Reader::bind_cells()
{
    static constexpr std::string_view k_copula_own[] = {"as"};
    constexpr reading::Cues k_copula{WordSet::copula | WordSet::article, k_copula_own};
    constexpr reading::Cues k_verbs{WordSet::copula};
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
        if (cell.is_absent) {
            settle_absent(cell);
            continue;
        }
        const Phrase* misplaced = nullptr;
        for (const Phrase* head : {head_from(i, 1), head_from(i, -1)}) {
            if (head == nullptr || head->columns.size() != 1) continue;
            const auto is_there = [&](const Place& at) {
                return at.second == head->columns.front();
            };
            if (!std::any_of(cell.places.begin(), cell.places.end(), is_there)) {
                // "Ash was the visitor"; not "on Monday, the visitor"
                const bool is_said = i + 2 < m_out.size() && head > &m_out[i] &&
                                     reading::is_in(k_verbs, m_out[i + 1].text) &&
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
void Reader::name_rows()
{
    static constexpr std::string_view k_before_own[] = {"no", "any", "only"};
    constexpr reading::Cues k_before{WordSet::every | WordSet::article, k_before_own};
    static constexpr std::string_view k_behind_own[] = {"with",    "to",   "is",
                                                        "against", "when", "where"};
    constexpr reading::Cues k_behind{WordSet::relative | WordSet::place_prep, k_behind_own};
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

std::vector<Phrase> Reader::read(Pieces pieces)
{
    while (!pieces.empty()) {
        m_out.push_back(next(pieces));
        pieces = pieces.subspan(m_out.back().size);
    }
    join_heads();
    bind_numbers();
    read_limits(m_out);
    read_places(m_texts, m_out);
    bind_cells();
    name_rows();
    for (auto& phrase : m_out) {
        if (phrase.part != Part::cell && (phrase.part != Part::number || phrase.is_bound)) continue;
        if (phrase.over != 0 || phrase.is_absent) continue;
        std::set<std::size_t> columns;
        for (const auto& place : phrase.places) columns.insert(place.second);
        phrase.columns.assign(columns.begin(), columns.end());
    }
    return std::move(m_out);
}

} // namespace

std::vector<Phrase> read_phrases(const Document& document, const CellTexts& texts,
                                 const Statement& statement, std::size_t sentence,
                                 const reading::Stemmer& stemmer)
{
    const auto& place = document.sentences[sentence];
    const auto folded =
        std::string_view{document.view.folded}.substr(place.begin, place.end - place.begin);
    return Reader{texts, statement, stemmer}.read(pieces_of(folded, place.begin));
}

} // namespace verify::tables
