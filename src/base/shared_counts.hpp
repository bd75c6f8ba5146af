// Numbers that only grow, counted by all processes of a node in a file that they map: no process
// waits for another, and on a tmpfs nothing goes to a disk. They are gone when the node starts
// anew, as Prometheus expects of counters. Any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace base {

class SharedCounts {
public:
    enum class Use { count, look };

    // Opens the file, or makes it (0660), for `count` numbers. `layout` says what they mean, and is
    // a part of its name: programs of two releases never count in one. Where it cannot be mapped
    // nothing is counted, and the log has a warning. Who only looks makes none, since it would be
    // theirs: all numbers are 0 then.
    SharedCounts(Use use, const std::string& path, std::string_view layout, std::size_t count);
    ~SharedCounts();
    SharedCounts(const SharedCounts&) = delete;
    SharedCounts& operator=(const SharedCounts&) = delete;

    // Nothing where it only looks.
    void add(std::size_t index, std::uint64_t by = 1) noexcept;
    [[nodiscard]] std::uint64_t value(std::size_t index) const noexcept; // 0: not counted

private:
    Use m_use;
    std::span<std::uint64_t> m_counts; // empty: not mapped
};

} // namespace base
