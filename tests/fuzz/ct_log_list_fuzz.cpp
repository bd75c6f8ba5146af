// A list of CT logs as a mirror or a broken disk may give it. What is read can be used: the store
// of OpenSSL takes every log of it.
#include "forensics/ct/sct_evaluation.hpp"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace forensics;
    const auto list = parse_ct_log_list(base::text_of(base::ByteView{data, size}));
    if (!list) return 0;
    if (list->logs().empty() || list->logs().size() > k_max_logs) std::abort();
    for (const CtLog& log : list->logs()) {
        if (list->find(log.id) == nullptr) std::abort();
        static_cast<void>(log.operator_at(base::Instant{}));
    }
    static_cast<void>(refuse_replacement(*list, &*list));
    const SctEvaluator evaluator{*list};
    return 0;
}
