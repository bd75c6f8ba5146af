#include "reading/units.hpp"

#include "reading/ascii.hpp"

#include <algorithm>

namespace reading {

namespace {

struct CurrencyName {
    std::string_view word;
    std::string_view code;
};

constexpr CurrencyName k_currency_words[] = {
    {"dollar", "USD"}, {"dollars", "USD"},  {"usd", "USD"},    {"usdc", "USD"},
    {"cent", "cent"},  {"cents", "cent"},   {"pence", "cent"}, {"penny", "cent"},
    {"euro", "EUR"},   {"euros", "EUR"},    {"eur", "EUR"},    {"gbp", "GBP"},
    {"chf", "CHF"},    {"francs", "CHF"},   {"yen", "JPY"},    {"jpy", "JPY"},
    {"yuan", "CNY"},   {"cny", "CNY"},      {"rmb", "CNY"},    {"rupees", "INR"},
    {"inr", "INR"},    {"crowns", "crown"}, {"krona", "SEK"},  {"kronor", "SEK"},
    {"sek", "SEK"},    {"nok", "NOK"},      {"dkk", "DKK"},    {"czk", "CZK"},
    {"pln", "PLN"},    {"zloty", "PLN"},    {"cad", "CAD"},    {"aud", "AUD"},
    {"rubles", "RUB"}, {"roubles", "RUB"},  {"pesos", "peso"}, {"reais", "BRL"},
    {"brl", "BRL"},    {"quid", "GBP"},
};

constexpr CurrencyName k_currency_signs[] = {
    {"$", "USD"},      {"\u20ac", "EUR"}, {"\u00a3", "GBP"}, {"\u00a5", "JPY"},
    {"\u20b9", "INR"}, {"\u20bd", "RUB"}, {"\u20a9", "KRW"}, {"\u20bf", "BTC"},
};

struct Scale {
    std::string_view word;
    int exponent;
};

constexpr Scale k_scale_words[] = {
    {"hundred", 2},   {"thousand", 3},   {"million", 6},   {"millions", 6}, {"billion", 9},
    {"billions", 9},  {"trillion", 12},  {"lakh", 5},      {"lakhs", 5},    {"crore", 7},
    {"crores", 7},    {"mln", 6},        {"mn", 6},        {"bn", 9},       {"tn", 12},
    {"millionen", 6}, {"milliarden", 9}, {"milliards", 9}, {"mio", 6},      {"mrd", 9},
};

} // namespace

std::optional<int> scale_word(std::string_view folded_word)
{
    for (const auto& scale : k_scale_words)
        if (scale.word == folded_word) return scale.exponent;
    return std::nullopt;
}

std::optional<int> scale_suffix(std::string_view folded_letters, bool is_money)
{
    if (folded_letters == "k") return 3;
    if (folded_letters == "m" && is_money) return 6;
    if (folded_letters == "b" && is_money) return 9;
    if (folded_letters == "t" && is_money) return 12;
    return scale_word(folded_letters);
}

std::string_view currency_word(std::string_view folded_word)
{
    for (const auto& name : k_currency_words)
        if (name.word == folded_word) return name.code;
    return {};
}

std::string_view currency_sign(std::string_view sign)
{
    for (const auto& name : k_currency_signs)
        if (name.word == sign) return name.code;
    return {};
}

bool is_number_suffix(std::string_view folded_letters)
{
    return is_one_of(folded_letters,
                     {"k",   "m",  "b",    "t",  "am",  "pm", "c",  "f",  "pp",  "bps", "eur",
                      "usd", "oz", "kcal", "kj", "psi", "hp", "yd", "mi", "kph", "mpa", "kpa"}) ||
           find_unit(folded_letters) != nullptr || scale_word(folded_letters).has_value();
}

} // namespace reading
