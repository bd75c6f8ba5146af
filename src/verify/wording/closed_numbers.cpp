// fact.closed, of numbers: how many parts a unit has, days of months, sums of angles, sides.
//
// Read from "a U has N parts", "there are N parts in a U" and "N parts make a U", U a unit, a month
// or a figure. A rough number states none; a number rounded to its zeros fits what is not a whole.
#include "base/concat.hpp"
#include "reading/dates.hpp"
#include "reading/measures.hpp"
#include "reading/units.hpp"
#include "verify/wording/closed_facts.hpp"

#include <algorithm>
#include <chrono>

namespace verify::wording {

using reading::Cues;
using reading::WordSet;

namespace {

constexpr std::string_view k_units_data = "SI and the international yard and pound of 1959";
constexpr std::string_view k_calendar_data = "Gregorian calendar";
constexpr std::string_view k_geometry_data = "Euclid's plane geometry";

struct Known {
    std::vector<Rational> values; // empty: nothing is known
    std::string_view data;
    bool is_range = false; // all between the first and the last hold too: a year has 365.25 days
};

// A whole of a calendar and its parts, by the names of the part.
struct CalendarPart {
    std::string_view whole;
    std::string_view part;
    std::initializer_list<int> counts;
};

const CalendarPart k_calendar[] = {
    {"week", "day", {7}},
    {"fortnight", "day", {14}},
    {"fortnight", "week", {2}},
    {"quarter", "month", {3}},
    {"month", "day", {28, 29, 30, 31}},
    {"month", "week", {4, 5}},
    {"year", "day", {365, 366}},
    {"year", "week", {52, 53}},
    {"year", "month", {12}},
    {"year", "quarter", {4}},
    {"decade", "year", {10}},
    {"century", "year", {100}},
    {"century", "decade", {10}},
    {"millennium", "year", {1000}},
    {"millennium", "century", {10}},
    {"leap year", "day", {366}},
    {"common year", "day", {365}},
};

struct Figure {
    std::string_view name;
    int sides;
};

constexpr Figure k_figures[] = {
    {"triangle", 3},  {"quadrilateral", 4}, {"rectangle", 4},     {"square", 4},
    {"rhombus", 4},   {"kite", 4},          {"parallelogram", 4}, {"trapezoid", 4},
    {"trapezium", 4}, {"pentagon", 5},      {"hexagon", 6},       {"heptagon", 7},
    {"octagon", 8},   {"nonagon", 9},       {"decagon", 10},      {"dodecagon", 12}};

// "days", "centuries", "feet" as one of them.
std::string singular(std::string_view word)
{
    std::string out{word};
    if (out == "centuries") return "century";
    if (out == "millennia") return "millennium";
    if (out == "vertices") return "vertex";
    if (out.size() > 3 && out.ends_with('s')) out.pop_back();
    return out;
}

// What is counted, or counts: tokens and its name.
struct Thing {
    std::string name;
    TokenRange tokens{};
};

int sides_of(std::string_view name)
{
    for (const auto& figure : k_figures)
        if (figure.name == name) return figure.sides;
    return 0;
}

// "triangle's" and "triangles" name a triangle.
std::string figure_of(std::string_view word)
{
    if (word.ends_with("'s")) word.remove_suffix(2);
    return singular(word);
}

bool is_figure(std::string_view word)
{
    return sides_of(figure_of(word)) > 0;
}

// The parts of one unit of measurement in another, each reading of both names.
Known parts_of_unit(const Passage& sentence, std::uint32_t whole, std::uint32_t part)
{
    Known out{{}, k_units_data};
    const auto large = reading::unit_name_at(sentence, whole);
    const auto small = reading::unit_name_at(sentence, part);
    if (!large || !small) return out;
    for (const auto* const one : large->meanings)
        for (const auto* const other : small->meanings) {
            const bool is_open = one->measured == reading::Measured::data ||
                                 one->measured == reading::Measured::temperature ||
                                 one->measured == reading::Measured::calendar;
            if (is_open) return {};
            if (one->measured != other->measured) continue; // an ounce is a mass or a volume
            const Rational ratio = reading::factor_of(*one) / reading::factor_of(*other);
            if (ratio < 1) return {};
            out.values.push_back(ratio);
        }
    return out;
}

Known parts_of(const Passage& sentence, const Thing& whole, const Thing& part)
{
    const std::string counted = singular(part.name);
    for (const auto& row : k_calendar)
        if (row.whole == whole.name && row.part == counted) {
            Known out{{}, k_calendar_data, /*is_range=*/true};
            for (const int count : row.counts) out.values.emplace_back(count);
            return out;
        }
    constexpr std::string_view k_of_figure[] = {"side", "corner", "vertex", "angle"};
    if (const int sides = sides_of(whole.name); sides > 0) {
        if (counted == "degree" && sides > 0)
            return {{Rational{(sides - 2) * 180}}, k_geometry_data};
        if (reading::is_one_of(counted, k_of_figure)) return {{Rational{sides}}, k_geometry_data};
        return {};
    }
    if (counted == "degree" && (whole.name == "circle" || whole.name == "turn"))
        return {{Rational{360}}, k_geometry_data};
    if (counted == "degree" && whole.name == "right angle")
        return {{Rational{90}}, k_geometry_data};
    if (counted == "degree" && whole.name == "straight angle")
        return {{Rational{180}}, k_geometry_data};
    return parts_of_unit(sentence, whole.tokens.end - 1, part.tokens.begin);
}

// "a week", "each full circle", "one leap year": the thing that is told, with its article.
std::optional<Thing> thing_at(const Passage& sentence, std::uint32_t at)
{
    if (!sentence.is(at, Cues{WordSet::indefinite | WordSet::every, {"any", "one"}}))
        return std::nullopt;
    std::uint32_t noun = at + 1;
    while (sentence.is(noun, {"full", "complete", "whole", "plane", "single", "regular", "convex",
                              "isosceles", "equilateral", "scalene"}))
        ++noun;
    if (!sentence.holds(noun)) return std::nullopt;
    if ((sentence.is(noun, {"leap", "common"}) && sentence.is(noun + 1, {"year"})) ||
        (sentence.is(noun, {"right", "straight"}) && sentence.is(noun + 1, {"angle"})))
        return Thing{base::concat(sentence.word(noun), " ", sentence.word(noun + 1)),
                     {at, noun + 2}};
    if (sentence.is(noun, {"right"})) ++noun; // a right triangle is a triangle
    return Thing{std::string{sentence.word(noun)}, {at, noun + 1}};
}

// What is counted by the number.
std::optional<Thing> part_of(const Passage& sentence, const Quantity& number)
{
    std::uint32_t at = number.number_end;
    if (sentence.is(at, {"equal"})) ++at;
    if (sentence.is(at, {"\u00b0"})) return Thing{"degree", {at, at + 1}};
    if (!sentence.holds(at) || sentence.document().kind(at) != TokenKind::word) return std::nullopt;
    return Thing{std::string{sentence.word(at)}, {at, at + 1}};
}

// Half a unit of the last digit that is not zero: what a rounded number may be off.
Rational slack_of(const Rational& value)
{
    if (value.get_den() != 1 || value == 0) return 0;
    mpz_class unit{1};
    while (mpz_divisible_p(value.get_num().get_mpz_t(), mpz_class{unit * 10}.get_mpz_t()) != 0)
        unit *= 10;
    return Rational{unit} / 2;
}

bool fits(const Quantity& number, const Rational& known)
{
    const Rational value = reading::value_of(number);
    if (value == known) return true;
    constexpr int k_round = 1000; // a mile has 5,300 feet, but no minute 100 seconds
    const bool is_rounded = known.get_den() != 1 || known > k_round;
    if (!is_rounded) return false;
    const Interval said = reading::stated(number);
    return (said.low <= known && known <= said.high) || abs(value - known) <= slack_of(value);
}

class Counter {
public:
    Counter(const Passage& sentence, const Quantity& number, Review& review)
        : m_sentence{sentence}, m_number{number}, m_review{review}
    {
    }

