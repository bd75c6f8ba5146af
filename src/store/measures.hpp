// Figures of the books for who watches them: sums, never a row of a buyer. Reads only, and what it
// reads is in indexes or small. For one snapshot of all, the caller opens a db::ReadTxn.
#pragma once

#include "base/clock.hpp"
#include "db/reader.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace store {

// Bounds of a job's time, from the sale to its end.
inline constexpr std::array<std::chrono::milliseconds, 10> k_time_bounds{
    std::chrono::seconds{1},  std::chrono::seconds{2},  std::chrono::seconds{5},
    std::chrono::seconds{10}, std::chrono::seconds{30}, std::chrono::seconds{60},
    std::chrono::minutes{2},  std::chrono::minutes{5},  std::chrono::minutes{10},
    std::chrono::minutes{30}};

// All jobs of a product, a rail and an end that there ever were: these only grow.
struct EndedJobs {
    std::string product;
    std::string rail;
    std::string state; // "complete" or "failed"
    std::int64_t jobs = 0;
    std::int64_t price_atoms = 0; // together, as sold
    std::int64_t took_ms = 0;     // together
    // How many took at most k_time_bounds[i].
    std::array<std::int64_t, k_time_bounds.size()> within{};
};

struct CreditSum {
    std::string reason;
    std::string state;
    std::int64_t credits = 0;
    std::int64_t value_atoms = 0;
};

// What was asked for since a moment, was paid for, and what became of it.
struct SoldJobs {
    std::int64_t sold = 0; // paid for
    std::int64_t price_atoms = 0;
    std::int64_t complete = 0;
    std::int64_t failed = 0;
};

class Measures {
public:
    explicit Measures(db::Reader reader) : m_reader{reader} {}

    std::vector<EndedJobs> ended();
    std::vector<CreditSum> credits();
    // Reads the jobs from `begin` on.
    SoldJobs sold_since(base::Instant begin);
    // Settlements that were sent, and whose outcome is not known.
    std::int64_t undecided();

private:
    db::Reader m_reader;
};

} // namespace store
