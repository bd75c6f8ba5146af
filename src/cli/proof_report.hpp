// What `assay verify-artifact` found, step by step, and whose word each step takes.
#pragma once

#include "cli/verbs.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cli {

enum class Finding {
    agrees,
    differs,
    no_answer, // who was asked is silent or makes no sense
    not_yet,   // true so far; ask again later
    unproven,  // true, and nothing shows that it is the service's doing
    note,      // decides nothing
};

struct ProofStep {
    std::string_view step; // "file", "hash", "service", "chain"
    Finding finding = Finding::note;
    std::string detail;  // one sentence, printable
    std::string trusted; // "nobody" when it was computed here
};

class ProofReport {
public:
    void add(ProofStep step) { m_steps.push_back(std::move(step)); }
    [[nodiscard]] bool is_empty() const { return m_steps.empty(); }
    // The hash that everything is compared with, once it is known: 0x and 64 digits.
    void set_hash(std::string text) { m_hash = std::move(text); }

    // A difference counts before a silence, that before what is still to come, and that before
    // what anybody may have done. Without any of them: Exit::ok.
    [[nodiscard]] Exit exit() const;

    // To stdout: a line for each step and the verdict, or one JSON object.
    void print(bool as_json) const;

private:
    [[nodiscard]] bool has(Finding finding) const;
    [[nodiscard]] std::string_view verdict() const;

    std::vector<ProofStep> m_steps;
    std::string m_hash;
};

} // namespace cli
