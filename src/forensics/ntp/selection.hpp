// Which of several time servers to believe, and what that says of our clock. Pure.
//
// Every server claims an interval in which the true offset lies. The largest set of intervals that
// have a point in common is right (Marzullo; RFC 5905, section 11.2), if it is a majority of three
// or more servers of two or more operators.
#pragma once

#include "forensics/check/check.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace forensics {

struct NtpCandidate {
    std::string operator_name;
    double offset_sec = 0;
    double error_sec = 0; // more than 0
    bool announces_leap = false;
};

struct NtpMajority {
    double offset_sec = 0;
    double error_sec = 0; // farthest end of what all its members agree on
    double low_sec = 0;   // what they agree on
    double high_sec = 0;
    std::vector<bool> is_member; // for each candidate
    bool announces_leap = false;
};

std::optional<NtpMajority> find_majority(std::span<const NtpCandidate> candidates);

struct NtpThresholds {
    double warn_sec = 0;
    double critical_sec = 0;
};

struct NtpJudgement {
    Verdict verdict = Verdict::inconclusive;
    Reason reason; // none when OK
    Support support;
    std::optional<NtpMajority> majority;
};

// `planned`: servers asked; `candidates`: those with a usable answer.
NtpJudgement judge_clock(std::span<const NtpCandidate> candidates, std::size_t planned,
                         const NtpThresholds& thresholds);

// How far our clock is ahead by the Date headers of at least three hosts: the median.
std::optional<double> ahead_by_https(std::span<const HttpsDate> dates);

// The cause of an offset: "local_clock", "ntp_path" or "unknown".
Reason cause_of_offset(double offset_sec, std::optional<double> ahead_by_https_sec);

} // namespace forensics
