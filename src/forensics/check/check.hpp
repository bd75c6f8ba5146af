// What a check of the scan is: from the scan's context to a verdict with its evidence.
//
// The six run at once, each in a thread of its own, each until its deadline at the latest: it then
// judges by what it has. One that does not is not waited for. A negative verdict needs a received
// packet that contradicts the reference; silence is not an observation.
#pragma once

#include "base/json.hpp"
#include "forensics/check/board.hpp"
#include "forensics/check/reason.hpp"
#include "net/buyer_egress.hpp"

#include <chrono>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace forensics {

struct Basket;

enum class Verdict { ok, warn, critical, inconclusive };

// The interface's words: "OK", "WARN", "CRITICAL", "INCONCLUSIVE".
std::string_view name_of(Verdict verdict);

// For finding the worst of several: no verdict, then OK, WARN, CRITICAL.
int severity_of(Verdict verdict);

// A host the buyer named, vetted: never looked up again, and every address is global.
struct Target {
    std::string host; // A-labels or an address, as the artifact shows it
    std::vector<net::IpAddress> addresses;
};

// The evidence of a check that is still at work. The artifact shows it when the check never ends.
// Thread-safe.
class Draft {
public:
    void put(base::json::Ref evidence)
    {
        const std::lock_guard lock{m_mutex};
        m_evidence = std::move(evidence);
    }

    // What was put last; an empty Ref when nothing was.
    [[nodiscard]] base::json::Ref take()
    {
        const std::lock_guard lock{m_mutex};
        return std::move(m_evidence);
    }

private:
    std::mutex m_mutex;
    base::json::Ref m_evidence;
};

// What a check works with. Everything outlives the check; `board` and `draft` alone change.
struct ScanContext {
    const Basket& basket;
    std::span<const Target> targets; // empty: the fixed basket (forensics_run)
    std::chrono::steady_clock::time_point deadline;
    const net::BuyerEgress& egress;
    Board& board;
    Draft* draft = nullptr; // nullptr: it is not kept

    // What the check could show if it came no further. An object.
    void keep(base::json::Ref evidence) const
    {
        if (draft != nullptr) draft->put(std::move(evidence));
    }
};

// What was sent, and what came back that the check could read. A second try counts with its
// question.
struct Questions {
    std::size_t asked = 0;
    std::size_t answered = 0;
};

struct CheckResult {
    Verdict verdict = Verdict::inconclusive;
    double confidence = 0;       // 0 .. 1, by confidence_of()
    std::string summary;         // one ASCII sentence
    std::vector<Reason> reasons; // the deciding one first
    base::json::Ref evidence;    // an object; the fields are the check's own
    Questions questions{};
    // The addresses that a manipulation leads to, when they can be told: portal and dns that name
    // the same address see the same cause.
    std::vector<net::IpAddress> landings{};
    bool is_silent = false;               // it asked, and not one packet came back
    std::chrono::milliseconds elapsed{0}; // set by the scan
};

struct Check {
    std::string_view name;
    // Throws Fault when the world is broken: the scan makes INCONCLUSIVE `check_failed` of it.
    CheckResult (*run)(const ScanContext& context);
};

// INCONCLUSIVE `not_configured`: the basket says nothing for this check.
CheckResult not_configured();

// How much of what was planned could be used, which part of that supports the verdict, and how far
// the observation is from the next threshold; each 0 .. 1. Rounded to two digits. An INCONCLUSIVE
// check is as sure of that as coverage is missing, whatever the other two are.
struct Support {
    double coverage = 0;
    double agreement = 1;
    double margin = 1;
};
double confidence_of(Verdict verdict, const Support& support);

// Local time, set right as far as ntp could tell until now.
base::Instant best_time(const Board& board);

// `number` as it is shown, with so many decimals. Not a number and infinities are 0.
double rounded(double number, int decimals);

// An address as evidence shows it: what is not global belongs to our own network or our provider's,
// and only its range is told, as "private:10.0.0.0/8".
std::string shown(const net::IpAddress& address);

} // namespace forensics
