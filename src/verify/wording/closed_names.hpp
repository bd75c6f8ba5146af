// The relations of fact.closed whose values are names: who can be a subject, and what a value is.
#pragma once

#include "reading/passage.hpp"
#include "verify/law/words.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verify::wording {

using reading::TokenRange;

enum class Kind {
    capital,
    country_code, // of ISO 3166-1: alpha-2, alpha-3 or numeric
    alpha_2,
    alpha_3,
    numeric,
    currency,      // its name, of a country
    currency_code, // of ISO 4217, of a currency or a country
    symbol,
    atomic_number,
};

std::string_view name_of(Kind kind);
// The source of its data: "iso-codes 4.15.0".
std::string_view source_of(Kind kind);

// Whether the token at `named.begin` ends the name of a relation; then all tokens of it.
bool find_kind(const Passage& sentence, TokenRange& named, Kind& kind);

struct NamedSubject {
    std::string name; // in lower case
    TokenRange tokens{};
};

// The longest that begins at the token, which may be its article. Part of a longer name does not
// count.
std::optional<NamedSubject> subject_at(const Passage& sentence, std::uint32_t at, Kind kind);
// The longest that ends before the token; `is_possessor` wants "Poland's".
std::optional<NamedSubject> subject_before(const Passage& sentence, std::uint32_t end, Kind kind,
                                           bool is_possessor);
// Whether the word before is written with a capital and belongs to the name that begins at `at`.
bool is_name_before(const Passage& sentence, std::uint32_t at);

struct NamedValue {
    TokenRange tokens{};
    bool holds = false;
};

// nullopt: nothing there is a value of the kind, right or wrong.
std::optional<NamedValue> value_at(const Passage& sentence, std::uint32_t at, Kind kind,
                                   const std::string& subject);

std::vector<std::string> expected_of(Kind kind, const std::string& subject);

} // namespace verify::wording
