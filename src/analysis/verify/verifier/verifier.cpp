#include "analysis/verify/verifier/verifier.hpp"

namespace analysis::verify::verifier {

std::span<const Family> families()
{
    static constexpr Family k_families[] = {
        {k_p_value_checks, check_p_values},
        {k_estimate_checks, check_estimates},
        {k_whole_number_checks, check_whole_numbers},
    };
    return k_families;
}

} // namespace analysis::verify::verifier
