// Statistical results, estimates, and means and shares of whole numbers.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::statistics {

// See the head of each file.
inline constexpr std::string_view k_p_value_checks[] = {"stats.pvalue"};
void check_p_values(const Document& document, Review& review);

inline constexpr std::string_view k_estimate_checks[] = {"stats.impossible", "stats.effect"};
void check_estimates(const Document& document, Review& review);

inline constexpr std::string_view k_whole_number_checks[] = {"grim.mean", "grim.percent",
                                                             "grimmer.sd", "debit.sd"};
void check_whole_numbers(const Document& document, Review& review);

} // namespace verify::statistics
