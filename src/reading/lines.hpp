// What one line of a text looks like.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace reading {

struct Line {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;    // without the line end
    std::uint32_t text = 0;   // first non-blank byte; `end` when blank
    std::uint32_t indent = 0; // columns before it, a tab counting as four
};

std::vector<Line> split_lines(std::string_view text);

// The line without the blanks around it.
std::string_view trimmed(std::string_view text, const Line& line);

// Whether a trimmed line begins as code does, or looks like code as a whole.
bool starts_code(std::string_view line);
bool looks_like_code(std::string_view line);

// How often the byte stands in the line.
std::size_t count(std::string_view line, char c);

// The length of the fence that a trimmed line opens or closes; nullopt where it is not a fence.
std::optional<std::size_t> fence_length(std::string_view line);

} // namespace reading
