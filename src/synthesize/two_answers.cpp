#include "synthesize/two_answers.hpp"

#include "base/concat.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "statements/figures.hpp"
#include "statements/guards.hpp"
#include "synthesize/stance.hpp"

#include <algorithm>

namespace synthesize {

namespace {

class Comparer {
public:
    Comparer(const Study& study, const Part& part, const Meanings& meanings)
        : m_study{study}, m_part{part}, m_meanings{meanings}
    {
    }

    [[nodiscard]] std::optional<Disagreement> compare(const Given& first, const Given& second) const
    {
        const Statement& left = m_study.statements[first.statement];
        const Statement& right = m_study.statements[second.statement];
        if (left.source == right.source) return std::nullopt;
        const Source& one = *m_study.sources[left.source];
        const Source& other = *m_study.sources[right.source];
        const bool apart_in_time =
            one.published && other.published && *one.published != *other.published;
        const bool is_news =
            !is_of_an_earlier_year(one, left) && !is_of_an_earlier_year(other, right);
        const bool changes = is_news && may_change(first, second);
        const bool is_update = changes && apart_in_time;
        const auto& group = m_study.independence.group;
        if (group[left.source] == group[right.source] && !is_update) return std::nullopt;
        const auto kind = differ(first, second, is_update);
        if (!kind || !speak_of_one_thing(first, second, is_update)) return std::nullopt;
        return Disagreement{*kind, attribute(), first.value.words, second.value.words, changes};
    }

    [[nodiscard]] bool is_one_answer(const Given& first, const Given& second) const
    {
        const bool alike = m_part.asks == Asks::yes_no ? first.says_yes == second.says_yes
                                                       : give_one_value(first.value, second.value);
        return alike && speak_of_one_thing(first, second, /*is_update=*/false);
    }

private:
    [[nodiscard]] static bool give_one_value(const AnswerValue& first, const AnswerValue& second)
    {
        if (first.figure != nullptr && second.figure != nullptr) {
            Figure alike = *first.figure; // "a toll of 40", "40 people"
            if (are_comparable(alike, *second.figure)) alike.unit = second.figure->unit;
            // "At least 84" and "at least 83" are two reports.
            if (is_running(alike.aspect) && alike.value != second.figure->value) return false;
            return agree_in_value(alike, *second.figure);
        }
        if (first.moment != nullptr && second.moment != nullptr)
            return first.moment->meets(*second.moment) &&
                   (first.moment->day != 0) == (second.moment->day != 0) &&
                   (first.moment->month != 0) == (second.moment->month != 0);
        return !first.name.empty() && !second.name.empty() &&
               first.name.back() == second.name.back();
    }

    [[nodiscard]] std::optional<Opposition> differ(const Given& first, const Given& second,
                                                   bool is_update) const
    {
        if (m_part.asks == Asks::yes_no)
            return first.says_yes != second.says_yes ? std::optional{Opposition::polarity}
                                                     : std::nullopt;
        if (first.value.figure != nullptr && second.value.figure != nullptr) {
            const Figure& one = *first.value.figure;
            const Figure& other = *second.value.figure;
            if (!are_comparable(one, other) || !differ_in_value(first, second, is_update))
                return std::nullopt;
            return Opposition::value;
        }
        if (first.value.moment != nullptr && second.value.moment != nullptr)
            return first.value.moment->meets(*second.value.moment)
                       ? std::nullopt
                       : std::optional{Opposition::date};
        if (first.value.name.empty() || second.value.name.empty()) return std::nullopt;
        const auto alike = [&](const std::string& one, const std::string& other) {
            return one == other || (m_part.asks == Asks::reason && are_alike(one, other));
        };
        const auto& all = second.value.name;
        const bool shared = std::any_of(
            first.value.name.begin(), first.value.name.end(), [&](const std::string& word) {
                return std::any_of(all.begin(), all.end(),
                                   [&](const std::string& other) { return alike(word, other); });
            });
        return shared ? std::nullopt : std::optional{Opposition::category};
    }

    [[nodiscard]] static bool are_comparable(const Figure& one, const Figure& other)
    {
        if (one.per != other.per) return false;
        if (one.unit == other.unit || count_one_kind(one, other)) return true;
        return counts_anybody(one) && counts_anybody(other) && one.aspect == other.aspect &&
               is_of_people(one.aspect);
    }

    [[nodiscard]] static bool are_alike(std::string_view left, std::string_view right)
    {
        constexpr double k_one_meaning = 0.9;
        const auto& known = reading::WordNet::embedded();
        const auto bases = known.bases(left, reading::WordKind::noun);
        const auto others = known.bases(right, reading::WordKind::noun);
        return std::any_of(bases.begin(), bases.end(), [&](auto one) {
            return std::any_of(others.begin(), others.end(), [&](auto other) {
                return known.likeness(one, other) >= k_one_meaning;
            });
        });
    }

