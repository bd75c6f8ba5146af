// The critics by name, as the product table's `scope` lists them. A critic is a list of looks:
// those of all rooms that speak with its voice, in one order.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::outcome {

// How a critic answers what earlier critics found.
using Answer = std::vector<Response> (*)(const Document& document, const Review& earlier);

struct Critic {
    std::string_view name;
    std::vector<const Family*> families{};
    Answer answer = nullptr;                                // nullptr: none stands before it
    std::span<const SourceFamily* const> source_families{}; // where sources are given
};

// nullptr when no critic has this name.
const Critic* find_critic(std::string_view name);

// The critic that speaks of what a model pointed at. It looks where it is sent, not by itself.
const Critic& pointing_critic();

// The checks of all critics but this one, in the order in which they look.
std::span<const Check* const> all_checks();

// The critic that speaks of the check. Throws std::logic_error when no critic does.
const Critic& critic_of(CheckRef check);

// How the verifier answers what earlier critics found: it derives it once more, by another route.
std::vector<Response> answer_by_second_route(const Document& document, const Review& earlier);

// How the red team does: it notes where a reader sees another value than was computed with. It
// disputes nothing: the text's author would have a say.
std::vector<Response> answer_as_reader(const Document& document, const Review& earlier);

} // namespace verify::outcome
