// time.duration and date.interval in any words: two clock times or dates and the time between.
#include "base/concat.hpp"
#include "verify/relations/relation.hpp"

#include <algorithm>

namespace verify::relations {

namespace {

constexpr long k_day = 24L * 60 * 60;
constexpr long k_minute = 60;

bool is_stretch(const Term& term)
{
    return term.is_number() && !term.is_rate && !term.is_attribute && term.value > 0 &&
           term.powers == reading::powers_of(reading::Measured::time);
}

bool says(const Scope& scope, std::initializer_list<std::string_view> words)
{
    for (std::uint32_t at = scope.begin; at < scope.end; ++at)
        if (reading::is_one_of(scope.document->word(at), words)) return true;
    return false;
}

// Breaks, other clocks and several days: the time on the clock is not the time that passed.
bool is_disturbed(const Scope& scope)
{
    return says(scope, {"break", "breaks",   "pause",  "pauses",  "lunch", "utc",  "gmt",
                        "zone",  "zones",    "local",  "each",    "every", "per",  "ahead",
                        "stop",  "interval", "est",    "pst",     "cet",   "cest", "bst",
                        "edt",   "daily",    "flight", "flights", "flew",  "fly"});
}

// "from 9 to 5", "leaves at 9 and arrives at 5", "from 3 March until 9 June".
bool are_ends(const Scope& scope, std::uint32_t from, std::uint32_t to)
{
    for (std::uint32_t at = from; at < to; ++at)
        if (reading::is_one_of(scope.document->word(at),
                               {"to",     "until",    "till",     "-",       "\u2013",   "arrives",
                                "arrive", "arrived",  "arriving", "ends",    "ended",    "end",
                                "finish", "finished", "finishes", "closed",  "closes",   "close",
                                "later",  "out",      "expired",  "expires", "returned", "back",
                                "logged", "ties"}))
            return true;
    return false;
}

// "a period of", "after", "later", "lasted", "so".
bool says_span(const Scope& scope, const Term& stated)
{
    if (stated.is_told() || stated.has(Role::total)) return true;
    const auto& document = *scope.document;
    if (reading::is_one_of(document.word(stated.end), {"later", "after", "long", "in"}))
        return true;
    for (std::uint32_t back = 1; back <= 4 && stated.begin >= back; ++back)
        if (reading::is_one_of(document.word(stated.begin - back),
                               {"after", "lasted", "lasts", "lasting", "took", "takes", "taking",
                                "period", "duration", "time", "within", "for", "with"}))
            return true;
    return false;
}

template <typename Item>
std::vector<const Item*> inside(const std::vector<Item>& items, const Scope& scope)
{
    std::vector<const Item*> out;
    for (auto at = std::lower_bound(
             items.begin(), items.end(), scope.begin,
             [](const Item&item, std::uint32_t token) { return item.begin < token; });
         at != items.end() && at->begin < scope.end && out.size() < 4; ++at)
        out.push_back(&*at);
    return out;
}

Relation started(const Scope& scope, const Term& stated, std::string_view check,
                 std::uint32_t first_begin, std::uint32_t first_end, std::uint32_t last_begin,
                 std::uint32_t last_end)
{
    Relation out{.check = check, .title = "The time between does not match", .stated = &stated};
    out.places = {mark_tokens(*scope.document, first_begin, first_end, "operand"),
                  mark_tokens(*scope.document, last_begin, last_end, "operand")};
    out.cue = Cue::strong;
    out.is_complete = true;
    return out;
}

void between_times(const Scope& scope, const Term& stated, Proposals& out)
{
    const auto times = inside(scope.document->times, scope);
    if (times.size() != 2 || is_disturbed(scope) || times[0]->with_seconds ||
        times[1]->with_seconds)
        return;
    const auto& first = *times[0];
    const auto& last = *times[1];
    if (!are_ends(scope, first.end, last.begin) || stated.value >= k_day) return;
    auto relation =
        started(scope, stated, "time.duration", first.begin, first.end, last.begin, last.end);
    const auto apart = [](long from, long to) { return ((to - from) % k_day + k_day) % k_day; };
    const long plain = apart(first.minute * k_minute, last.minute * k_minute);
    std::vector<long> fair{plain};
    // Without "am" and "pm" half a day is open.
    if (!first.meridiem || !last.meridiem) fair.push_back((plain + k_day / 2) % k_day);
    relation.holds = std::any_of(fair.begin(), fair.end(), [&](long value) {
        return stated.stated.contains(Rational{value});
    });
    relation.exact = plain;
    relation.computed = Interval::point(relation.exact);
    relation.formula = base::concat("the time between the two");
    if (!says_span(scope, stated)) relation.cue = Cue::none;
    out.push_back(std::move(relation));
}

std::optional<std::chrono::sys_days> day_of(const reading::Date& date)
{
    if (!date.year || date.month == 0 || date.day == 0 || date.in_range || date.may_swap ||
        date.before_christ)
        return std::nullopt;
    return reading::gregorian(*date.year, date.month, date.day);
}

void between_dates(const Scope& scope, const Term& stated, Proposals& out)
{
    const auto dates = inside(scope.document->dates, scope);
    if (dates.size() != 2 || is_disturbed(scope) || stated.value < k_day) return;
    const auto first = day_of(*dates[0]);
    const auto last = day_of(*dates[1]);
    if (!first || !last || *first >= *last) return;
    if (says(scope, {"working", "business", "weekdays"})) return;
    auto relation = started(scope, stated, "date.interval", dates[0]->begin, dates[0]->end,
                            dates[1]->begin, dates[1]->end);
    const long days = (*last - *first).count();
    relation.exact = Rational{days * k_day};
    relation.computed = Interval::point(relation.exact);
    // The first day, the last or both may be counted.
    Interval allowed = stated.stated;
    allowed.low -= k_day;
    allowed.high += k_day;
    const Rational half_unit = stated.factor / 2;
    if (stated.factor > k_day) {
        allowed.low -= half_unit;
        allowed.high += half_unit;
    }
    relation.holds = allowed.contains(relation.exact);
    relation.formula =
        base::concat("from ", reading::iso_text(*first), " to ", reading::iso_text(*last));
    const bool ends = are_ends(scope, dates[0]->end, dates[1]->end + 4);
    if (!ends || !says_span(scope, stated)) relation.cue = Cue::none;
    out.push_back(std::move(relation));
}

} // namespace

void propose_spans(const Scope& scope, const Term& stated, Proposals& out)
{
    if (!is_stretch(stated) || !stated.is_usable) return;
    const auto stretches = std::count_if(scope.terms.begin(), scope.terms.end(),
                                         [](const Term* term) { return is_stretch(*term); });
    if (stretches != 1) return;
    between_times(scope, stated, out);
    between_dates(scope, stated, out);
}

} // namespace verify::relations