    // "23 miners", "31 mineworkers"
    [[nodiscard]] static bool count_one_kind(const Figure& one, const Figure& other)
    {
        return one.counts_things && other.counts_things && are_alike(one.shown, other.shown);
    }

    // "A toll of 40", "40 people"; not "40 soldiers", who may be some of them.
    [[nodiscard]] static bool counts_anybody(const Figure& figure)
    {
        return figure.counts_things &&
               (figure.shown.empty() || statements::aspect_of(figure.shown) != Aspect::none ||
                reading::is_one_of(figure.shown, {"people", "persons", "person", "victims", "lives",
                                                  "bodies", "others"}));
    }

    // A later toll replaces even "at least"; one half as large again is more than that allows.
    [[nodiscard]] bool differ_in_value(const Given& first, const Given& second,
                                       bool is_update) const
    {
        const Figure& one = *first.value.figure;
        const Figure& other = *second.value.figure;
        const auto& left = m_study.statements[first.statement].figures;
        const auto& right = m_study.statements[second.statement].figures;
        const auto met = [](const Figure& figure, const std::vector<Figure>& all) {
            return std::any_of(all.begin(), all.end(), [&](const Figure& each) {
                if (!are_comparable(each, figure)) return false;
                Figure alike = each; // "a toll of 40", "40 people"
                alike.unit = figure.unit;
                return may_be_one_value(alike, figure);
            });
        };
        if (!met(one, right) && !met(other, left)) return true;
        if (!is_running(one.aspect)) return false;
        const auto larger = std::max(one.value, other.value);
        const auto smaller = std::min(one.value, other.value);
        return is_update ? (larger - smaller) * 20 > larger : larger * 2 > smaller * 3;
    }

    // The clause of a number, outside of which stands what else is told ("the north coast"); else
    // all of the statement.
    [[nodiscard]] reading::Passage around(const Given& each) const
    {
        const Source& source = m_study.source_of(each.statement);
        const Statement& said = m_study.statements[each.statement];
        const auto whole = passage_of(source, said);
        if (each.value.figure == nullptr) return whole;
        for (const auto& clause : said.clauses)
            if (clause.begin <= each.value.words.begin && each.value.words.begin < clause.end)
                return {source.document, clause.begin, clause.end};
        return whole;
    }

    [[nodiscard]] bool speak_of_one_thing(const Given& first, const Given& second,
                                          bool is_update) const
    {
        const Statement& left = m_study.statements[first.statement];
        const Statement& right = m_study.statements[second.statement];
        const Source& one = *m_study.sources[left.source];
        const Source& other = *m_study.sources[right.source];
        if (!statements::speak_of_one_part(around(first), around(second))) return false;
        const bool of_figures = first.value.figure != nullptr;
        if (of_figures &&
            (tell_of_other_events(left, right, m_meanings) || !speak_of_one_compound(left, right)))
            return false;
        if (!is_update && tell_of_other_weekdays(left, right)) return false;
        if (is_over_time(first) != is_over_time(second)) return false;
        if (left.labels != right.labels && m_part.asks != Asks::attribute) return false;
        if (is_planned(left) != is_planned(right) || is_elsewhere(left) || is_elsewhere(right))
            return false;
        if (!speak_of_one_kind(left, right, m_study.question.terms)) return false;
        const bool of_numbers = first.value.figure != nullptr || m_part.asks == Asks::yes_no;
        if (of_numbers && speak_of_other_years(one, left, other, right)) return false;
        if (left.hedged && right.hedged) return false;
        if (m_part.asks == Asks::yes_no &&
            !say_nothing_else(m_study, m_part, {first.statement, first.value.words},
                              {second.statement, second.value.words}, m_meanings))
            return false;
        if (!is_update && m_part.asks != Asks::date && !may_be_of_one_day(left, right))
            return false;
        const auto names = names_around(first);
        const auto others = names_around(second);
        const auto more = statements::without(names, right.terms);
        const auto more_other = statements::without(others, left.terms);
        // One speaks of what the question names, the other of something else by name.
        const bool is_named = names_asked(left);
        const bool names_other =
            is_named ? !more_other.empty() && !right.dangles : !more.empty() && !left.dangles;
        if (!is_update && is_named != names_asked(right) && names_other) return false;
        // Of two places in the question each has one.
        const auto& asked = m_study.question.terms;
        const auto beside = statements::without(more, asked);
        const auto beside_other = statements::without(more_other, asked);
        if (beside.size() < more.size() && beside_other.size() < more_other.size()) return false;
        return beside.empty() || beside_other.empty();
    }

    // "In the 12 days"; not "two days earlier".
    [[nodiscard]] static bool opens_period(const reading::Passage& words, std::uint32_t token)
    {
        constexpr auto k_opens = reading::WordSet::place_prep | reading::WordSet::between_prep;
        const std::uint32_t before = words.is(token - 1, {"the", "its"}) ? token - 2 : token - 1;
        return words.is(before, k_opens) || words.is(before, {"over", "during", "within", "for"});
    }

