#include "account/gate/cut.hpp"

#include <algorithm>
#include <iterator>

namespace account::gate {

namespace {

template <std::size_t N> bool is_one_of(std::string_view word, const std::string_view (&words)[N])
{
    return std::ranges::find(words, word) != std::end(words);
}

constexpr std::string_view k_prepositions[] = {
    "in",     "on",    "at",     "from",   "by",     "with",    "for",    "of",     "into",
    "over",   "under", "among",  "during", "within", "between", "across", "along",  "around",
    "behind", "near",  "beside", "after",  "before", "since",   "about",  "through"};

constexpr std::string_view k_joining[] = {"and", "but", "while", "whereas"};

constexpr std::string_view k_subordinate[] = {"which", "who", "where", "although", "because"};

// They may go wherever they stand.
constexpr std::string_view k_light[] = {"the", "a", "an", "our", "my", "also"};

constexpr std::string_view k_openers[] = {"but",       "and",      "however", "meanwhile",
                                          "therefore", "moreover", "so"};

// What others say, plan or doubt: what it governs is not said without it.
constexpr std::string_view k_governing[] = {"that",  "to",      "says",     "said",     "say",
                                            "told",  "will",    "can",      "must",     "should",
                                            "shall", "reports", "reported", "according"};

// What makes the rest true only so far, or doubtful.
constexpr std::string_view k_limiting[] = {
    "if",        "unless",   "except",    "until",   "till",        "without",  "provided",
    "providing", "pending",  "subject",   "when",    "whether",     "only",     "not",
    "no",        "never",    "nor",       "neither", "reportedly",  "likely",   "unlikely",
    "allegedly", "probably", "possibly",  "perhaps", "apparently",  "maybe",    "supposedly",
    "hardly",    "barely",   "rarely",    "seldom",  "purportedly", "almost",   "nearly",
    "once",      "assuming", "may",       "might",   "could",       "would",    "claims",
    "claimed",   "alleges",  "alleged",   "fears",   "feared",      "believes", "believed",
    "hopes",     "suspects", "suspected", "expects", "estimates",   "predicts"};

// What is denied, or said of all, is said within its bounds alone.
constexpr std::string_view k_sweeping[] = {
    "no",   "not",    "never", "none", "nothing", "nobody", "neither", "nor",   "all",     "every",
    "each", "always", "any",   "only", "most",    "first",  "last",    "least", "largest", "best"};

bool limits(std::string_view word)
{
    return is_one_of(word, k_limiting) || word.ends_with("n't");
}

// Whether leaving the part out frees the rest from a limit.
bool is_limiting(const Words& quote, std::size_t begin, std::size_t end)
{
    constexpr std::size_t k_short = 3;
    if (begin == end) return false;
    if (end - begin > 1 && joins(quote.at(begin))) return limits(quote.at(begin + 1));
    if (limits(quote.at(begin))) return true;
    for (auto i = begin; i < end && end - begin <= k_short; ++i)
        if (limits(quote.at(i))) return true;
    return false;
}

// Whether something in the part may govern what follows it.
bool is_governing(const Words& quote, std::size_t begin, std::size_t end)
{
    for (auto i = begin; i < end; ++i)
        if (limits(quote.at(i)) || is_one_of(quote.at(i), k_governing)) return true;
    return false;
}

bool is_sweeping(const Words& quote, std::size_t end)
{
    for (std::size_t i = 0; i < end; ++i) {
        const auto word = quote.at(i);
        if (is_one_of(word, k_sweeping) || word.ends_with("n't")) return true;
    }
    return false;
}

} // namespace

bool opens_phrase(std::string_view folded)
{
    return is_one_of(folded, k_prepositions);
}

bool joins(std::string_view folded)
{
    return is_one_of(folded, k_joining);
}

bool is_pronoun(std::string_view folded)
{
    return folded == "it" || folded == "they" || folded == "he" || folded == "she";
}

bool may_leave_out(const Words& quote, std::size_t begin, std::size_t end)
{
    if (end == begin + 1 && is_one_of(quote.at(begin), k_light)) return true;
    if (quote.parts(begin, "(") && quote.parts(end, ")")) return true;
    if (is_limiting(quote, begin, end)) return false;
    const bool is_parted = quote.parts(end, ",-;:");
    if (quote.parts(begin, ",-;:") && is_parted) return true;
    if (is_parted && opens_phrase(quote.at(begin)) && !is_sweeping(quote, begin)) return true;
    // The first of two things that are said of one subject.
    const auto last = quote.at(end - 1);
    if (end - begin > 2 && is_pronoun(last) && joins(quote.at(end - 2))) return true;
    return joins(last) && !is_governing(quote, begin, end) && !is_sweeping(quote, end);
}

bool may_end_before(const Words& quote, std::size_t begin)
{
    const auto end = quote.size();
    if (begin == end) return true;
    if (quote.parts(begin, "(") && quote.parts(end, ")")) return true;
    if (is_limiting(quote, begin, end)) return false;
    if (quote.parts(begin, ",-;:.")) return true;
    const auto word = quote.at(begin);
    return joins(word) || is_one_of(word, k_subordinate) ||
           (opens_phrase(word) && !is_sweeping(quote, begin));
}

bool may_begin_at(const Words& quote, std::size_t end)
{
    if (end == 0) return true;
    const auto last = quote.at(end - 1);
    if (end == 1 && (is_one_of(last, k_openers) || is_one_of(last, k_light))) return true;
    if (quote.parts(end, ",-;:.")) return !is_limiting(quote, 0, end);
    // The second of two statements, or the cause that is given for the first.
    const bool is_second = last == "because" || (joins(last) && quote.parts(end - 1, ",;"));
    return is_second && !is_governing(quote, 0, end);
}

} // namespace account::gate