    void read()
    {
        const auto part = part_of(m_sentence, m_number);
        if (!part) return;
        m_part = *part;
        if (!of_angles() && !of_month() && !has_parts() && !are_in()) make_up();
    }

private:
    bool judge(std::string_view relation, const Thing& whole, const Known& known)
    {
        if (known.values.empty()) return false;
        ClosedFact fact;
        fact.relation = relation;
        fact.subject = whole.name;
        for (const auto& value : known.values) {
            auto text = base::concat(reading::exact_text(value), " ", m_part.name);
            if (std::find(fact.expected.begin(), fact.expected.end(), text) == fact.expected.end())
                fact.expected.push_back(std::move(text));
        }
        fact.data = known.data;
        fact.stated = {m_number.number_begin, m_part.tokens.end};
        fact.about = whole.tokens;
        const Rational said = reading::value_of(m_number);
        const bool is_between =
            known.is_range && known.values.front() <= said && said <= known.values.back();
        fact.holds =
            is_between || std::any_of(known.values.begin(), known.values.end(),
                                      [&](const auto& value) { return fits(m_number, value); });
        tell(m_sentence, std::move(fact), m_review);
        return true;
    }

    // Whether a verb that gives a whole its parts ends before the number.
    [[nodiscard]] std::optional<std::uint32_t> verb_before() const
    {
        const std::uint32_t at = m_number.begin - 1;
        if (m_sentence.is(at, {"of"}) && m_sentence.is(at - 1, {"consists", "composed"}))
            return m_sentence.is(at - 1, {"composed"}) ? at - 2 : at - 1;
        if (m_sentence.is(at, {"to"}) && m_sentence.is(at - 1, {"equal", "equivalent"}))
            return at - 2;
        if (m_sentence.reads(at - 3, {"is", "made", "up", "of"})) return at - 3;
        if (m_sentence.is(at, {"has", "contains", "equals", "comprises", "measures", "holds"}))
            return at;
        return m_sentence.is(at, {"is", "lasts"}) ? std::optional{at} : std::nullopt;
    }

