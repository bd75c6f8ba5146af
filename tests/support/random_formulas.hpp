// What a model says that makes things up: formulas over the figures of a text, drawn at random.
#pragma once

#include "support/scripted_model.hpp"

#include <random>

namespace tests {

// Each is well typed as far as a model can tell, and repeats itself when it is asked again.
std::vector<Known> random_formulas(std::string_view text, std::size_t count, std::mt19937& random);

} // namespace tests
