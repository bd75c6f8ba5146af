// What a model that was asked comes to beside its findings: what it read, and what that is worth.
#pragma once

#include "verify/against/support.hpp"
#include "verify/model/panel.hpp"

namespace verify::outcome {

// Numbers of claims.
struct Coverage {
    std::size_t claims = 0;
    std::size_t computed = 0;         // verified
    std::size_t computed_pointed = 0; // of them: not without a relation that a model pointed at
    std::size_t agreed = 0;           // a source given says the same
    std::size_t read = 0;             // shown to the model twice, and no objection is left
    std::size_t unread = 0;           // not shown twice, or in an answer that was dropped
};

struct Asked {
    Coverage coverage;
    // What a record says of the model that answered; nullopt: no record holds for it.
    std::optional<llm::Power> power;
    bool was_lacking = false; // an answer
    bool has_orders = false;  // the text or a source speaks to the machine that reads it
};

Coverage coverage_of(std::span<const Claim> claims, std::span<const against::Row> support,
                     const model::Consulted& consulted);

// Whether a record says of the model that answered how often it is wrong: by what it called itself.
bool is_measured(const llm::Interview& interview);

// `with`: nullptr where no source was given.
Asked asked_of(const Document& document, const against::Comparison* with,
               const llm::Interview& interview, const Coverage& coverage);

base::json::Ref coverage_json(const Coverage& coverage);

} // namespace verify::outcome
