// The verifier: what a text states in a form that has rules of its own. Statistical results, means
// of whole numbers.
#pragma once

#include "analysis/verify/critic.hpp"

namespace analysis::verify::verifier {

std::span<const Family> families();

// The families; see the head of each file.
inline constexpr std::string_view k_p_value_checks[] = {"stats.pvalue"};
void check_p_values(const text::Document& document, Review& review);

inline constexpr std::string_view k_estimate_checks[] = {"stats.impossible", "stats.effect"};
void check_estimates(const text::Document& document, Review& review);

inline constexpr std::string_view k_whole_number_checks[] = {"grim.mean", "grim.percent",
                                                             "grimmer.sd", "debit.sd"};
void check_whole_numbers(const text::Document& document, Review& review);

} // namespace analysis::verify::verifier
