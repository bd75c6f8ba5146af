// source.number, source.date: the same thing has another value there.
#include "reading/stem.hpp"
#include "verify/against/checks.hpp"
#include "verify/against/comparison.hpp"

#include <algorithm>
#include <cmath>

namespace verify::against {

const Check k_source_date{
    .id = "source.date",
    .category = Category::sourcing,
    .nature = Nature::agreement,
    .proof = {"the sentence of the sources that tells the same has another day or time there",
              "the same told in other words"}};

const Check k_source_number{
    .id = "source.number",
    .category = Category::sourcing,
    .nature = Nature::agreement,
    .proof = {
        "the sentence of the sources that tells the same has another number there; units, rounding "
        "and hedges are understood",
        "the same told in other words"}};

namespace {

bool is_near_one(double left, double right)
{
    return std::abs(left - right) <= 0.006 * std::max(std::abs(left), std::abs(right));
}

class Numbers {
public:
    Numbers(const Comparison& with, Review& review)
        : m_with{with}, m_review{review}, m_stemmer{with.given.text_language()}
    {
    }

    void check(std::size_t sentence)
    {
        if (sentence != m_sentence + 1) m_told.clear();
        m_told_before = std::move(m_told);
        m_told.clear();
        m_sentence = sentence;
        m_among = m_with.binding.among(sentence);
        const auto words = Passage::sentence(m_with.text, sentence);
        for (const auto& figure :
             statements::read_figures(words, m_stemmer, m_with.given.text_language() == "de"))
            if (m_with.is_claimed(figure.begin)) check(figure);
        for (const auto& moment : statements::read_moments(words))
            if (m_with.is_claimed(moment.begin)) check(moment);
        for (const auto& time : words.times())
            if (m_with.is_claimed(time.begin)) check(time);
        for (auto i = words.begin(); i < words.end(); ++i)
            if (m_with.is_claimed(i)) check_weekday(words, i);
        for (const auto& quantity : words.quantities())
            if (m_with.is_claimed(quantity.begin)) check_label(words, quantity);
    }

private:
    // "Two of them", "a third way": told from what a source lists as often as from what it prints.
    [[nodiscard]] bool is_small_word(const Figure& figure) const
    {
        constexpr int k_countable = 20;
        for (auto i = figure.begin; i < figure.end; ++i)
            for (const char c : m_with.text.raw(i))
                if (reading::is_digit(c)) return false;
        return std::abs(statements::printed_number(m_with.text, figure)) <= k_countable;
    }

    [[nodiscard]] bool is_there(const Figure& figure) const
    {
        return m_with.values.is_printed(statements::printed_number(m_with.text, figure), m_among) ||
               m_with.values.is_meant(figure, m_among);
    }

    // Whether two numbers of one unit in the windows give it: as a sum or a difference in that
    // unit, as a share or a change in percent.
    [[nodiscard]] bool is_computed(const Figure& figure, std::span<const Window> windows) const
    {
        constexpr std::size_t k_most = 16;
        constexpr double k_percent = 100;
        const double number = figure.value.get_d();
        std::vector<Figure> all;
        for (const auto& window : windows)
            for (const auto& each : m_with.values.figures(window))
                if (all.size() < k_most) all.push_back(each);
        for (const auto& one : all)
            for (const auto& other : all) {
                if (&one == &other || !m_with.values.are_of_one_unit(one, other)) continue;
                const double left = one.value.get_d();
                const double right = other.value.get_d();
                if (m_with.values.are_of_one_unit(figure, one) &&
                    (is_near_one(number, left + right) || is_near_one(number, left - right)))
                    return true;
                if (figure.unit == "%" && right != 0 &&
                    (is_near_one(number, k_percent * left / right) ||
                     is_near_one(number, std::abs(k_percent * (left - right) / right))))
                    return true;
            }
        return false;
    }

