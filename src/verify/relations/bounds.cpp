#include "verify/relations/bounds.hpp"
#include "verify/law/walk.hpp"

#include "verify/relations/centre.hpp"
#include "verify/relations/order.hpp"
#include "verify/relations/parallel.hpp"

namespace verify::relations {

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

} // namespace verify::relations