    // "a U has N parts"
    bool has_parts()
    {
        const auto verb = verb_before();
        if (!verb || !is_whole_at(m_sentence, m_part.tokens.end)) return false;
        for (std::uint32_t size = 2; size <= 4; ++size) {
            const std::uint32_t begin = *verb - size;
            if (!m_sentence.holds(begin)) continue;
            const auto whole = thing_at(m_sentence, begin);
            if (!whole || whole->tokens.end != *verb || !starts(begin)) continue;
            // "A day is eight hours" tells how long a person works.
            const auto* const unit = reading::find_unit(whole->name);
            if (m_sentence.is(m_number.begin - 1, {"is", "lasts"}) && unit != nullptr &&
                is_time(*unit))
                return false;
            return judge("parts", *whole, parts_of(m_sentence, *whole, m_part));
        }
        return false;
    }

    [[nodiscard]] bool starts(std::uint32_t at) const
    {
        return at == m_sentence.begin() ||
               m_sentence.is(at - 1, Cues{WordSet::comma | WordSet::colon | WordSet::semicolon |
                                              WordSet::contrasts | WordSet::explains,
                                          {"that", "and", "while"}});
    }

    // "there are N parts in a U"
    bool are_in()
    {
        const bool is_told = m_sentence.is(m_number.begin - 1, {"are"}) &&
                             m_sentence.is(m_number.begin - 2, {"there"});
        const std::uint32_t in = m_part.tokens.end;
        if (!is_told || !m_sentence.is(in, {"in", "to"})) return false;
        const auto whole = thing_at(m_sentence, in + 1);
        if (!whole || !is_whole_at(m_sentence, whole->tokens.end)) return false;
        return judge("parts", *whole, parts_of(m_sentence, *whole, m_part));
    }

    // "N parts make up a U"
    bool make_up()
    {
        std::uint32_t at = m_part.tokens.end;
        if (!m_sentence.is(at, {"make", "equal", "form"}) || !starts(m_number.begin)) return false;
        at += m_sentence.is(at + 1, {"up"}) ? 2U : 1U;
        const auto whole = thing_at(m_sentence, at);
        if (!whole || !is_whole_at(m_sentence, whole->tokens.end)) return false;
        return judge("parts", *whole, parts_of(m_sentence, *whole, m_part));
    }

