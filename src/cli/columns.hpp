// Tables of plain text.
#pragma once

#include <string>

namespace cli {

// `text` to the left of a column of `width`, or all of it where it is wider.
inline std::string left(std::string text, std::size_t width)
{
    if (text.size() < width) text.append(width - text.size(), ' ');
    return text;
}

inline std::string right(const std::string& text, std::size_t width)
{
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

} // namespace cli