    // "600 in the 12 days of the offensive" are more than those of one day.
    [[nodiscard]] bool is_over_time(const Given& each) const
    {
        if (each.value.figure == nullptr) return false;
        const auto words = around(each);
        const auto& figures = m_study.statements[each.statement].figures;
        return std::any_of(figures.begin(), figures.end(), [&](const Figure& figure) {
            const bool is_time = figure.measured == reading::Measured::time ||
                                 figure.measured == reading::Measured::calendar;
            return is_time && &figure != each.value.figure && words.begin() <= figure.begin &&
                   figure.begin < words.end() && opens_period(words, figure.begin);
        });
    }

    // Those of the statement. Money is a person's: where it says nothing by name of what was asked
    // ("the deal is worth 160 million"), it speaks of whom the statement before it names.
    [[nodiscard]] std::vector<TermId> names_around(const Given& given) const
    {
        const Statement& said = m_study.statements[given.statement];
        const Source& source = *m_study.sources[said.source];
        auto out = names_besides(source, said, given.value.words);
        if (m_part.asks != Asks::money || names_asked(said) || said.dangles || said.index == 0)
            return out;
        const auto before = names_besides(source, m_study.statements[given.statement - 1], {});
        out.insert(out.end(), before.begin(), before.end());
        std::sort(out.begin(), out.end());
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return out;
    }

    // Whether a name of the question stands in it.
    [[nodiscard]] bool names_asked(const Statement& said) const
    {
        return std::any_of(m_part.names.begin(), m_part.names.end(), [&](TermId name) {
            return std::binary_search(said.terms.begin(), said.terms.end(), name);
        });
    }

    // A toll, a price and a state change; a length, a founding and a cause stay.
    [[nodiscard]] bool may_change(const Given& first, const Given& second) const
    {
        const auto aspect_in = [](const Given& each) {
            return each.value.figure == nullptr ? Aspect::none : each.value.figure->aspect;
        };
        const auto changes = [](Aspect aspect) {
            return is_running(aspect) || aspect == Aspect::staff;
        };
        if (changes(m_part.aspect) || changes(aspect_in(first)) || changes(aspect_in(second)))
            return true;
        if (m_part.aspect >= Aspect::length && m_part.aspect <= Aspect::duration) return false;
        // "Is harmful" is so or not; "is closed" may be open again.
        if (m_part.asks == Asks::yes_no && !tells_time(first) && !tells_time(second)) return false;
        if (m_part.terms.empty()) // not asked: only its own tense tells
            return statements::is_of_money(m_part.aspect) && is_present(first) &&
                   is_present(second);
        return m_part.is_present || m_part.is_future;
    }

    [[nodiscard]] bool is_present(const Given& each) const
    {
        return passage_of(m_study.source_of(each.statement), m_study.statements[each.statement])
            .any({"costs", "is", "are", "now", "sells", "trades", "stands", "charges", "has",
                  "have"});
    }

    [[nodiscard]] bool tells_time(const Given& each) const
    {
        const Statement& said = m_study.statements[each.statement];
        const auto words = passage_of(m_study.source_of(each.statement), said);
        return !said.moments.empty() ||
               words.any(reading::WordSet::weekday_name | reading::WordSet::near_day |
                         reading::WordSet::now | reading::WordSet::since) ||
               words.any({"again", "still", "longer", "back", "ended", "resumed"});
    }

    [[nodiscard]] std::string attribute() const
    {
        constexpr std::size_t k_most_words = 6;
        if (m_part.terms.empty()) return std::string{name_of(m_part.aspect)};
        std::string out;
        for (std::size_t i = 0; i < std::min(m_part.terms.size(), k_most_words); ++i)
            out += base::concat(out.empty() ? "" : " ", m_study.vocabulary.word(m_part.terms[i]));
        return out;
    }

    const Study& m_study;
    const Part& m_part;
    const Meanings& m_meanings;
};

} // namespace

std::optional<Given> given_in(const Study& study, const Part& part, std::size_t statement,
                              const Meanings& meanings)
{
    if (part.asks == Asks::yes_no) {
        const auto stance = stance_in(study, part, statement, meanings);
        if (!stance) return std::nullopt;
        return Given{statement, {stance->words, nullptr, nullptr, {}}, stance->says_yes};
    }
    auto value = value_in(study, part, statement, meanings);
    if (!value) return std::nullopt;
    return Given{statement, std::move(*value)};
}

std::optional<Disagreement> disagreement_of(const Study& study, const Part& part,
                                            const Given& first, const Given& second,
                                            const Meanings& meanings)
{
    return Comparer{study, part, meanings}.compare(first, second);
}

bool is_one_answer(const Study& study, const Part& part, const Given& first, const Given& second,
                   const Meanings& meanings)
{
    return Comparer{study, part, meanings}.is_one_answer(first, second);
}

} // namespace synthesize
