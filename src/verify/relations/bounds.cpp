#include "verify/law/precision.hpp"
#include "verify/law/walk.hpp"
#include "verify/relations/checks.hpp"

#include "verify/relations/centre.hpp"
#include "verify/relations/order.hpp"
#include "verify/relations/parallel.hpp"

namespace verify::relations {

const Check k_range_bounds{
    .id = "range.bounds",
    .category = Category::consistency,
    .nature = Nature::possibility,
    .proof =
        {"a mean, median or default outside the range told of the same thing, a least value above "
         "the greatest",
         "a range of something else; a rough one"},
    .planted = k_planted_bounds,
    .real = k_real_bounds};

namespace {

void check_bounds(const Document& document, Review& review)
{
    each_sentence(document, Reads::prose, review, [&](std::size_t i) {
        check_centres(document, i, review);
        check_members(document, i, review);
        check_order(document, i, review);
        check_parallel_shares(document, i, review);
    });
    check_settings(document, review);
}

constexpr const Check* k_bounds_checks[] = {&k_range_bounds, &k_arith_share};

} // namespace

const Family k_bounds{Voice::skeptic, k_bounds_checks, check_bounds};

} // namespace verify::relations
