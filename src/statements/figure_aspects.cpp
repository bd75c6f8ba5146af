#include "reading/finite_verb.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "statements/figures.hpp"
#include "statements/words.hpp"

#include <algorithm>

namespace statements {

using reading::Measured;
using reading::Passage;

namespace {

constexpr std::uint32_t k_window = 8;         // tokens behind a number
constexpr std::uint32_t k_window_before = 14; // "the toll of the quake in X has risen to 97"
constexpr std::uint32_t k_whole_sentence = 60;
constexpr std::uint32_t k_none = static_cast<std::uint32_t>(-1);

bool is_time(const Figure& figure)
{
    return figure.measured == Measured::time || figure.measured == Measured::calendar;
}

bool counts_people(const Figure& figure)
{
    if (!figure.counts_things || figure.value.get_den() != 1) return false;
    return figure.shown.empty() || figure.shown == "others" ||
           reading::is_in(reading::WordSet::people, figure.shown) ||
           reading::WordNet::embedded().is_person(figure.shown) ||
           is_of_people(aspect_of(figure.shown));
}

bool fits(Aspect aspect, const Figure& figure)
{
    if (is_of_people(aspect)) return counts_people(figure);
    if (is_of_money(aspect)) return figure.is_money;
    if (aspect >= Aspect::length && aspect <= Aspect::depth)
        return figure.measured == Measured::length;
    if (aspect == Aspect::weight) return figure.measured == Measured::mass;
    if (aspect == Aspect::duration || aspect == Aspect::age) return is_time(figure);
    if (aspect == Aspect::speed) return figure.measured == Measured::speed;
    return aspect == Aspect::magnitude && figure.counts_things && figure.shown.empty() &&
           figure.value >= 1 && figure.value < 10;
}

bool is_number(const Passage& sentence, std::uint32_t token)
{
    return sentence.holds(token) && sentence.document().kind(token) == reading::TokenKind::number;
}

// "170,000 in the province and tens of thousands more elsewhere"
bool has_more_behind(const Passage& sentence, const Figure& figure)
{
    constexpr std::uint32_t k_near = 8;
    constexpr std::uint32_t k_long = 5;
    for (std::uint32_t i = figure.end; i < std::min(figure.end + k_near, sentence.end()); ++i) {
        if (!sentence.is(i, {"and", "plus"})) continue;
        const bool counts = is_number(sentence, i + 1) ||
                            sentence.is(i + 1, {"tens", "dozens", "scores", "hundreds", "thousands",
                                                "many", "several"});
        if (!counts) return false;
        const auto end = std::min(i + 1 + k_long, sentence.end());
        return sentence.any(i + 1, end, std::initializer_list<std::string_view>{"more"});
    }
    return false;
}

// Whether a number is told of a part, for each of something, or as what it was before.
bool is_told_of_part(const Passage& sentence, const Figure& figure)
{
    constexpr std::string_view k_before[] = {"including", "among", "another", "additional",
                                             "other",     "each",  "every"};
    constexpr std::string_view k_after[] = {"others", "other", "more",  "additional",
                                            "each",   "every", "daily", "alone"};
    const std::uint32_t from = std::max(sentence.begin() + 4, figure.begin) - 4;
    for (std::uint32_t i = from; i < figure.begin; ++i) {
        // "Two are among the 21 hostages": of all of them.
        const bool of_all = sentence.is(i, {"among"}) && sentence.is(i + 1, {"the"});
        if (reading::is_one_of(sentence.word(i), k_before) && !of_all) return true;
        // "down from 7,000", "compared with 7,000"
        const bool old = sentence.is(i, {"from", "than", "with"}) &&
                         sentence.is(i - 1, {"down", "up", "compared", "revised", "lowered",
                                             "raised", "rather"});
        if (old) return true;
    }
    // "Rose by more than 100"
    const std::uint32_t begin = number_begin(sentence, figure);
    if (sentence.is(begin - 1, {"by"}) &&
        sentence.any(std::max(sentence.begin() + 3, begin) - 3, begin,
                     reading::WordSet::rises | reading::WordSet::falls))
        return true;
    for (std::uint32_t i = figure.begin; i < std::min(figure.end + 2, sentence.end()); ++i)
        if (reading::is_one_of(sentence.word(i), k_after) && !sentence.is(i + 1, {"than"}))
            return true;
    if (has_more_behind(sentence, figure)) return true;
    // "Two of Egypt's largest"; not "180 of 216 workers"
    return figure.counts_things && sentence.is(figure.end, {"of"}) &&
           !is_number(sentence, figure.end + 1);
}

// "120 litres of water per day": of what the number is told for each; empty: of none.
std::string_view per_what(const Passage& sentence, const Figure& figure)
{
    constexpr std::uint32_t k_near = 4;
    for (std::uint32_t i = figure.end; i < std::min(figure.end + k_near, sentence.end()); ++i) {
        if (sentence.is(i, {",", ";", "and"})) return {};
        const bool of_time = sentence.is(i + 1, {"day", "week", "month", "year", "night", "hour"});
        if (sentence.is(i, {"per"}) || (sentence.is(i, {"a"}) && of_time))
            return sentence.word(i + 1);
    }
    return {};
}

class Finder {
public:
    Finder(const Passage& sentence, std::vector<Figure>& figures)
        : m_sentence{sentence}, m_figures{figures}
    {
    }

