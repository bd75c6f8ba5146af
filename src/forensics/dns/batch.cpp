#include "forensics/dns/batch.hpp"

namespace forensics {

Questions questions_of(const Batch& batch, Questions proofs)
{
    Questions out = proofs;
    const auto add = [&out](bool is_answered) {
        ++out.asked;
        if (is_answered) ++out.answered;
    };
    for (const AskedName& each : batch.names) add(!each.seen.by_system.empty());
    for (const auto& each : batch.random_by_system) add(!answers_of(each).empty());
    for (const std::size_t replies : batch.controls.replies) {
        out.asked += batch.names.size() + batch.random.size();
        out.answered += replies;
    }
    for (const ServiceSeen& each : batch.services) add(each.has_answer);
    for (const auto* outcomes : {&batch.signed_by_system, &batch.signed_by_control})
        for (const auto& each : *outcomes) add(each.state != net::DnssecState::unknown);
    return out;
}

} // namespace forensics
