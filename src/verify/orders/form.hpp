// Orders to a machine reader found by their form, whatever their verb.
//
// A reader is called ("SYSTEM:", "Note to any AI"), an order stands behind the call, and what the
// order reaches for is summed: 2 each for things of a user, a secret, what the reader was told, its
// own output, a verdict, silence towards people, a tool, an address to bring something to, and for
// a call that people do not see or that is made to the reader of this very text; 1 for an address
// that is named only. A call that only a machine answers to needs 2; a role with a colon,
// which devices and people have, needs 3 with something that leaves; a duty of software needs 5.
// Three forms go without a name: an order about the reader's own output that stands alone behind a
// text about something else, an order to render what the reader was told, and a role that is given
// to "you" and freed from what binds a machine.
#pragma once

#include "verify/law/critic.hpp"
#include "verify/layers/carriers.hpp"

#include <string_view>
#include <vector>

namespace verify::orders {

struct FormedOrder {
    CheckRef check;          // after what the order mainly reaches for
    std::uint32_t begin = 0; // bytes of the layer
    std::uint32_t end = 0;
    Severity severity = Severity::minor; // major when it reaches for more than the reader's output
    std::vector<std::string_view> signals;
};

// In order. At most `most`.
std::vector<FormedOrder> find_formed_orders(const layers::Layer& layer, std::size_t most);

} // namespace verify::orders
