#include "reading/abbreviations.hpp"

#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"

#include <string>

namespace reading {

namespace {

// Closed by usage: titles before names as the press writes them, and German words that lead on.
constexpr std::string_view k_lead_on_words[] = {
    "mr",   "mrs",  "ms",   "messrs", "dr",  "prof", "rev",  "fr",   "hon", "pres", "sen",
    "sens", "rep",  "reps", "gov",    "lt",  "sgt",  "cpl",  "pvt",  "gen", "col",  "maj",
    "capt", "cmdr", "adm",  "insp",   "det", "supt", "atty", "asst", "mt",  "ft",   "v",
    "vs",   "bzw",  "ca",   "evtl",   "ggf", "inkl", "vgl",  "sog",  "zzgl"};
// What may end a sentence or not: companies, generations, streets, months and the states of the
// USA.
constexpr std::string_view k_others[] = {
    "inc",  "corp", "co",   "cos",   "ltd",  "plc",  "bros", "jr",   "sr",   "st",  "ave", "blvd",
    "rd",   "dept", "univ", "assn",  "jan",  "feb",  "aug",  "sept", "oct",  "nov", "dec", "ala",
    "ariz", "ark",  "cal",  "calif", "colo", "conn", "del",  "fla",  "ga",   "ill", "ind", "kan",
    "ky",   "la",   "mass", "md",    "mich", "minn", "miss", "mo",   "mont", "neb", "nev", "okla",
    "ore",  "pa",   "penn", "tenn",  "tex",  "vt",   "va",   "wash", "wis",  "wyo"};
constexpr Cues k_openers{WordSet::article | WordSet::indefinite | WordSet::demonstrative |
                             WordSet::possessive | WordSet::personal | WordSet::place_prep |
                             WordSet::role_prep | WordSet::joins | WordSet::contrasts |
                             WordSet::supposes | WordSet::explains | WordSet::asks |
                             WordSet::others | WordSet::before | WordSet::after,
                         {}};

// The last word of a text without the stops and blanks at its end.
std::string_view last_word(std::string_view text)
{
    const std::size_t at = text.find_last_of(" \n\t(\"");
    return at == std::string_view::npos ? text : text.substr(at + 1);
}

std::string_view without_blank_end(std::string_view text)
{
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

// "U.S", "p.m", "Ph.D": one or two letters before each of its stops.
bool is_initialism(std::string_view word)
{
    constexpr std::size_t k_longest = 2;
    std::size_t letters = 0;
    std::size_t stops = 0;
    for (const char c : word) {
        if (c == '.') {
            ++stops;
            letters = 0;
        } else if (!is_letter(c) || ++letters > k_longest) {
            return false;
        }
    }
    return stops > 0 && letters > 0;
}

// "George W", "J. K", "z. B"; not "plan B". One at the beginning of a text is an initial too.
bool is_initial(std::string_view word, std::string_view before)
{
    if (word.size() != 1 || !is_upper(word.front())) return false;
    before = without_blank_end(before);
    if (before.empty()) return true;
    const auto other = last_word(before);
    return !other.empty() &&
           (is_upper(other.front()) || (other.size() == 2 && other.ends_with('.')));
}

} // namespace

bool opens_sentence(std::string_view folded_word)
{
    return is_in(k_openers, folded_word);
}

bool stop_is_of_abbreviation(std::string_view before, std::string_view behind)
{
    before = without_blank_end(before);
    if (!before.ends_with('.') || behind.empty() || !is_upper(behind.front())) return false;
    before.remove_suffix(1);
    const auto word = last_word(before);
    const auto folded = lower_case(word);
    if (is_one_of(folded, k_lead_on_words)) return true;
    std::size_t end = 0;
    while (end < behind.size() && (is_letter(behind[end]) || behind[end] == '\'')) ++end;
    if (opens_sentence(lower_case(behind.substr(0, end)))) return false;
    return is_initialism(word) || is_initial(word, before.substr(0, before.size() - word.size())) ||
           (is_upper(word.empty() ? ' ' : word.front()) && is_one_of(folded, k_others));
}

} // namespace reading