    // "April has N days", "there are N days in April", "the N days of April"
    bool of_month()
    {
        if (singular(m_part.name) != "day") return false;
        std::uint32_t at = m_part.tokens.end;
        if (m_sentence.is(m_number.begin - 1, {"has", "have"})) {
            const std::uint32_t month = m_number.begin - 2;
            const bool is_all = is_whole_at(m_sentence, at) && !m_sentence.is(at, {"with"});
            const bool is_called = m_sentence.reads(month - 3, {"the", "month", "of"});
            return is_all && starts(is_called ? month - 3 : month) && judge_month(month);
        }
        const bool is_told = m_sentence.is(m_number.begin - 1, {"are"}) &&
                             m_sentence.is(m_number.begin - 2, {"there"}) &&
                             m_sentence.is(at, {"in"});
        return is_told && is_whole_at(m_sentence, at + 2) && judge_month(at + 1);
    }

    bool judge_month(std::uint32_t at)
    {
        const auto month = reading::month_name(m_sentence.word(at));
        if (!month || !reading::is_upper(m_sentence.document().raw(at).front())) return false;
        // The days of a leap year; February has two lengths.
        const auto end = std::chrono::year{2024} /
                         std::chrono::month(static_cast<unsigned>(*month)) / std::chrono::last;
        const int last = static_cast<int>(static_cast<unsigned>(end.day()));
        Known known{{Rational{last}}, k_calendar_data};
        if (*month == 2) known.values.emplace_back(28);
        return judge("days", {std::string{m_sentence.document().raw(at)}, {at, at + 1}}, known);
    }

    // "the interior angles of a hexagon add up to N degrees"
    bool of_angles()
    {
        if (singular(m_part.name) != "degree") return false;
        std::uint32_t angles = m_number.begin;
        while (m_sentence.holds(angles) && !m_sentence.is(angles, {"angles"})) --angles;
        if (!m_sentence.holds(angles)) return false;
        const bool is_sum =
            m_sentence.any(m_sentence.begin(), m_number.begin,
                           Cues{{"sum", "add", "adds", "total", "totals", "sums", "together"}});
        const bool is_curved = m_sentence.any(
            Cues{{"spherical", "hyperbolic", "sphere", "curved", "elliptic", "other", "two"}});
        if (!is_sum || is_curved) return false;
        // "The acute angles" and "two angles" are not all that a figure has.
        const bool is_all =
            m_sentence.is(angles - 1, Cues{WordSet::article | WordSet::have | WordSet::all,
                                           {"of", "interior", "internal", "inner", "exterior",
                                            "external", "outer", "its", "three", "four"}}) ||
            is_figure(m_sentence.word(angles - 1));
        std::optional<Thing> whole;
        for (std::uint32_t at = m_sentence.begin(); at < m_number.begin; ++at) {
            if (!is_figure(m_sentence.word(at))) continue;
            if (whole) return false;
            whole = Thing{figure_of(m_sentence.word(at)), {at, at + 1}};
        }
        if (!is_all || !whole) return false;
        const bool is_outer = m_sentence.any(Cues{{"exterior", "external", "outer"}});
        const int sum = is_outer ? 360 : (sides_of(whole->name) - 2) * 180;
        return judge("sum of angles", *whole, {{Rational{sum}}, k_geometry_data});
    }

    const Passage& m_sentence;
    const Quantity& m_number;
    Review& m_review;
    Thing m_part;
};

} // namespace

void check_closed_numbers(const Passage& sentence, Review& review)
{
    for (const auto& number : sentence.quantities()) {
        // "They add up to 180" gives no limit.
        const bool is_sum = sentence.is(number.number_begin - 3, {"add", "adds", "sum", "sums"}) &&
                            sentence.reads(number.number_begin - 2, {"up", "to"});
        const bool is_plain = number.kind == QuantityKind::cardinal && !number.doubtful &&
                              !number.in_range && !number.negative_sign && !number.plus &&
                              number.currency.empty() &&
                              (is_sum || number.qualifier == reading::Qualifier::none);
        if (is_plain) Counter{sentence, number, review}.read();
    }
}

} // namespace verify::wording
