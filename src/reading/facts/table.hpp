// The form of the table of facts that the build makes: what its maker writes and Facts reads.
//
// Lines of UTF-8, each of three fields with a tab between: relation, subject, value. The subject is
// in lower case, and its words have one blank between; the value is as its source writes it. The
// relation "source" names the data of a relation: "capital", "table of capitals 2026-11". A NUL
// ends the table.
#pragma once

#include <string_view>

namespace reading::facts {

// From the name of a country.
inline constexpr std::string_view k_capital = "capital";
inline constexpr std::string_view k_alpha_2 = "alpha-2"; // of ISO 3166-1
inline constexpr std::string_view k_alpha_3 = "alpha-3";
inline constexpr std::string_view k_numeric = "numeric";
inline constexpr std::string_view k_tender = "tender"; // code of ISO 4217
// From the name of a currency, and back.
inline constexpr std::string_view k_currency_code = "currency code";
inline constexpr std::string_view k_currency_name = "currency name";
// From the name of a chemical element.
inline constexpr std::string_view k_symbol = "symbol";
inline constexpr std::string_view k_atomic_number = "atomic number";
inline constexpr std::string_view k_source = "source";

} // namespace reading::facts
