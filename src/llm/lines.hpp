// Lines of a conversation over a descriptor.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace llm {

class LineReader {
public:
    // The descriptor stays its owner's.
    explicit LineReader(int descriptor) : m_descriptor{descriptor} {}

    // The next line without its end; blocks. nullopt: the other end is closed, or the line is
    // longer than k_max_frame.
    std::optional<std::string> next();

private:
    int m_descriptor;
    std::string m_read; // behind the last line
};

// All of it; blocks. False: the other end is closed.
bool write_all(int descriptor, std::string_view text);

} // namespace llm
