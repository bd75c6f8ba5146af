// Orders to a machine reader: a frame in a layer of the text.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::orders {

inline constexpr std::string_view k_checks[] = {
    "inject.override", "inject.role_marker", "inject.persona", "inject.extraction",
    "inject.reviewer", "inject.tool",        "inject.conceal", "inject.output_hijack"};

void look_for_injections(const Document& document, Review& review);

} // namespace verify::orders
