// The verifier: what a text states in a form that has rules of its own.
#include "verify/forms/forms.hpp"
#include "verify/outcome/critics.hpp"
#include "verify/relations/relations.hpp"
#include "verify/statistics/statistics.hpp"
#include "verify/tables/tables.hpp"

namespace verify::outcome {

std::span<const Family> verifier_families()
{
    static constexpr Family k_families[] = {
        {statistics::k_p_value_checks, statistics::check_p_values},
        {statistics::k_estimate_checks, statistics::check_estimates},
        {statistics::k_whole_number_checks, statistics::check_whole_numbers},
        {tables::k_sheet_checks, tables::check_tables},
        {relations::k_unit_checks, relations::check_units},
        {forms::k_identifier_checks, forms::check_identifiers},
        {forms::k_syntax_checks, forms::check_syntax},
        {forms::k_citation_checks, forms::check_citations},
    };
    return k_families;
}

} // namespace verify::outcome
