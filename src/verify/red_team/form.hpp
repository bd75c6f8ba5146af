// Orders to a machine reader found by their form, whatever their verb.
//
// The evidence is summed: who is called (3), a clause where an order stands (2), and what the order
// reaches for (1 or 2 each): things of a user or a secret, what the reader was told, its own output,
// a verdict, silence towards people, a tool, an address outside. A called reader needs an order that
// reaches for 2; an address outside alone is what every manual has.
// Three forms go without a name: an order about the reader's own output that stands alone behind a
// text about something else, an order to render what the reader was told, and a role that is given
// to "you" and freed from what binds a machine.
#pragma once

#include "verify/critic.hpp"
#include "verify/red_team/carriers.hpp"

#include <string_view>
#include <vector>

namespace verify::red_team {

struct FormedOrder {
    std::string_view check;  // after what the order mainly reaches for
    std::uint32_t begin = 0; // bytes of the layer
    std::uint32_t end = 0;
    Severity severity = Severity::minor; // major when it reaches for more than the reader's output
    std::vector<std::string_view> signals;
};

// In order. At most `most`.
std::vector<FormedOrder> find_formed_orders(const Layer& layer, std::size_t most);

} // namespace verify::red_team
