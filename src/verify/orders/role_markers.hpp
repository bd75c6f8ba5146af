// Marks by which chat models are told who speaks: a text that holds one can speak as another.
#pragma once

#include "verify/layers/carriers.hpp"

namespace verify::orders {

struct RoleMarker {
    std::uint32_t begin = 0; // bytes of the layer
    std::uint32_t end = 0;
    bool alone = true; // tells enough without an order nearby
};

// Tokens of chat templates, roles in JSON, closing marks of a wrapper that was not opened, and
// turns of a dialogue with a machine. At most `most`.
std::vector<RoleMarker> find_role_markers(const layers::Layer& layer, std::size_t most);

} // namespace verify::orders
