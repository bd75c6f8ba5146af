// File descriptors that close themselves, and the few calls on them that need care.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace base {

class Fd {
public:
    Fd() = default;
    // Takes ownership of `descriptor`; a negative one means none.
    explicit Fd(int descriptor) : m_descriptor{descriptor} {}
    Fd(Fd&& other) noexcept : m_descriptor{std::exchange(other.m_descriptor, -1)} {}
    Fd& operator=(Fd&& other) noexcept;
    Fd(const Fd&) = delete;
    Fd& operator=(const Fd&) = delete;
    ~Fd();

    [[nodiscard]] int get() const { return m_descriptor; }
    [[nodiscard]] bool is_open() const { return m_descriptor >= 0; }
    void close();

private:
    int m_descriptor = -1;
};

// Whole file as text. Throws Fault when it cannot be read or is longer than `limit` bytes.
std::string read_file(const std::string& path, std::size_t limit);

// Replaces `path` by a file of mode `mode` holding `content`: written beside it, synced, renamed.
// Readers see the old bytes or the new ones. Throws Fault.
void replace_file(const std::string& path, std::string_view content, unsigned mode);

} // namespace base
