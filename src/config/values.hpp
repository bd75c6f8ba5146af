// Texts of the configuration into values. Every refusal is one sentence that says what is wanted.
#pragma once

#include "base/result.hpp"
#include "config/options.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace config {

// What TOML can hold of what we ask for.
using Raw = std::variant<std::string, std::int64_t, std::vector<std::string>>;

// `option.fallback` in the form in which the file would give it.
Raw fallback_of(const Option& option);

// The value, within the option's bounds. The error says what the value must be, without its name.
base::Result<Value, std::string> parse_value(const Option& option, const Raw& raw);

// A basic string of TOML. The text has no control characters.
std::string in_quotes(std::string_view text);

// "5s" "15m" "36h" "7d": digits and one unit; nullopt otherwise or past 10 years.
std::optional<std::chrono::seconds> parse_duration(std::string_view text);

// The parts of an http or https URL without user info, white space or fragment.
struct UrlParts {
    std::string_view scheme; // "http" or "https"
    std::string_view host;   // name, IPv4 or bracketed IPv6
    std::string_view origin; // scheme, host and port
    std::string_view rest;   // path and query, may be empty
};
std::optional<UrlParts> split_url(std::string_view text);
bool is_loopback(std::string_view host);

// An IPv4 or IPv6 address, or ADDRESS/BITS whose bits beyond the prefix are zero.
bool is_network(std::string_view text);

} // namespace config