    void run()
    {
        for (auto& figure : m_figures) {
            figure.is_part = is_told_of_part(m_sentence, figure);
            figure.per = per_what(m_sentence, figure);
            const auto behind = nearest_behind(figure);
            const auto before = nearest_before(figure);
            const auto gap_behind =
                behind == k_none ? k_window : behind - std::min(behind, figure.end);
            const auto begin = number_begin(m_sentence, figure);
            const auto gap_before =
                before == k_none ? k_window_before : begin - std::min(before, begin);
            // "Killed 32 people and injured": what stands just before the number has it.
            const bool close = gap_before > 1 && !is_next_deed(figure, behind) &&
                               (gap_behind <= 2 || gap_behind < gap_before);
            const auto chosen =
                behind != k_none && (close || (before == k_none && !is_next_deed(figure, behind)))
                    ? behind
                    : before;
            if (chosen == k_none || !has_noun(figure, chosen)) continue;
            figure.aspect = aspect_of(m_sentence.word(chosen));
            m_taken.push_back(chosen);
        }
    }

private:
    // A word serves one number: "5,000 died and 600,000 fled".
    [[nodiscard]] bool serves(std::uint32_t token, const Figure& figure) const
    {
        if (std::find(m_taken.begin(), m_taken.end(), token) != m_taken.end()) return false;
        const auto word = m_sentence.word(token);
        if (word == "last" && token + 1 == figure.begin) return false; // "the last 3 days"
        return !modifies(token) && fits(aspect_of(word), figure);
    }

    // "A death sentence" is not a death; a death toll counts them.
    [[nodiscard]] bool modifies(std::uint32_t token) const
    {
        const auto& known = reading::WordNet::embedded();
        const auto next = m_sentence.word(token + 1);
        const auto is_noun = [&](std::string_view word) {
            return known.is_chiefly(word, reading::WordKind::noun) &&
                   !reading::is_one_of(word, k_stop_words);
        };
        return is_noun(m_sentence.word(token)) && is_noun(next) &&
               aspect_of(next) == Aspect::none && !reading::is_in(reading::WordSet::people, next) &&
               !reading::is_one_of(next, {"count", "figure", "total", "number", "rate", "tag"});
    }

    // "The toll of the quake that hit the country this month has risen to 40,462": what stands just
    // before the number says it of the subject, however far that is.
    [[nodiscard]] bool is_of_subject(const Figure& figure) const
    {
        const auto from = number_begin(m_sentence, figure);
        if (from == m_sentence.begin()) return false;
        return m_sentence.is(from - 1, reading::WordSet::copula | reading::WordSet::be |
                                           reading::WordSet::rises | reading::WordSet::falls |
                                           reading::WordSet::states) ||
               m_sentence.is(from - 1, {"stands", "stood", "stand"});
    }

