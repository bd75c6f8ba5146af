// What an operator's bench has counted, and the level that follows (OPERATORS.md).
#pragma once

#include "llm/chat.hpp"
#include "llm/share.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace llm {

struct Figures {
    Share found;   // wrong texts that the rules alone let pass, whose wrong piece the model found
    Share alarmed; // right texts in which the model found something
    // Test sentences that are answered wrong. An answer that cannot be used counts as one: nothing
    // is known of what it would have said.
    Share missed;
};

// Fewer right texts say nothing: none of 200 alarmed has the bound 1.9 %.
inline constexpr std::int64_t k_least_right_texts = 200;

// Why the figures do not do for the level, in a plain sentence; empty: they do. `right_to_come`:
// right texts that are still to be judged, so that only what cannot be met any more is told;
// nullopt: the bench is over.
std::string hindrance(const Figures& figures, Level level,
                      std::optional<std::int64_t> right_to_come = {});

// Why a level cannot be met though other texts were read more carefully: too many test sentences
// are missed, or it finds nothing. Empty: it may be met, or too few were asked.
std::string hopelessness(const Figures& figures, Level level);

} // namespace llm
