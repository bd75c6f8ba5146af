// The files that a bench writes, and how it goes on from them.
#pragma once

#include "cli/bench_log.hpp"

namespace cli {

struct Course {
    std::optional<std::string> replayed; // a file of transcripts
    bool is_anew = false;
};

// The log of the course; the error is a plain sentence.
base::Result<BenchLog, std::string> open_log(const std::string& partial, const Course& course,
                                             const BenchHead& head);

// Held while a bench may write beside the file; not open: another one holds it. Throws Fault.
base::Fd hold_beside(const std::string& path);

// Asked before an hour of answers is paid for.
bool can_be_file(const std::string& path);

// "2026-11-29"
std::string today();

// "towns+rivers" of the files.
std::string name_of_sets(const std::vector<std::string>& files);

} // namespace cli
