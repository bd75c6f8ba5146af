#include "verify/against/against.hpp"

#include "verify/against/comparison.hpp"

namespace verify::against {

std::span<const SourceFamily> families()
{
    static constexpr std::string_view k_number_checks[] = {"source.number", "source.date"};
    static constexpr std::string_view k_support_checks[] = {"source.absent", "source.partial"};
    static constexpr std::string_view k_name_checks[] = {"source.name"};
    static constexpr std::string_view k_polarity_checks[] = {"source.polarity"};
    static constexpr std::string_view k_quote_checks[] = {"source.quote"};
    static constexpr SourceFamily k_families[] = {
        {k_quote_checks, check_quotes},      {k_number_checks, check_numbers},
        {k_name_checks, check_names},        {k_support_checks, check_support},
        {k_polarity_checks, check_polarity},
    };
    return k_families;
}

} // namespace verify::against
