// The critics by name, as the product table's `scope` lists them.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::outcome {

// nullptr when no critic has this name.
const Critic* find_critic(std::string_view name);

// The checks of each, in the order of the documents.
std::span<const Family> skeptic_families();  // what a careful reader can recompute from the text
std::span<const Family> verifier_families(); // what is stated in a form that has rules of its own
std::span<const Family> red_team_families(); // the text as a carrier of an attack

// How the verifier answers what earlier critics found: it derives it once more, by another route.
std::vector<Response> answer_by_second_route(const Document& document, const Review& earlier,
                                             Review& own);

// How the red team does: it notes where a reader sees another value than was computed with. It
// disputes nothing: the text's author would have a say.
std::vector<Response> answer_as_reader(const Document& document, const Review& earlier,
                                       Review& own);

} // namespace verify::outcome
