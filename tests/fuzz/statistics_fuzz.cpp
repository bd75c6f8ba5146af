// Statistical results, estimates and means of whole numbers in any text.
#include "fuzz/review_check.hpp"
#include "verify/statistics/results.hpp"
#include "verify/statistics/checks.hpp"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    namespace statistics = verify::statistics;
    const auto document = fuzz::document_of(data, size);
    if (!document) return 0;
    std::uint32_t behind = 0;
    for (const auto& result : statistics::read_results(*document)) {
        if (result.begin < behind || result.p_begin < result.begin || result.end < result.p_begin ||
            result.end > document->view.text.size() || !std::isfinite(result.value.value))
            std::abort();
        behind = result.begin;
    }
    fuzz::check_review(*document, statistics::k_families);
    return 0;
}