    // Whether numbers that the text tells before it give it, and the sources have these: the sum of
    // some that follow each other, a difference, a share or a change in percent.
    [[nodiscard]] bool is_derived(const Figure& figure) const
    {
        constexpr double k_percent = 100;
        auto parts = m_told_before;
        parts.insert(parts.end(), m_told.begin(), m_told.end());
        const double number = statements::printed_number(m_with.text, figure);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            double sum = parts[i];
            for (auto k = i + 1; k < parts.size(); ++k) {
                sum += parts[k];
                const double change = std::abs(parts[i] - parts[k]);
                if (number == sum || number == change) return true;
                if (figure.unit == "%" && parts[i] != 0 && parts[k] != 0 &&
                    (is_near_one(number, k_percent * change / parts[i]) ||
                     is_near_one(number, k_percent * parts[k] / parts[i]) ||
                     is_near_one(number, k_percent * parts[i] / parts[k])))
                    return true;
            }
        }
        return false;
    }

    // "2018-19", "the 2000's"
    [[nodiscard]] bool is_of_years(const Figure& figure) const
    {
        const auto before = m_with.text.word(figure.begin - 1);
        const auto behind = m_with.text.word(figure.end);
        return before == "-" || before == "\u2013" || before == "'" || behind == "-" ||
               behind == "\u2013" || behind.starts_with("'");
    }

    void check(const Figure& figure)
    {
        if (is_of_years(figure)) return;
        const Focus focus{m_sentence, figure.begin, figure.end};
        const auto windows = m_with.given.windows(context_of(m_with, focus), m_among, k_looked_at);
        const bool there = is_there(figure);
        constexpr std::size_t k_most_told = 16;
        if (there && m_told.size() < k_most_told)
            m_told.push_back(statements::printed_number(m_with.text, figure));
        if (!there && is_derived(figure)) return;
        const double number = statements::printed_number(m_with.text, figure);
        const auto same = [&](const Figure& other) {
            return statements::tells_value(figure, other,
                                           m_with.values.are_of_one_unit(figure, other));
        };
        const auto rival =
            rival_of(m_with, {.windows = windows,
                              .has_value =
                                  [&](const Window& window) {
                                      const auto all = m_with.values.figures(window);
                                      return std::any_of(all.begin(), all.end(), same) ||
                                             m_with.values.is_printed(number, window);
                                  },
                              .others =
                                  [&](const Window& window) {
                                      std::vector<statements::Run> out;
                                      for (const auto& other : m_with.values.figures(window))
                                          if (m_with.values.are_of_one_unit(figure, other) &&
                                              figure.written_unit == other.written_unit)
                                              out.push_back({other.begin, other.end});
                                      return out;
                                  },
                              .is_known = there});
        if (rival) {
            tell(m_with,
                 {.check = k_source_number,
                  .title = "The source gives another number",
                  .focus = focus,
                  .window = rival->window,
                  .found = rival->found},
                 m_review);
            return;
        }
        if (there || is_small_word(figure) || is_computed(figure, windows)) return;
        tell_lack(m_with, focus, windows, m_review);
    }

    // A weekday, where the nearest sentence names another one and no source names it.
    void check_weekday(const Passage& words, std::uint32_t token)
    {
        if (!reading::weekday_name(words.word(token))) return;
        const Focus focus{m_sentence, token, token + 1};
        for (const auto source : m_among)
            if (m_with.values.names_weekday(source, *reading::weekday_name(words.word(token))))
                return;
        for (const auto& window :
             m_with.given.windows(context_of(m_with, focus), m_among, k_nearest)) {
            if (window.covered < k_same_thing) return;
            const auto there = m_with.given.passage(window);
            for (auto i = there.begin(); i < there.end(); ++i) {
                if (!reading::weekday_name(there.word(i))) continue;
                tell(m_with,
                     {.check = k_source_date,
                      .title = "The source gives another day",
                      .focus = focus,
                      .window = window,
                      .found = {{i, i + 1}}},
                     m_review);
                return;
            }
        }
    }

