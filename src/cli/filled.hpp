// A text with blanks, such as "@RUN@", filled in.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cli {

using Blanks = std::vector<std::pair<std::string_view, std::string>>;

// What is filled in is not looked at again for the same blank.
inline std::string filled(std::string text, const Blanks& blanks)
{
    for (const auto& [blank, value] : blanks)
        for (std::size_t at = text.find(blank); at != std::string::npos;
             at = text.find(blank, at + value.size()))
            text.replace(at, blank.size(), value);
    return text;
}

} // namespace cli
