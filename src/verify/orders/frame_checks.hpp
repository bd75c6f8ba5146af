// The checks that the frames of all languages are sorted by.
#pragma once

#include <string_view>

namespace verify::orders {

inline constexpr std::string_view k_override = "inject.override";
inline constexpr std::string_view k_persona = "inject.persona";
inline constexpr std::string_view k_extraction = "inject.extraction";
inline constexpr std::string_view k_reviewer = "inject.reviewer";
inline constexpr std::string_view k_tool = "inject.tool";
inline constexpr std::string_view k_conceal = "inject.conceal";

} // namespace verify::orders
