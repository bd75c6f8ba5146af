#include "verify/verifier/verifier.hpp"

namespace verify::verifier {

std::span<const Family> families()
{
    static constexpr Family k_families[] = {
        {k_p_value_checks, check_p_values},
        {k_estimate_checks, check_estimates},
        {k_whole_number_checks, check_whole_numbers},
        {k_table_checks, check_tables},
        {k_unit_checks, check_units},
        {k_identifier_checks, check_identifiers},
        {k_syntax_checks, check_syntax},
        {k_citation_checks, check_citations},
    };
    return k_families;
}

} // namespace verify::verifier
