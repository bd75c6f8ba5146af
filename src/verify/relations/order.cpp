#include "verify/relations/order.hpp"
#include "verify/relations/checks.hpp"

#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"
#include "verify/relations/span.hpp"

#include <algorithm>
#include <map>

namespace verify::relations {

using reading::WordSet;

namespace json = base::json;

namespace {

// Names of the two ends of one thing. Net and gross only of weights: a net price may be anything.
struct Ends {
    std::string_view least;
    std::string_view greatest;
};
constexpr Ends k_order_ends[] = {
    {"lowest", "highest"},    {"smallest", "largest"}, {"minimum", "maximum"},
    {"min", "max"},           {"shortest", "longest"}, {"cheapest", "dearest"},
    {"slowest", "fastest"},   {"youngest", "oldest"},  {"lightest", "heaviest"},
    {"coldest", "warmest"},   {"coldest", "hottest"},  {"smallest", "biggest"},
    {"cheapest", "priciest"}, {"shortest", "tallest"}, {"thinnest", "thickest"},
    {"net", "gross"}};

struct NamedLimit {
    const Quantity* value = nullptr;
    std::string_view name{};
    std::vector<std::string_view> thing{}; // words between name and value, but for joints
    int percentile = 0;                    // of "p95"
};

int percentile_of(std::string_view word)
{
    if (word.size() < 3 || word.size() > 4 || word.front() != 'p') return 0;
    int out = 0;
    for (const char c : word.substr(1)) {
        if (c < '0' || c > '9') return 0;
        out = out * 10 + (c - '0');
    }
    return out;
}

bool is_end(std::string_view word)
{
    return percentile_of(word) > 0 ||
           std::any_of(std::begin(k_order_ends), std::end(k_order_ends), [&](const Ends& ends) {
               return word == ends.least || word == ends.greatest;
           });
}

// The nearest name before the number, with no other number between.
std::optional<NamedLimit> named(const Passage& sentence, const Quantity& value)
{
    constexpr std::uint32_t k_most_words = 6;
    const bool is_value =
        value.kind == QuantityKind::cardinal || value.kind == QuantityKind::percent;
    if (!is_value || value.doubtful || value.in_range || value.year_like || value.plus ||
        value.qualifier != reading::Qualifier::none)
        return std::nullopt;
    NamedLimit out;
    out.value = &value;
    std::uint32_t at = value.begin;
    for (std::uint32_t steps = 0; steps < k_most_words && sentence.holds(at - 1); ++steps) {
        const auto word = sentence.word(--at);
        if (is_end(word)) {
            // A column of names beside one of numbers reads across its lines.
            const auto& tokens = sentence.document().tokens;
            const auto between = sentence.document().view.text.substr(
                tokens[at].begin, tokens[value.begin].begin - tokens[at].begin);
            if (between.find('\n') != std::string_view::npos) return std::nullopt;
            out.name = word;
            out.percentile = percentile_of(word);
            return out;
        }
        if (reading::is_in(WordSet::states, word) || reading::is_in(WordSet::filler, word) ||
            reading::is_one_of(word, {"of", "=", "one", "came"}))
            continue;
        if (sentence.document().kind(at) != TokenKind::word) return std::nullopt;
        out.thing.push_back(word);
    }
    return std::nullopt;
}

// Whether the names put the first below the second: 1, above: -1; 0 when they say nothing.
int told_order(const NamedLimit& first, const NamedLimit& second)
{
    if (first.percentile > 0 && second.percentile > 0)
        return first.percentile == second.percentile  ? 0
               : first.percentile < second.percentile ? 1
                                                      : -1;
    for (const auto& ends : k_order_ends) {
        if (first.name == ends.least && second.name == ends.greatest) return 1;
        if (first.name == ends.greatest && second.name == ends.least) return -1;
    }
    return 0;
}

// The second may leave out the thing, or both tell the same.
bool are_of_one_thing(const Passage& sentence, const NamedLimit& first, const NamedLimit& second)
{
    const Quantity& left = *first.value;
    const Quantity& right = *second.value;
    const bool is_money = !left.currency.empty() && !right.currency.empty();
    if (left.kind != right.kind || left.scaled != right.scaled ||
        (is_money && left.currency != right.currency))
        return false;
    const auto unit = unit_of(sentence, left);
    const auto other = unit_of(sentence, right);
    if (unit != other && !unit.empty() && !other.empty()) return false;
    const bool is_weight = left.unit != nullptr && left.unit->measured == reading::Measured::mass;
    if (reading::is_one_of(first.name, {"net", "gross"}) && !is_weight) return false;
    if (second.thing.empty()) return true;
    return first.thing.size() == second.thing.size() &&
           std::equal(first.thing.begin(), first.thing.end(), second.thing.begin());
}

struct Turned {
    Rational least; // above the other
    Rational greatest;
};

void report_order(const Document& document, const std::vector<Mark>& marks, const Turned& ends,
                  std::string_view why, Review& review)
{
    if (review.is_full()) return;
    found(k_range_bounds, "The lower end lies above the upper one", document, Certainty::strong)
        .marks(marks)
        .evidence("reported", ends.least, "bounds",
                  json::array(nullptr, reading::exact_json(ends.greatest)))
        .says(why, ", and ", ends.least, " is above ", ends.greatest, ".")
        .raise(review, "Correct one of the two values, or their order.");
}

void check_names(const Passage& sentence, Review& review)
{
    constexpr std::uint32_t k_most_apart = 16;
    // "The shortest run was 8 km, the fastest 12": other sentences compare other things.
    std::optional<NamedLimit> first;
    for (const auto& value : sentence.quantities()) {
        auto second = named(sentence, value);
        if (second && first && value.begin - first->value->end <= k_most_apart) {
            const int order = told_order(*first, *second);
            if (order != 0 && are_of_one_thing(sentence, *first, *second)) {
                const Quantity& least = order > 0 ? *first->value : value;
                const Quantity& greatest = order > 0 ? value : *first->value;
                const auto& document = sentence.document();
                const std::vector<Mark> marks{mark_of(document, least, "stated"),
                                              mark_of(document, greatest, "operand")};
                if (reading::measured(least).low > reading::measured(greatest).high)
                    report_order(document, marks,
                                 {reading::value_of(least), reading::value_of(greatest)},
                                 "The names say which of the two is the lower one", review);
                else
                    review.passes.push_back({k_range_bounds, marks});
            }
        }
        first = second;
    }
}

// "between 54.8 and 41.3, lowest value first".
bool is_lowest_first(const Passage& sentence, const Span& span)
{
    constexpr std::uint32_t k_near = 8;
    for (std::uint32_t at = span.end; at < span.end + k_near; ++at)
        if (sentence.is(at, {"lowest", "smallest"}) &&
            (sentence.is(at + 1, {"first"}) || sentence.is(at + 2, {"first"})))
            return true;
    return false;
}

void check_direction(const Passage& sentence, Review& review)
{
    for (const auto& span : spans_of(sentence)) {
        const Rational first = reading::value_of(*span.first);
        const Rational second = reading::value_of(*span.second);
        if (first > second && is_lowest_first(sentence, span))
            report_order(
                sentence.document(),
                {mark_tokens(sentence.document(), span.first->begin, span.second->end, "stated"),
                 mark_of(sentence.document(), *span.second, "operand")},
                {first, second}, "The range is told with the lowest value first", review);
    }
}

// "They span the years 1683 to 1659".
void check_years(const Passage& sentence, Review& review)
{
    constexpr int k_first = 1000; // before it an era may be left out
    constexpr int k_last = 2100;
    const auto all = sentence.quantities();
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        const Quantity& from = all[i];
        const Quantity& to = all[i + 1];
        const Rational first = reading::value_of(from);
        const Rational second = reading::value_of(to);
        const bool is_range =
            sentence.is(from.begin - 1, {"years"}) && to.begin == from.end + 1 &&
            sentence.is(from.end, reading::Cues{WordSet::dash, {"to", "through"}});
        if (!is_range || first <= second || first > k_last || second < k_first) continue;
        if (sentence.any(
                reading::Cues{WordSet::era, {"back", "backwards", "reverse", "ago", "descending"}}))
            continue;
        report_order(sentence.document(),
                     {mark_tokens(sentence.document(), from.begin, to.end, "stated"),
                      mark_of(sentence.document(), to, "operand")},
                     {first, second}, "Years run from the earlier to the later one", review);
    }
}

// "key: 12", "key = 12 # comment"; bytes of the view.
struct Setting {
    std::string rest; // the key without "min" or "max"
    bool is_least = false;
    Rational value;
    std::size_t begin = 0; // of the number
    std::size_t end = 0;
};

bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Takes "min" or "max" out of a key such as "min_replicas", "maxReplicas" or "pool.size.min".
std::optional<bool> take_end(std::string& key)
{
    for (const bool is_least : {true, false}) {
        const std::string_view name = is_least ? "min" : "max";
        for (std::size_t at = 0; at + 3 <= key.size(); ++at) {
            std::string folded = key.substr(at, 3);
            std::transform(folded.begin(), folded.end(), folded.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
            if (folded != name) continue;
            const char before = at == 0 ? '_' : key[at - 1];
            const char after = at + 3 == key.size() ? '_' : key[at + 3];
            const bool opens = !is_letter(before) || (key[at] >= 'A' && key[at] <= 'Z');
            const bool closes = !is_letter(after) || (after >= 'A' && after <= 'Z');
            if (!opens || !closes) continue;
            key.erase(at, 3);
            std::erase_if(key, [](char c) { return !is_letter(c); });
            return is_least;
        }
    }
    return std::nullopt;
}

std::optional<Setting> setting_of(std::string_view text, std::size_t begin, std::size_t end)
{
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '"' || c == '\''; };
    while (begin < end && is_blank(text[begin])) ++begin;
    std::size_t at = begin;
    while (at < end &&
           (is_letter(text[at]) || text[at] == '_' || text[at] == '-' || text[at] == '.'))
        ++at;
    Setting out;
    out.rest = std::string{text.substr(begin, at - begin)};
    const auto is_least = take_end(out.rest);
    if (!is_least) return std::nullopt;
    out.is_least = *is_least;
    while (at < end && is_blank(text[at])) ++at;
    if (at == end || (text[at] != ':' && text[at] != '=')) return std::nullopt;
    ++at;
    while (at < end && is_blank(text[at])) ++at;
    out.begin = at;
    while (at < end && text[at] >= '0' && text[at] <= '9') ++at;
    constexpr std::size_t k_most_digits = 15;
    if (at == out.begin || at - out.begin > k_most_digits) return std::nullopt;
    out.end = at;
    out.value = Rational{std::string{text.substr(out.begin, at - out.begin)}};
    // A unit, a place behind the point or an operation may change what it is; a comment does not.
    while (at < end && (is_blank(text[at]) || text[at] == ',' || text[at] == ';')) ++at;
    const bool is_over = at == end || text[at] == '#' || text[at] == '/' || text[at] == '\r';
    return is_over ? std::optional{out} : std::nullopt;
}

} // namespace

