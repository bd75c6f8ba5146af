// The parts of the search for secrets.
#pragma once

#include "verify/law/critic.hpp"
#include "verify/layers/carriers.hpp"

#include <string_view>
#include <vector>

namespace verify::forms {

struct Secret {
    CheckRef check;        // "secret.token"
    std::string_view rule; // what kind, for the reader
    std::size_t begin = 0; // bytes of the layer
    std::size_t end = 0;
    Severity severity = Severity::critical;
    Certainty certainty = Certainty::strong;
};

// Tokens of known services by prefix, alphabet and length; JSON web tokens by their header; keys in
// PEM by their body.
void find_structured(std::string_view text, std::vector<Secret>& out);

// Values that are called a secret: key = value, connection strings, authorization headers.
void find_named(std::string_view text, std::vector<Secret>& out);

// Bits a sign, of the signs' frequencies.
double entropy_of(std::string_view value);

// How many of these occur: lower case, upper case, digits and signs other than "-_.".
int classes_of(std::string_view value);

// Words of an example, a variable, a call, repeated or ascending signs: nothing anyone could use.
bool is_placeholder(std::string_view value);

// Mostly runs of four or more small letters, as names are.
bool is_wordy(std::string_view value);

// CRC32 of ISO 3309, which GitHub's tokens end with in base 62.
std::uint32_t crc32_of(std::string_view bytes);

} // namespace verify::forms
