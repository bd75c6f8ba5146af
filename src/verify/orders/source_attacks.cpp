#include "verify/orders/source_attacks.hpp"

#include "verify/forms/checks.hpp"
#include "verify/orders/checks.hpp"

#include <algorithm>

namespace verify::orders {

void note_attacks(statements::Source& source)
{
    Review found;
    for (const Family* family : {&k_orders, &forms::k_exfiltration, &forms::k_bidi,
                                 &forms::k_confusables, &forms::k_invisibles})
        family->look(source.document, found);
    for (const auto& finding : found.findings) {
        if (finding.severity == Severity::info) continue;
        source.flags.insert(finding.check.id());
        const auto id = finding.check.id();
        if (!id.starts_with("inject.") && !id.starts_with("exfil.")) continue;
        const Mark& mark = finding.marks.front();
        source.instructions.push_back({mark.begin, mark.end});
    }
    std::sort(source.instructions.begin(), source.instructions.end(),
              [](const auto& left, const auto& right) { return left.begin < right.begin; });
}

bool speaks_of_orders(const Document& document)
{
    Review found;
    k_orders.look(document, found);
    return !found.findings.empty();
}

} // namespace verify::orders
