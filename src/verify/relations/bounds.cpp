#include "verify/relations/bounds.hpp"

#include "verify/relations/centre.hpp"
#include "verify/relations/order.hpp"
#include "verify/relations/parallel.hpp"

namespace verify::relations {

void check_bounds(const Document& document, Review& review)
{
    for (std::size_t i = 0; i < document.sentences.size(); ++i) {
        const auto kind = document.blocks[document.sentences[i].block].kind;
        if (kind == reading::BlockKind::table_row || kind == reading::BlockKind::code ||
            kind == reading::BlockKind::heading)
            continue;
        if (review.findings.size() >= k_max_findings) return;
        check_centres(document, i, review);
        check_members(document, i, review);
        check_order(document, i, review);
        check_parallel_shares(document, i, review);
    }
    check_settings(document, review);
}

} // namespace verify::relations
