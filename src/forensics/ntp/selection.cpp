#include "forensics/ntp/selection.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace forensics {

namespace {

constexpr std::size_t k_fewest_servers = 3;
constexpr std::size_t k_fewest_operators = 2;
constexpr std::size_t k_fewest_dates = 3;
// A server this far from the majority's interval is wrong, not merely optimistic: ntpd's step.
constexpr double k_false_by_sec = 0.128;
// Around a leap second honest servers differ by it.
constexpr double k_leap_sec = 1;
// A Date header has whole seconds, and its server's clock may be a little off.
constexpr double k_date_error_sec = 1.5;

double low_of(const NtpCandidate& candidate)
{
    return candidate.offset_sec - candidate.error_sec;
}

double high_of(const NtpCandidate& candidate)
{
    return candidate.offset_sec + candidate.error_sec;
}

std::size_t operators_in(std::span<const NtpCandidate> candidates,
                         const std::vector<bool>* is_member = nullptr)
{
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (is_member == nullptr || (*is_member)[i]) names.insert(candidates[i].operator_name);
    return names.size();
}

// How sure an observation `distance` away from the threshold is, with an error of `error`.
double margin_of(double distance, double error)
{
    return 1 - std::exp(-std::abs(distance) / std::max(error, 1e-6));
}

// The largest gap between the majority's interval and that of a server outside of it.
double widest_gap(std::span<const NtpCandidate> candidates, const NtpMajority& majority)
{
    double out = 0;
    for (const NtpCandidate& each : candidates)
        out = std::max({out, low_of(each) - majority.high_sec, majority.low_sec - high_of(each)});
    return out;
}

NtpJudgement judge_offset(std::span<const NtpCandidate> candidates, NtpMajority majority,
                          double coverage, const NtpThresholds& thresholds)
{
    NtpJudgement out;
    const double size = std::abs(majority.offset_sec);
    const double agreement = static_cast<double>(operators_in(candidates, &majority.is_member)) /
                             static_cast<double>(operators_in(candidates));
    const double to_threshold =
        std::min(std::abs(size - thresholds.warn_sec), std::abs(size - thresholds.critical_sec));
    out.support = {coverage, agreement, margin_of(to_threshold, majority.error_sec)};
    const double gap = widest_gap(candidates, majority);
    if (size - majority.error_sec > thresholds.critical_sec) {
        out.verdict = Verdict::critical;
        out.reason = "drift";
    } else if (size - majority.error_sec > thresholds.warn_sec) {
        out.verdict = Verdict::warn;
        out.reason = "drift";
    } else if (gap > (majority.announces_leap ? k_leap_sec : k_false_by_sec)) {
        out.verdict = Verdict::warn;
        out.reason = "falseticker";
        out.support.margin = margin_of(gap, majority.error_sec);
    } else {
        out.verdict = Verdict::ok;
    }
    out.majority = std::move(majority);
    return out;
}

} // namespace

std::optional<NtpMajority> find_majority(std::span<const NtpCandidate> candidates)
{
    // The best common point is the low end of one of the intervals.
    std::size_t most = 0;
    double best = 0;
    for (const NtpCandidate& each : candidates) {
        const double point = low_of(each);
        const auto holds = [point](const NtpCandidate& other) {
            return low_of(other) <= point && point <= high_of(other);
        };
        const auto held =
            static_cast<std::size_t>(std::count_if(candidates.begin(), candidates.end(), holds));
        if (held > most) {
            most = held;
            best = point;
        }
    }
    if (most < k_fewest_servers || most * 2 <= candidates.size()) return std::nullopt;

    NtpMajority out;
    out.low_sec = best;
    out.high_sec = HUGE_VAL;
    double weights = 0;
    for (const NtpCandidate& each : candidates) {
        const bool is_member = low_of(each) <= best && best <= high_of(each);
        out.is_member.push_back(is_member);
        if (!is_member) continue;
        out.high_sec = std::min(out.high_sec, high_of(each));
        out.offset_sec += each.offset_sec / each.error_sec;
        weights += 1 / each.error_sec;
        out.announces_leap = out.announces_leap || each.announces_leap;
    }
    if (operators_in(candidates, &out.is_member) < k_fewest_operators) return std::nullopt;
    out.offset_sec = std::clamp(out.offset_sec / weights, out.low_sec, out.high_sec);
    out.error_sec = std::max(out.offset_sec - out.low_sec, out.high_sec - out.offset_sec);
    return out;
}

NtpJudgement judge_clock(std::span<const NtpCandidate> candidates, std::size_t planned,
                         const NtpThresholds& thresholds)
{
    const double coverage =
        planned == 0 ? 0 : static_cast<double>(candidates.size()) / static_cast<double>(planned);
    if (candidates.size() < k_fewest_servers)
        return {Verdict::inconclusive, "ntp_unreachable", {coverage}, std::nullopt};
    auto majority = find_majority(candidates);
    // One of them is wrong, and we cannot tell which: sure of that, but of nothing more.
    if (!majority) return {Verdict::warn, "servers_disagree", {coverage, 1, 0.6}, std::nullopt};
    return judge_offset(candidates, std::move(*majority), coverage, thresholds);
}

std::optional<double> ahead_by_https(std::span<const HttpsDate> dates)
{
    if (dates.size() < k_fewest_dates) return std::nullopt;
    std::vector<double> ahead;
    for (const HttpsDate& date : dates) ahead.push_back(date.local_ahead_sec);
    const auto middle = ahead.begin() + static_cast<std::ptrdiff_t>(ahead.size() / 2);
    std::nth_element(ahead.begin(), middle, ahead.end());
    return *middle;
}

Reason cause_of_offset(double offset_sec, std::optional<double> ahead_by_https_sec)
{
    if (!ahead_by_https_sec) return "unknown";
    const bool agrees_with_ntp = std::abs(*ahead_by_https_sec + offset_sec) <= k_date_error_sec;
    const bool agrees_with_us = std::abs(*ahead_by_https_sec) <= k_date_error_sec;
    if (agrees_with_ntp == agrees_with_us) return "unknown"; // too little to tell by whole seconds
    return agrees_with_ntp ? Reason{"local_clock"} : Reason{"ntp_path"};
}

} // namespace forensics
