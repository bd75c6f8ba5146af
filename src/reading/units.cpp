#include "reading/units.hpp"

#include "reading/ascii.hpp"

#include <algorithm>

namespace reading {

namespace {

using enum Dimension;

// Sorted by name.
constexpr Unit k_units[] = {
    {"acre", "acre", area, "4046.8564224"},
    {"acres", "acre", area, "4046.8564224"},
    {"bytes", "byte", data, "1"},
    {"cm", "cm", length, "0.01"},
    {"centimeter", "cm", length, "0.01"},
    {"centimeters", "cm", length, "0.01"},
    {"centimetre", "cm", length, "0.01"},
    {"centimetres", "cm", length, "0.01"},
    {"day", "day", Dimension::time, "86400"},
    {"days", "day", Dimension::time, "86400"},
    {"decade", "decade", Dimension::time, "0"},
    {"decades", "decade", Dimension::time, "0"},
    {"feet", "ft", length, "0.3048"},
    {"foot", "ft", length, "0.3048"},
    {"fortnight", "fortnight", Dimension::time, "1209600"},
    {"ft", "ft", length, "0.3048"},
    {"g", "g", mass, "0.001"},
    {"gb", "gb", data, "1000000000"},
    {"gib", "gib", data, "1073741824"},
    {"gigabytes", "gb", data, "1000000000"},
    {"gram", "g", mass, "0.001"},
    {"grams", "g", mass, "0.001"},
    {"gw", "gw", Dimension::power, "1000000000"},
    {"gwh", "gwh", energy, "3600000000000"},
    {"h", "hour", Dimension::time, "3600"},
    {"ha", "ha", area, "10000"},
    {"hectare", "ha", area, "10000"},
    {"hectares", "ha", area, "10000"},
    {"hour", "hour", Dimension::time, "3600"},
    {"hours", "hour", Dimension::time, "3600"},
    {"hr", "hour", Dimension::time, "3600"},
    {"hrs", "hour", Dimension::time, "3600"},
    {"inch", "in", length, "0.0254"},
    {"inches", "in", length, "0.0254"},
    {"kb", "kb", data, "1000"},
    {"kg", "kg", mass, "1"},
    {"kib", "kib", data, "1024"},
    {"kilogram", "kg", mass, "1"},
    {"kilograms", "kg", mass, "1"},
    {"kilometer", "km", length, "1000"},
    {"kilometers", "km", length, "1000"},
    {"kilometre", "km", length, "1000"},
    {"kilometres", "km", length, "1000"},
    {"km", "km", length, "1000"},
    {"km/h", "km/h", speed, "0.27777777777777777778"},
    {"kw", "kw", Dimension::power, "1000"},
    {"kwh", "kwh", energy, "3600000"},
    {"l", "l", volume, "1"},
    {"lb", "lb", mass, "0.45359237"},
    {"lbs", "lb", mass, "0.45359237"},
    {"liter", "l", volume, "1"},
    {"liters", "l", volume, "1"},
    {"litre", "l", volume, "1"},
    {"litres", "l", volume, "1"},
    {"m", "m", length, "1"},
    {"mb", "mb", data, "1000000"},
    {"meter", "m", length, "1"},
    {"meters", "m", length, "1"},
    {"metre", "m", length, "1"},
    {"metres", "m", length, "1"},
    {"mg", "mg", mass, "0.000001"},
    {"mib", "mib", data, "1048576"},
    {"mile", "mi", length, "1609.344"},
    {"miles", "mi", length, "1609.344"},
    {"millimeters", "mm", length, "0.001"},
    {"millimetres", "mm", length, "0.001"},
    {"min", "minute", Dimension::time, "60"},
    {"mins", "minute", Dimension::time, "60"},
    {"minute", "minute", Dimension::time, "60"},
    {"minutes", "minute", Dimension::time, "60"},
    {"ml", "ml", volume, "0.001"},
    {"mm", "mm", length, "0.001"},
    {"month", "month", Dimension::time, "0"},
    {"months", "month", Dimension::time, "0"},
    {"mph", "mph", speed, "0.44704"},
    {"ms", "ms", Dimension::time, "0.001"},
    {"mw", "mw", Dimension::power, "1000000"},
    {"mwh", "mwh", energy, "3600000000"},
    {"nights", "night", Dimension::time, "86400"},
    {"pound", "lb", mass, "0.45359237"},
    {"pounds", "lb", mass, "0.45359237"},
    {"s", "second", Dimension::time, "1"},
    {"sec", "second", Dimension::time, "1"},
    {"second", "second", Dimension::time, "1"},
    {"seconds", "second", Dimension::time, "1"},
    {"secs", "second", Dimension::time, "1"},
    {"t", "t", mass, "1000"},
    {"tb", "tb", data, "1000000000000"},
    {"tonne", "t", mass, "1000"},
    {"tonnes", "t", mass, "1000"},
    {"tons", "ton", mass, "0"},
    {"twh", "twh", energy, "3600000000000000"},
    {"w", "w", Dimension::power, "1"},
    {"week", "week", Dimension::time, "604800"},
    {"weeks", "week", Dimension::time, "604800"},
    {"yard", "yd", length, "0.9144"},
    {"yards", "yd", length, "0.9144"},
    {"year", "year", Dimension::time, "0"},
    {"years", "year", Dimension::time, "0"},
};

struct Name {
    std::string_view word;
    std::string_view code;
};

constexpr Name k_currency_words[] = {
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

constexpr Name k_currency_signs[] = {
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

const Unit* find_unit(std::string_view folded_word)
{
    const auto* found = std::find_if(std::begin(k_units), std::end(k_units),
                                     [&](const Unit& unit) { return unit.name == folded_word; });
    return found == std::end(k_units) ? nullptr : found;
}

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
