#include "verify/tables/cues.hpp"

#include "reading/ascii.hpp"
#include "verify/tables/lexicon.hpp"

#include <algorithm>

namespace verify::tables {

namespace {

using reading::WordSet;
using Kind = Ask::Kind;

// Words that ask one thing each, and which way.
struct Cue {
    reading::Cues words;
    Kind kind;
    int direction = 0;
};
constexpr Cue k_cues[] = {
    {WordSet::greatest, Kind::rank, 1},
    {k_latest, Kind::rank, 1},
    {k_least, Kind::rank, -1},
    {k_earliest, Kind::rank, -1},
    {k_greater, Kind::gap, 1},
    {WordSet::after, Kind::gap, 1},
    {k_lesser, Kind::gap, -1},
    {WordSet::before, Kind::gap, -1},
    {k_rise, Kind::gap, 1},
    {k_fall, Kind::gap, -1},
    {k_change, Kind::gap},
    {k_difference, Kind::gap},
    {k_sum, Kind::sum},
    {k_mean, Kind::mean},
    {k_only, Kind::only},
    {k_all, Kind::every},
    {k_none, Kind::count},
    {k_denial, Kind::denial},
};

// 2 of "second" and of "2nd"; 0 of other words.
std::size_t order_of(const Phrase& phrase)
{
    constexpr std::string_view k_ordinals[] = {"first", "second", "third", "fourth", "fifth"};
    constexpr int k_most = 20;
    for (std::size_t i = 0; i < std::size(k_ordinals); ++i)
        if (phrase.text == k_ordinals[i]) return i + 1;
    const bool is_written = phrase.part == Part::number && phrase.value &&
                            phrase.end - phrase.begin > phrase.text.size();
    if (!is_written || *phrase.value < 1 || *phrase.value > k_most) return 0;
    return phrase.value->get_num().get_ui();
}

class CueReader {
public:
    explicit CueReader(const Said& said) : m_said{said}, m_phrases{said.phrases} {}

    std::optional<Ask> read();

private:
    bool take(std::size_t& at);
    bool take_word(std::size_t at);
    [[nodiscard]] bool is_text(std::size_t at, std::string_view text) const
    {
        return at < m_phrases.size() && m_phrases[at].text == text;
    }
    [[nodiscard]] const Phrase* counted() const;
    [[nodiscard]] bool counts_rows(std::size_t number) const;
    [[nodiscard]] bool is_noun_of_rows(const Phrase& noun, const Rational& count) const;

