// From the results of the checks to what the whole scan says. Pure.
#pragma once

#include "forensics/check/check.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace forensics {

struct NamedResult {
    std::string_view check;
    CheckResult result;
};

// One anomaly explains another. It never takes anything back.
struct Attribution {
    std::string_view cause;  // a check
    std::string_view effect; // a check
    std::string_view reason; // stable code
};

struct Outcome {
    Verdict verdict = Verdict::inconclusive;
    double confidence = 0;
    std::string summary;
    std::vector<Attribution> attribution;
    Questions questions{}; // of all checks
    // Nothing that was asked for came back: the vantage has no connectivity, and says nothing of
    // anybody's network.
    bool is_vantage_offline = false;
};

// ": 7 of 9 questions were answered", for the end of a sentence; empty when none was asked.
std::string said_of(const Questions& questions);

// CRITICAL: a check is, with confidence 0.5 or more, or two WARN have one cause (tls or ct with a
// TCP connection that ends too early; portal and dns that lead to the same address). Else WARN: any
// check is, or a less confident CRITICAL. Else INCONCLUSIVE: half of the checks or more are, or
// both dns and tls. Else OK.
Outcome judge(std::span<const NamedResult> results);

} // namespace forensics