void check_order(const Document& document, std::size_t sentence, Review& review)
{
    const Passage passage = Passage::sentence(document, sentence);
    if (passage.quantities().size() < 2 || is_disowned(passage)) return;
    check_names(passage, review);
    check_direction(passage, review);
    check_years(passage, review);
}

void check_settings(const Document& document, Review& review)
{
    constexpr std::size_t k_most_lines_apart = 4;
    const std::string_view text = document.view.text;
    std::vector<std::pair<std::size_t, Setting>> seen; // with the line
    std::size_t line = 0;
    for (std::size_t begin = 0; begin < text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        auto own = setting_of(text, begin, end);
        begin = end + 1;
        if (!own) continue;
        std::erase_if(seen,
                      [&](const auto& each) { return line - each.first > k_most_lines_apart; });
        for (const auto& [at, other] : seen) {
            if (other.rest != own->rest || other.is_least == own->is_least) continue;
            const Setting& least = own->is_least ? *own : other;
            const Setting& greatest = own->is_least ? other : *own;
            // 0 often means that there is no limit.
            if (greatest.value == 0 || least.value <= greatest.value) continue;
            report_order(document,
                         {mark_view(document, least.begin, least.end, "stated"),
                          mark_view(document, greatest.begin, greatest.end, "operand")},
                         {least.value, greatest.value}, "A minimum is at most the maximum", review);
        }
        seen.emplace_back(line, std::move(*own));
    }
}

} // namespace verify::relations