    const Said& m_said;
    const std::vector<Phrase>& m_phrases;
    Ask m_out;
};

bool CueReader::take_word(std::size_t at)
{
    const Phrase& word = m_phrases[at];
    const auto* const cue =
        std::find_if(std::begin(k_cues), std::end(k_cues),
                     [&](const Cue& each) { return reading::is_in(each.words, word.text); });
    if (cue == std::end(k_cues) || m_out.cue != nullptr) return false;
    // If "no" is a cell, it may be that.
    if (cue->kind == Kind::count && m_said.texts.whole.contains(word.text)) return false;
    m_out.kind = cue->kind;
    m_out.direction = cue->direction;
    m_out.cue = &word;
    const bool is_time = reading::is_in(WordSet::before | WordSet::after, word.text);
    if (is_time) m_out.middle = &word;
    return true;
}

// One cue, with those that go with it. False where it says something else.
bool CueReader::take(std::size_t& at)
{
    if (is_text(at, "than")) {
        if (m_out.kind != Kind::gap || m_out.middle != nullptr) return false;
        m_out.middle = &m_phrases[at];
        return true;
    }
    const bool has_next = at + 1 < m_phrases.size();
    const std::size_t order = order_of(m_phrases[at]);
    if (order > 0) {
        if (!has_next || m_phrases[at + 1].part != Part::cue) return false;
        return true;
    }
    // "The only one"
    if (is_text(at, "one") && m_out.kind == Kind::only && m_out.cue == &m_phrases[at] - 1)
        return true;
    const bool is_recent = is_text(at, "most") && is_text(at + 1, "recent");
    if (!take_word(at)) return false;
    if (is_recent) ++at;
    if (m_out.kind != Kind::rank || m_out.cue == &m_phrases.front()) return true;
    const Phrase* before = m_out.cue - 1;
    if (order_of(*before) == 0) return true;
    m_out.order = order_of(*before);
    m_out.order_word = before;
    return true;
}

bool CueReader::is_noun_of_rows(const Phrase& noun, const Rational& count) const
{
    const bool is_noun = (noun.is_row_noun || noun.part != Part::joins) && noun.part != Part::cue &&
                         noun.part != Part::number && (noun.text.ends_with('s') || count == 1);
    const bool is_measure =
        noun.part == Part::head &&
        std::any_of(noun.columns.begin(), noun.columns.end(), [&](std::size_t column) {
            return m_said.rank({0, column}).has_value();
        });
    return is_noun && !is_measure;
}

// "There were 3 races", "three players are", "only 3 races": the number of several things, said of
// the table. "3 points" are not rows; "one of three" is a row.
bool CueReader::counts_rows(std::size_t number) const
{
    constexpr int k_most = 100;
    const Phrase& phrase = m_phrases[number];
    if (phrase.part != Part::number || phrase.over != 0 || !phrase.value ||
        phrase.value->get_den() != 1 || *phrase.value >= k_most || number + 1 >= m_phrases.size() ||
        !is_noun_of_rows(m_phrases[number + 1], *phrase.value))
        return false;
    if (number == 0 || is_text(number - 1, "only")) return true;
    return number >= 2 && is_text(number - 2, "there") &&
           reading::is_in(reading::Cues{WordSet::copula, {"be"}}, m_phrases[number - 1].text);
}

const Phrase* CueReader::counted() const
{
    for (std::size_t i = 0; i < m_phrases.size(); ++i)
        if (counts_rows(i)) return &m_phrases[i];
    return nullptr;
}

std::optional<Ask> CueReader::read()
{
    for (std::size_t i = 0; i < m_phrases.size(); ++i)
        if (m_phrases[i].part == Part::cue && !take(i)) return std::nullopt;
    const bool is_open = m_out.kind == Kind::row || m_out.kind == Kind::only;
    if (const auto* number = is_open ? counted() : nullptr) {
        m_out.kind = Kind::count;
        m_out.cue = number;
    }
    const bool is_alone =
        m_out.kind == Kind::only && m_out.cue != &m_phrases.front() && m_out.cue[-1].text == "the";
    if (m_out.kind == Kind::only && !is_alone) return std::nullopt;
    // "Better", with nothing that it is better than.
    const bool compares =
        m_out.kind == Kind::gap && reading::is_in(WordSet::more | WordSet::less, m_out.cue->text);
    return compares && m_out.middle == nullptr ? std::nullopt : std::optional{m_out};
}

} // namespace

std::optional<Ask> read_cues(const Said& said)
{
    return CueReader{said}.read();
}

std::optional<std::size_t> ranked_column(const Said& said, const Ask& ask)
{
    const Phrase* const first = said.phrases.data();
    const Phrase* const end = first + said.phrases.size();
    const Phrase* head = nullptr;
    for (const Phrase* word = ask.cue + 1; word != end; ++word) {
        if (word->text == "recent") continue;
        // "The lowest error and cost" is said of two columns.
        if (word->part == Part::head && head != nullptr) return std::nullopt;
        if (word->part == Part::head)
            head = word;
        else if (word->part != Part::joins)
            break;
    }
    for (const Phrase* word = ask.cue; word != first && head == nullptr; --word) {
        if (word[-1].part == Part::head) head = word - 1;
        if (!reading::is_in(reading::Cues{WordSet::copula, {"the"}}, word[-1].text)) break;
    }
    if (head == nullptr || head->columns.size() != 1) return std::nullopt;
    // "Rent was highest in 2020" is said of all rows of that year, or of all years of that row.
    const auto column = head->columns.front();
    const bool is_of_year = said.table.columns[column].year.has_value();
    return is_of_year && head > ask.cue ? std::nullopt : std::optional{column};
}

bool names_rows(const Said& said, const Phrase& all)
{
    const Phrase* noun = &all + 1;
    const Phrase* const end = said.phrases.data() + said.phrases.size();
    while (noun != end &&
           reading::is_in(reading::Cues{WordSet::demonstrative, {"of", "the"}}, noun->text))
        ++noun;
    return noun != end && (noun->is_row_noun || noun->part == Part::head);
}

} // namespace verify::tables
