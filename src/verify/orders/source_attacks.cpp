#include "verify/orders/source_attacks.hpp"

#include "verify/forms/forms.hpp"
#include "verify/orders/orders.hpp"

#include <algorithm>

namespace verify::orders {

void note_attacks(statements::Source& source)
{
    Review found;
    look_for_injections(source.document, found);
    forms::look_for_exfiltration(source.document, found);
    forms::look_for_bidi(source.document, found);
    forms::look_for_confusables(source.document, found);
    forms::look_for_invisibles(source.document, found);
    for (const auto& finding : found.findings) {
        if (finding.severity == Severity::info) continue;
        source.flags.insert(finding.check);
        if (!finding.check.starts_with("inject.") && !finding.check.starts_with("exfil.")) continue;
        const Mark& mark = finding.marks.front();
        source.instructions.push_back({mark.begin, mark.end});
    }
    std::sort(source.instructions.begin(), source.instructions.end(),
              [](const auto& left, const auto& right) { return left.begin < right.begin; });
}

} // namespace verify::orders
