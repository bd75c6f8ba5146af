// What the numbers, times, mentions and ranges of any text claim of each other.
#include "fuzz/review_check.hpp"
#include "verify/equations/checks.hpp"
#include "verify/moments/checks.hpp"
#include "verify/relations/checks.hpp"
#include "verify/sameness/checks.hpp"
#include "verify/tables/checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto document = fuzz::document_of(data, size);
    if (!document) return 0;
    for (const std::span<const verify::Family* const> room :
         {std::span<const verify::Family* const>{verify::relations::k_families},
          std::span<const verify::Family* const>{verify::equations::k_families},
          std::span<const verify::Family* const>{verify::moments::k_families},
          std::span<const verify::Family* const>{verify::sameness::k_families},
          std::span<const verify::Family* const>{verify::tables::k_families}})
        fuzz::check_review(*document, room);
    return 0;
}
