// What is told of a bench, while it goes and when it is done.
#pragma once

#include "cli/llm_bench.hpp"
#include "llm/account_record.hpp"

#include <chrono>
#include <string>

namespace cli {

// One line of what a record says of a model today.
std::string standing_line(const llm::Standing& standing);
std::string standing_line(const llm::AccountStanding& standing);

// A few lines.
std::string bench_report(const llm::Record& record);
std::string account_report(const llm::AccountRecord& record);

// One line on a terminal's stderr, written over and over: texts done, time left, cost so far.
class BenchTicker {
public:
    explicit BenchTicker(const config::Llm& llm);

    void operator()(const BenchProgress& at);
    void end() const;

private:
    const config::Llm& m_llm;
    bool m_is_seen;
    std::chrono::steady_clock::time_point m_begun = std::chrono::steady_clock::now();
    llm::Level m_as = llm::Level::none;
};

} // namespace cli
