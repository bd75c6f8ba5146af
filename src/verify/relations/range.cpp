// range.*: values no quantity of their kind can have.
#include "base/concat.hpp"
#include "reading/alike.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/law/walk.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/relations.hpp"

#include <charconv>

namespace verify::relations {

using reading::WordSet;

const Check k_range_ipv4{
    .id = "range.ipv4",
    .category = Category::consistency,
    .nature = Nature::form,
    .proof = {"a number above 255 in an IPv4 address", "whether the address is in use"},
    .planted = k_planted_arithmetic};

const Check k_range_percent{
    .id = "range.percent",
    .category = Category::consistency,
    .nature = Nature::form,
    .proof = {"more than 100 % of people or things", "a share of what may be exceeded"},
    .planted = k_planted_arithmetic};

const Check k_range_probability{
    .id = "range.probability",
    .category = Category::consistency,
    .nature = Nature::form,
    .proof = {"a probability below 0 or above 1", "odds and likelihoods"},
    .planted = k_planted_arithmetic};

namespace {

constexpr reading::OwnCues k_people{WordSet::people | WordSet::subject,
                                    {"companies", "schools", "hospitals"}};

struct Bound {
    CheckRef check;
    std::string_view title;
    std::string reason;
};

Found out_of_range(const Passage& sentence, const Mark& mark, const Bound& bound)
{
    auto out = found(bound.check, bound.title, sentence.document(), Certainty::strong);
    out.stated(mark).says(bound.reason);
    return out;
}

void report_value(const Passage& sentence, const Quantity& quantity, const Interval& limits,
                  const Bound& bound, Review& review)
{
    if (is_disowned(sentence)) return;
    const auto begin = quantity.negative_sign ? quantity.begin : quantity.number_begin;
    out_of_range(sentence, mark_tokens(sentence.document(), begin, quantity.number_end), bound)
        .evidence("reported", quantity, "bounds", limits)
        .raise(review, "Correct the value.");
}

// "a probability of 1.2", "with probability 120%", "the probability was 1.3".
void check_probability(const Passage& sentence, const Quantity& quantity, Review& review)
{
    if (quantity.kind != QuantityKind::cardinal && quantity.kind != QuantityKind::percent) return;
    if (quantity.doubtful || quantity.in_range || quantity.unit != nullptr ||
        !quantity.currency.empty())
        return;
    std::uint32_t at = quantity.begin - 1;
    if (quantity.qualifier != reading::Qualifier::none) return;
    if (sentence.is(at, reading::Cues{WordSet::copula | WordSet::colon, {"of", "=", "equals"}}))
        --at;
    // "the probability of heavy rain is 130%"
    if (sentence.is(at + 1, WordSet::copula))
        for (int steps = 0; steps < 4 && !sentence.is(at, {"probability", "likelihood"}) &&
                            sentence.document().kind(at) == TokenKind::word;
             ++steps)
            --at;
    if (!sentence.is(at, {"probability", "likelihood"})) return;
    if (sentence.is(at - 1, {"log", "log-", "-", "maximum", "negative"}) ||
        sentence.any(std::initializer_list<std::string_view>{"log", "ratio", "density", "in"}))
        return;
    // "a probability of 1 in 5", "of 3 to 1", "of 2/3" are odds and fractions.
    if (sentence.is(quantity.end,
                    reading::Cues{WordSet::colon | WordSet::dash | WordSet::times_sign,
                                  {"in", "out", "/", "times"}}))
        return;
    const bool odds = sentence.is(quantity.end, {"to"}) &&
                      sentence.document().kind(quantity.end + 1) != TokenKind::word;
    if (odds) return;
    const Rational value = reading::value_of(quantity);
    const Rational most = quantity.kind == QuantityKind::percent ? Rational{100} : Rational{1};
    if (value >= 0 && value <= most) {
        review.passes.push_back(
            {k_range_probability, {mark_of(sentence.document(), quantity, "stated")}});
        return;
    }
    // "a probability of 80" most likely lost its percent sign; it is still not one.
    report_value(
        sentence, quantity, {0, most},
        {k_range_probability, "No probability has this value",
         base::concat("A probability lies between 0 and ", reading::exact_text(most), ".")},
        review);
}

// "120% of respondents said yes", "-5% of users".
void check_share_of_people(const Passage& sentence, const Quantity& quantity, Review& review)
{
    if (quantity.kind != QuantityKind::percent || quantity.doubtful || quantity.in_range) return;
    std::uint32_t at = quantity.end;
    if (!sentence.is(at, {"of"})) return;
    ++at;
    for (int words = 0;
         words < 2 && sentence.holds(at) && !reading::is_in(k_people, sentence.word(at)); ++words) {
        if (!sentence.is(at, {"the", "all", "our", "those", "these", "surveyed", "adult", "female",
                              "male", "young"}))
            return;
        ++at;
    }
    if (!reading::is_in(k_people, sentence.word(at))) return;
    const bool verb = sentence.is(
        at + 1, reading::Cues{WordSet::answers | WordSet::copula | WordSet::have | WordSet::does,
                              {"report", "believe", "supported", "use", "used", "surveyed", "would",
                               "who", "in"}});
    if (!verb || sentence.any(std::initializer_list<std::string_view>{
                     "capacity", "target", "goal", "expected", "than", "up", "compared", "as",
                     "joke", "equivalent", "fpl", "poverty"}))
        return;
    const Rational value = reading::value_of(quantity);
    if (value >= 0 && value <= 100) return;
    report_value(sentence, quantity, {0, 100},
                 {k_range_percent, "A share of people above 100 % or below 0 %",
                  "No more than all of them can have done it."},
                 review);
}

// "P(blue) = 1.7", "Pr(X > 2) = 1.04".
void check_formula_of_probability(const Passage& sentence, const Quantity& quantity, Review& review)
{
    constexpr std::uint32_t k_most_tokens = 14;
    if (quantity.kind != QuantityKind::cardinal || quantity.doubtful || quantity.unit != nullptr ||
        !quantity.currency.empty() || !sentence.is(quantity.begin - 1, {"=", "\u2248"}) ||
        !sentence.is(quantity.begin - 2, {")"}))
        return;
    std::uint32_t at = quantity.begin - 2;
    const std::uint32_t last = at;
    while (last - at < k_most_tokens && sentence.holds(at) && !sentence.is(at, {"("})) --at;
    if (!sentence.is(at, {"("})) return;
    const auto name = sentence.document().raw(at - 1);
    // P is also a power, a polynomial or a price: the word has to say that it is chance.
    const bool is_told = sentence.any(std::initializer_list<std::string_view>{
        "probability", "probabilities", "dice", "die", "coin", "coins", "urn", "ball", "card",
        "random", "event", "chance", "drawn"});
    const bool goes_on =
        sentence.is(quantity.end, reading::Cues{WordSet::times_sign, {"/", "+", "-"}}) ||
        sentence.document().kind(quantity.end) == TokenKind::word;
    if ((name != "P" && name != "Pr") || !is_told || goes_on) return;
    const Rational value = reading::value_of(quantity);
    if (value >= 0 && value <= 1) return;
    report_value(sentence, quantity, {0, 1},
                 {k_range_probability, "No probability has this value",
                  "A probability lies between 0 and 1."},
                 review);
}

// 192.168.300.1, where the text speaks of an address and not of a version.
void check_ipv4(const Passage& sentence, std::uint32_t token, Review& review)
{
    const std::string_view text = sentence.word(token);
    int parts = 0;
    bool too_large = false;
    for (std::size_t at = 0; at < text.size();) {
        int part = 0;
        const auto end = std::from_chars(text.data() + at, text.data() + text.size(), part);
        const auto length = static_cast<std::size_t>(end.ptr - text.data()) - at;
        if (end.ec != std::errc{} || length > 3) return;
        ++parts;
        too_large = too_large || part > 255;
        at += length;
        if (at == text.size()) break;
        if (text[at] != '.') return;
        ++at;
    }
    if (parts != 4) return;
    constexpr std::string_view k_address[] = {"ip",      "ipv4",      "address", "host",   "server",
                                              "ping",    "subnet",    "gateway", "router", "dns",
                                              "network", "addresses", "netmask", "hosts",  "port"};
    constexpr std::string_view k_version[] = {
        "version", "versions", "release",  "build",   "firmware", "driver", "v",
        "chrome",  "upgrade",  "upgraded", "section", "clause",   "octet",  "oid"};
    const bool privately = text.starts_with("192.168.") || text.starts_with("10.0.") ||
                           text.starts_with("172.16.") || text.starts_with("127.0.");
    const bool named = reading::is_one_of(sentence.word(token - 1), k_address) ||
                       (sentence.is(token - 1, reading::Cues{WordSet::way_prep | WordSet::colon,
                                                             {"is", "at", "="}}) &&
                        sentence.any(k_address));
    if (sentence.any(k_version) || !(privately || named)) return;
    if (!too_large) {
        review.passes.push_back(
            {k_range_ipv4, {mark_tokens(sentence.document(), token, token + 1, "stated")}});
        return;
    }
    if (is_disowned(sentence)) return;
    out_of_range(sentence, mark_tokens(sentence.document(), token, token + 1),
                 {k_range_ipv4, "No such IPv4 address", "Each of the four numbers is at most 255."})
        .evidence("reported", text, "bounds", Interval{0, 255})
        .raise(review, "Correct the value.");
}

void check_ranges(const Passage& sentence, Review& review)
{
    for (const auto& quantity : sentence.quantities()) {
        check_probability(sentence, quantity, review);
        check_share_of_people(sentence, quantity, review);
        check_formula_of_probability(sentence, quantity, review);
    }
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i)
        if (sentence.document().kind(i) == TokenKind::dotted) check_ipv4(sentence, i, review);
}

constexpr const Check* k_ranges_checks[] = {&k_range_probability, &k_range_percent, &k_range_ipv4};

} // namespace

const Family k_ranges{Voice::skeptic, k_ranges_checks, in_sentences<check_ranges>};

} // namespace verify::relations