    void check(const Moment& moment)
    {
        if (is_decade(moment)) return;
        const bool has_year =
            moment.year && m_with.values.is_printed(static_cast<double>(*moment.year), m_among);
        const Focus focus{m_sentence, moment.begin, moment.end};
        const auto windows = m_with.given.windows(context_of(m_with, focus), m_among, k_looked_at);
        const auto rival = rival_of(
            m_with, {.windows = windows,
                     .has_value =
                         [&](const Window& window) {
                             const auto all = m_with.values.moments(window);
                             return std::any_of(all.begin(), all.end(), [&](const Moment& other) {
                                 return moment.meets(other);
                             });
                         },
                     .others =
                         [&](const Window& window) {
                             std::vector<statements::Run> out;
                             for (const auto& other : m_with.values.moments(window))
                                 if (are_comparable(moment, other))
                                     out.push_back({other.begin, other.end});
                             return out;
                         },
                     .reach = 1,
                     .is_known = has_year || m_with.values.is_meant(moment, m_among)});
        if (rival) {
            tell(m_with,
                 {.check = k_source_date,
                  .title = "The source gives another date",
                  .focus = focus,
                  .window = rival->window,
                  .found = rival->found},
                 m_review);
            return;
        }
        // What of it stands there may be told by more than one sentence, or by when it was written.
        if (!moment.year || has_year || m_with.values.is_meant(moment, m_among)) return;
        tell_lack(m_with, focus, windows, m_review);
    }

    // "The 2000's"
    [[nodiscard]] bool is_decade(const Moment& moment) const
    {
        return moment.month == 0 && m_with.text.word(moment.end).starts_with("'");
    }

    // Both say as much: a day in a year, a month, a year.
    static bool are_comparable(const Moment& left, const Moment& right)
    {
        return left.year.has_value() == right.year.has_value() &&
               (left.month != 0) == (right.month != 0) && (left.day != 0) == (right.day != 0);
    }

    // A time of day, told in either way of counting hours.
    void check(const ClockTime& time)
    {
        if (m_with.values.is_told(time, m_among)) return;
        const Focus focus{m_sentence, time.begin, time.end};
        const auto windows = m_with.given.windows(context_of(m_with, focus), m_among, k_nearest);
        for (const auto& window : windows) {
            if (window.covered < k_same_thing) break;
            std::vector<statements::Run> found;
            for (const auto& other : m_with.given.passage(window).times())
                found.push_back({other.begin, other.end});
            if (found.empty()) continue;
            tell(m_with,
                 {.check = k_source_date,
                  .title = "The source gives another time",
                  .focus = focus,
                  .window = window,
                  .found = std::move(found)},
                 m_review);
            return;
        }
        tell_lack(m_with, focus, windows, m_review);
    }

    // "MAX 8": a number that is part of a name, which the sources have with other numbers alone.
    void check_label(const Passage& words, const Quantity& quantity)
    {
        const auto name = quantity.begin - 1;
        const auto raw = m_with.text.raw(name);
        const bool is_label = words.holds(name) && !raw.empty() && reading::is_upper(raw.front()) &&
                              quantity.end == quantity.begin + 1 && !quantity.spelled &&
                              quantity.kind == reading::QuantityKind::cardinal &&
                              !quantity.year_like && m_with.text.kind(name) == TokenKind::word &&
                              !reading::month_name(words.word(name));
        if (!is_label) return;
        const auto number = m_with.text.word(quantity.begin);
        std::optional<Spot> found;
        for (const auto term : m_with.given.text_terms().of(name))
            for (const auto& spot : m_with.given.spots(term)) {
                if (std::find(m_among.begin(), m_among.end(), spot.source) == m_among.end())
                    continue;
                const auto& document = m_with.given.source(spot.source).document;
                if (document.kind(spot.token + 1) != TokenKind::number) continue;
                if (document.word(spot.token + 1) == number) return;
                if (document.word(spot.token) == words.word(name) && !found) found = spot;
            }
        if (!found) return;
        tell(m_with,
             {.check = k_source_number,
              .title = "The source gives another number",
              .focus = {m_sentence, name, quantity.end},
              .window = Window{found->source, m_with.given.sentence_of(*found), 1},
              .found = {{found->token, found->token + 2}}},
             m_review);
    }

    const Comparison& m_with;
    Review& m_review;
    reading::Stemmer m_stemmer;
    std::size_t m_sentence = 0;
    std::span<const std::uint32_t> m_among;
    std::vector<double> m_told;        // by the sentence so far; the sources have them
    std::vector<double> m_told_before; // by the one before it
};

void check_numbers(const Comparison& with, Review& review)
{
    Numbers numbers{with, review};
    for (std::size_t i = 0; i < with.is_compared.size(); ++i)
        if (goes_on(with, i, review)) numbers.check(i);
}

constexpr const Check* k_numbers_checks[] = {&k_source_number, &k_source_date};

} // namespace

const SourceFamily k_numbers{k_numbers_checks, check_numbers};

} // namespace verify::against
