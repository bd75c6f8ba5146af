// A broken world or a bug: I/O error, corrupt row, impossible answer. Never an answer to a buyer.
// Caught by the loops that can go on, and few others: DESIGN.md, 10.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace base {

// The place of a call in the source. std::source_location needs a built-in that clang 14 does not
// have.
struct SourcePlace {
    const char* file;
    int line;

    static constexpr SourcePlace current(const char* file = __builtin_FILE(),
                                         int line = __builtin_LINE())
    {
        return {file, line};
    }
};

class Fault : public std::runtime_error {
public:
    explicit Fault(const std::string& what, SourcePlace where = SourcePlace::current());

    // A failed system call: `what` followed by the text of errno as it is now.
    static Fault from_errno(const std::string& what, SourcePlace where = SourcePlace::current());

    // what() without the place in our sources, for people who have not written them.
    [[nodiscard]] std::string_view said() const
    {
        return std::string_view{what()}.substr(0, m_length);
    }

private:
    std::size_t m_length;
};

} // namespace base
