#include "reading/number_words.hpp"

namespace reading {

namespace {

struct Entry {
    std::string_view word;
    int value;
};

constexpr Entry k_cardinals[] = {
    {"zero", 0},     {"one", 1},      {"two", 2},        {"three", 3},     {"four", 4},
    {"five", 5},     {"six", 6},      {"seven", 7},      {"eight", 8},     {"nine", 9},
    {"ten", 10},     {"eleven", 11},  {"twelve", 12},    {"thirteen", 13}, {"fourteen", 14},
    {"fifteen", 15}, {"sixteen", 16}, {"seventeen", 17}, {"eighteen", 18}, {"nineteen", 19},
    {"twenty", 20},  {"thirty", 30},  {"forty", 40},     {"fifty", 50},    {"sixty", 60},
    {"seventy", 70}, {"eighty", 80},  {"ninety", 90},    {"dozen", 12},
};

constexpr Entry k_ordinals[] = {
    {"first", 1},        {"second", 2},      {"third", 3},       {"fourth", 4},
    {"fifth", 5},        {"sixth", 6},       {"seventh", 7},     {"eighth", 8},
    {"ninth", 9},        {"tenth", 10},      {"eleventh", 11},   {"twelfth", 12},
    {"thirteenth", 13},  {"fourteenth", 14}, {"fifteenth", 15},  {"sixteenth", 16},
    {"seventeenth", 17}, {"eighteenth", 18}, {"nineteenth", 19}, {"twentieth", 20},
    {"thirtieth", 30},   {"fortieth", 40},   {"fiftieth", 50},   {"sixtieth", 60},
    {"seventieth", 70},  {"eightieth", 80},  {"ninetieth", 90},  {"hundredth", 100},
};

constexpr Entry k_fractions[] = {
    {"half", 2},     {"halves", 2},  {"third", 3},  {"thirds", 3},  {"quarter", 4},
    {"quarters", 4}, {"fourths", 4}, {"fifth", 5},  {"fifths", 5},  {"sixth", 6},
    {"sixths", 6},   {"eighths", 8}, {"tenth", 10}, {"tenths", 10},
};

constexpr Entry k_multiples[] = {
    {"doubled", 2},     {"doubling", 2},   {"doubles", 2},     {"tripled", 3},
    {"tripling", 3},    {"trebled", 3},    {"triples", 3},     {"quadrupled", 4},
    {"quadrupling", 4}, {"quintupled", 5}, {"quintupling", 5},
};

template <std::size_t N>
std::optional<int> look_up_number(const Entry (&table)[N], std::string_view word)
{
    for (const auto& entry : table)
        if (entry.word == word) return entry.value;
    return std::nullopt;
}

} // namespace

std::optional<int> cardinal_word(std::string_view folded_word)
{
    return look_up_number(k_cardinals, folded_word);
}

std::optional<int> ordinal_word(std::string_view folded_word)
{
    return look_up_number(k_ordinals, folded_word);
}

std::optional<int> fraction_word(std::string_view folded_word)
{
    return look_up_number(k_fractions, folded_word);
}

std::optional<int> multiple_word(std::string_view folded_word)
{
    return look_up_number(k_multiples, folded_word);
}

} // namespace reading
