#include "synthesize/question_tense.hpp"

#include "reading/finite_verb.hpp"

namespace synthesize {

namespace {

constexpr std::string_view k_present[] = {"ist", "sind",    "liegt",     "kostet", "kosten", "is",
                                          "are", "does",    "do",        "has",    "have",   "can",
                                          "now", "current", "currently", "latest", "still"};
constexpr std::string_view k_future[] = {"will", "wird", "werden", "shall"};
constexpr std::string_view k_past[] = {"was", "were", "did", "had"};
// "Was" asks in German.
constexpr std::string_view k_german_past[] = {"war",    "waren", "wurde", "wurden",
                                              "hatten", "hatte", "hat",   "haben"};

} // namespace

void read_tense(const reading::Passage& words, std::string_view language, Part& part)
{
    const bool is_german = language == "de";
    part.is_past = is_german ? words.any(k_german_past) : words.any(k_past);
    part.is_future = !part.is_past && words.any(k_future);
    part.is_present = !part.is_past && !part.is_future && words.any(k_present);
    for (std::uint32_t i = words.begin(); i + 1 < words.end(); ++i)
        if (words.is(i + 1, {"year"}) && words.is(i, {"last", "this"}))
            part.years_back = words.is(i, {"last"}) ? 1 : 0;
    if (part.is_past || part.is_future || part.is_present) return;
    if (is_german) {
        part.is_present = part.has_type();
        return;
    }
    // "Who heads it", "who designed it": the verb alone tells.
    for (std::uint32_t i = words.begin() + 1; i < words.end(); ++i) {
        if (!reading::is_finite_verb(words, i)) continue;
        part.is_present = words.word(i).ends_with('s');
        part.is_past = !part.is_present;
        return;
    }
}

} // namespace synthesize
