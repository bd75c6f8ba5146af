// What tells a secret from a name, a version or an example.
#include "verify/forms/secrets.hpp"

#include "reading/ascii.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace verify::forms {

double entropy_of(std::string_view value)
{
    if (value.empty()) return 0;
    std::array<std::size_t, 256> counts{};
    for (const char c : value) ++counts[static_cast<unsigned char>(c)];
    double bits = 0;
    for (const auto count : counts) {
        if (count == 0) continue;
        const double share = static_cast<double>(count) / static_cast<double>(value.size());
        bits -= share * std::log2(share);
    }
    return bits;
}

int classes_of(std::string_view value)
{
    bool small = false;
    bool upper = false;
    bool digit = false;
    bool sign = false;
    for (const char c : value) {
        if (c >= 'a' && c <= 'z') {
            small = true;
        } else if (reading::is_upper(c)) {
            upper = true;
        } else if (reading::is_digit(c)) {
            digit = true;
        } else if (c != '-' && c != '_' && c != '.') {
            sign = true;
        }
    }
    return int{small} + int{upper} + int{digit} + int{sign};
}

bool is_placeholder(std::string_view value)
{
    // Words of manuals and templates; a random value does not hold them.
    constexpr std::string_view k_words[] = {
        "example",   "xxxx",        "your-",    "your_",   "yourkey",   "placeholder", "changeme",
        "change-me", "change_me",   "dummy-",   "dummy_",  "sample",    "redacted",    "insecure",
        "****",      "...",         "<",        "${",      "{{",        "$(",          "%(",
        "environ",   "process.env", "getenv",   "replace", "my-secret", "my_secret",   "password",
        "abcdefgh",  "12345678",    "deadbeef", "[",       "0000000",   "not-a-real",  "fake"};
    std::string folded{value};
    std::transform(folded.begin(), folded.end(), folded.begin(), reading::to_lower);
    for (const auto word : k_words)
        if (folded.find(word) != std::string::npos) return true;
    if (folded.starts_with("$") || folded.starts_with("%") || folded.starts_with("@")) return true;
    // "--key=ENCRYPTION_KEY": a manual names what to put there.
    const bool is_name =
        value.find('_') != std::string_view::npos &&
        value.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == std::string_view::npos;
    if (is_name) return true;
    std::array<bool, 256> seen{};
    for (const char c : value) seen[static_cast<unsigned char>(c)] = true;
    const auto different = std::count(seen.begin(), seen.end(), true);
    return value.size() >= 8 && different < 5;
}

bool is_wordy(std::string_view value)
{
    std::size_t in_words = 0;
    std::size_t run = 0;
    for (std::size_t i = 0; i <= value.size(); ++i) {
        if (i < value.size() && value[i] >= 'a' && value[i] <= 'z') {
            ++run;
            continue;
        }
        if (run >= 4) in_words += run;
        run = 0;
    }
    return in_words * 100 > value.size() * 45;
}

std::uint32_t crc32_of(std::string_view bytes)
{
    std::uint32_t crc = 0xffffffffU;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
    }
    return ~crc;
}

} // namespace verify::forms
