// What the numbers, times, mentions and ranges of any text claim of each other.
#include "fuzz/review_check.hpp"
#include "verify/relations/bounds.hpp"
#include "verify/equations/equations.hpp"
#include "verify/sameness/mentions.hpp"
#include "verify/moments/moments.hpp"
#include "verify/relations/relations.hpp"
#include "verify/tables/tables.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto document = fuzz::document_of(data, size);
    if (!document) return 0;
    static constexpr verify::Family k_relations[] = {
        {{}, verify::relations::check_lists},         {{}, verify::relations::check_relations},
        {{}, verify::relations::check_conversions},   {{}, verify::moments::check_moments},
        {{}, verify::relations::check_bounds},           {{}, verify::equations::check_chains},
        {{}, verify::tables::check_table_statements}, {{}, verify::sameness::check_mentions}};
    fuzz::check_review(*document, k_relations);
    return 0;
}