    // A bare number counts people only where the word for them stands beside it: "84 dead", "a toll
    // of 40".
    [[nodiscard]] bool has_noun(const Figure& figure, std::uint32_t chosen) const
    {
        constexpr std::uint32_t k_beside = 4;
        if (!figure.counts_things || !figure.shown.empty()) return true;
        if (!is_of_people(aspect_of(m_sentence.word(chosen)))) return true;
        const auto begin = number_begin(m_sentence, figure);
        const auto gap = chosen < figure.begin ? begin - std::min(chosen, begin)
                                               : chosen - std::min(chosen, figure.end);
        return gap <= k_beside || (chosen < figure.begin && is_of_subject(figure));
    }

    // "Killing 3 people and injuring others": a verb behind "and" has objects of its own.
    [[nodiscard]] bool is_next_deed(const Figure& figure, std::uint32_t word) const
    {
        if (word == k_none) return false;
        for (std::uint32_t i = figure.end; i < word; ++i)
            if (m_sentence.is(i, {"and"}) && (m_sentence.word(word).ends_with("ing") ||
                                              reading::is_finite_verb(m_sentence, word)))
                return true;
        return false;
    }

    [[nodiscard]] bool is_other_figure(std::uint32_t token, const Figure& own) const
    {
        return std::any_of(m_figures.begin(), m_figures.end(), [&](const Figure& each) {
            return &each != &own && each.begin <= token && token < each.end;
        });
    }

    [[nodiscard]] std::uint32_t nearest_behind(const Figure& figure) const
    {
        // The noun that is counted may be the word itself.
        const std::uint32_t from = figure.counts_things ? figure.begin : figure.end;
        auto to = std::min(m_sentence.end(), figure.end + k_window);
        for (std::uint32_t i = from; i < to; ++i) {
            // "Six people, who belonged to a crew, are presumed dead"
            if (m_sentence.is(i, {","}) && m_sentence.is(i + 1, {"who", "which", "whose"})) {
                const auto begin = i;
                for (++i; i < m_sentence.end() && !m_sentence.is(i, {","});) ++i;
                to = std::min(m_sentence.end(), to + (i - begin));
                continue;
            }
            if (is_other_figure(i, figure) || m_sentence.is(i, {";", ":"})) break;
            if (serves(i, figure)) return i;
        }
        return k_none;
    }

    [[nodiscard]] std::uint32_t nearest_before(const Figure& figure) const
    {
        const auto window = is_of_subject(figure) ? k_whole_sentence : k_window_before;
        for (std::uint32_t i = figure.begin; i > m_sentence.begin() && figure.begin - i < window;) {
            --i;
            if (is_other_figure(i, figure) || m_sentence.is(i, {";", ":"})) break;
            // "Acquiring EDS could help HP, which had 500 million": of another clause.
            if (m_sentence.is(i, {"which", "who", "whose"}) && m_sentence.is(i - 1, {","})) break;
            if (serves(i, figure)) return i;
        }
        return k_none;
    }

    const Passage& m_sentence;
    std::vector<Figure>& m_figures;
    std::vector<std::uint32_t> m_taken;
};

} // namespace

std::uint32_t number_begin(const Passage& sentence, const Figure& figure)
{
    using reading::WordSet;
    std::uint32_t out = figure.begin;
    while (out > sentence.begin() &&
           (sentence.is(out - 1, WordSet::rough | WordSet::more | WordSet::less | WordSet::article |
                                     WordSet::indefinite) ||
            sentence.is(out - 1, {"at", "least", "most", "than", "estimated", "up", "to", "over",
                                  "some", "as", "many", "another"})))
        --out;
    return out;
}

void find_aspects(const Passage& sentence, std::vector<Figure>& figures)
{
    Finder{sentence, figures}.run();
}

} // namespace statements
