// UTF-8 cut without breaking it.
#pragma once

#include <cstddef>
#include <string_view>

namespace base {

// The first `most` bytes of `text` at most, less those of a character that would be cut. `text` is
// UTF-8; of other bytes the result is some beginning.
constexpr std::string_view whole_characters(std::string_view text, std::size_t most)
{
    if (text.size() <= most) return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0U) == 0x80U) --most;
    return text.substr(0, most);
}

} // namespace base
