// What the processes of a node count for those who watch it: refusals by their word, and how long
// write transactions take. Any number of threads; nothing waits.
#pragma once

#include "base/shared_counts.hpp"
#include "catalog/problems.hpp"

#include <array>
#include <chrono>
#include <string>

namespace catalog {

// Upper bounds; what took longer is in none.
inline constexpr std::array<std::chrono::milliseconds, 8> k_commit_bounds{
    std::chrono::milliseconds{1},   std::chrono::milliseconds{2},   std::chrono::milliseconds{5},
    std::chrono::milliseconds{10},  std::chrono::milliseconds{25},  std::chrono::milliseconds{100},
    std::chrono::milliseconds{500}, std::chrono::milliseconds{2500}};

class Tally {
public:
    using Use = base::SharedCounts::Use;

    // See base::SharedCounts.
    Tally(Use use, const std::string& path);

    void refused(ProblemCode code) noexcept;
    // A write transaction that was kept: from the call to the disk, with the wait for a turn.
    void committed(std::chrono::nanoseconds time) noexcept;

    [[nodiscard]] std::uint64_t refusals(ProblemCode code) const noexcept;
    struct Commits {
        std::array<std::uint64_t, k_commit_bounds.size()> within{}; // a bound, added up
        std::uint64_t all = 0;
        std::chrono::microseconds took{};
    };
    [[nodiscard]] Commits commits() const noexcept;

private:
    base::SharedCounts m_counts;
};

} // namespace catalog
