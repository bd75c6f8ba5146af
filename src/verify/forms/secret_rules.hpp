// What secrets of known services look like: a prefix, an alphabet and a length.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace verify::forms {

enum class Alphabet : std::uint8_t {
    digits,
    hex,         // lower case
    upper_digit, // A-Z 0-9
    alnum,
    letters,
    url,    // alnum and "_-"
    dashed, // alnum and "-"
    dotted, // url and "."
    base64, // alnum and "+/="
    padded, // url and "="
};

struct SecretRule {
    std::string_view name;   // what it opens, for the reader
    std::string_view prefix; // case counts
    Alphabet alphabet;
    std::uint16_t least; // signs after the prefix
    std::uint16_t most;
    bool identifies = false; // a key's public half: it names an account and opens nothing alone
};

std::span<const SecretRule> secret_rules();

bool is_of(Alphabet alphabet, char c);

} // namespace verify::forms
