#include "cli/terminal_text.hpp"

namespace cli {

namespace {

// How many bytes at the beginning of `rest` are one character that a terminal obeys; 0: none.
std::size_t obeyed(std::string_view rest)
{
    const auto byte = [rest](std::size_t i) {
        return i < rest.size() ? static_cast<unsigned char>(rest[i]) : 0U;
    };
    const auto is_within = [&](std::size_t i, unsigned first, unsigned last) {
        return first <= byte(i) && byte(i) <= last;
    };
    if (byte(0) < 0x20 || byte(0) == 0x7f) return 1;
    if (byte(0) == 0xc2 && is_within(1, 0x80, 0x9f)) return 2;
    if (byte(0) == 0xd8 && byte(1) == 0x9c) return 2; // U+061C
    // Spaces, quotes, dashes and raised digits of U+2000 to U+207F stay.
    if (byte(0) == 0xe2 && byte(1) == 0x80)
        return is_within(2, 0x8b, 0x8f) || is_within(2, 0xa8, 0xae) ? 3 : 0;
    return byte(0) == 0xe2 && byte(1) == 0x81 && is_within(2, 0xa0, 0xaf) ? 3 : 0;
}

} // namespace

std::string safe_on_terminal(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        const auto count = obeyed(text);
        out += count > 0 ? '?' : text.front();
        text.remove_prefix(count > 0 ? count : 1);
    }
    return out;
}

std::string text_in(const json_t* view, const char* key)
{
    return safe_on_terminal(base::json::text_member(view, key).value_or("?"));
}

} // namespace cli
