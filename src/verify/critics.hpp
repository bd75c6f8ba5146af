// The critics by name, as the product table's `scope` lists them.
#pragma once

#include "verify/critic.hpp"

namespace verify {

// nullptr when no critic has this name.
const Critic* find_critic(std::string_view name);

} // namespace verify
