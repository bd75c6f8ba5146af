// A text to scan and the way back to the text that was sent.
//
// Scanners read a View: the payload with typography folded away. Findings speak about the payload:
// every byte of a View knows the payload byte it came from, so a quote is always the payload's own
// text. Offsets named `at`, `begin` or `end` are bytes of the View unless a name says `source`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace reading {

struct View {
    std::string text;                  // valid UTF-8
    std::string folded;                // same length, ASCII letters in lower case
    std::vector<std::uint32_t> origin; // per byte of `text`, plus one for its end
};

struct SourceRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

// Spaces of all widths become ' ', minus and non-breaking hyphens '-', dashes keep their identity
// as U+2013 and U+2014, curly quotes '"' and '\'', digits of other scripts and full-width ASCII
// become ASCII; invisible format characters and Markdown emphasis marks are left out. Tabs and line
// ends stay. `source` is valid UTF-8, shorter than 2^32 bytes.
View reading_view(std::string_view source);

// The payload bytes behind [begin, end) of `view`, widened to whole code points.
SourceRange source_range(const View& view, std::string_view source, std::size_t begin,
                         std::size_t end);

// Code points, lines and columns of byte offsets of one text. Lines end with LF, CR LF or CR; lines
// and columns count from 1, columns in code points.
class Positions {
public:
    explicit Positions(std::string_view source);

    struct Place {
        std::uint32_t codepoint = 0; // code points before the byte
        std::uint32_t line = 1;
        std::uint32_t column = 1;
    };

    [[nodiscard]] Place at(std::uint32_t source_byte) const;
    [[nodiscard]] std::uint32_t codepoints() const { return m_codepoints.back(); }
    [[nodiscard]] std::size_t lines() const { return m_line_starts.size(); }

private:
    std::vector<std::uint32_t> m_codepoints; // before each byte, plus the total
    std::vector<std::uint32_t> m_line_starts;
};

} // namespace reading
