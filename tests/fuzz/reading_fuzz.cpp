// Any text as terms and tables: what is read lies inside of the text.
#include "fuzz/review_check.hpp"
#include "reading/head_rows.hpp"
#include "reading/terms.hpp"

namespace {

void check_terms(const reading::Document& document, std::size_t sentence)
{
    const auto passage = reading::Passage::sentence(document, sentence);
    std::uint32_t behind = passage.begin();
    std::vector<const reading::Term*> shared;
    const auto terms = reading::terms_of(passage);
    for (const auto& term : terms) {
        const bool is_inside = term.begin >= behind && term.end > term.begin &&
                               term.end <= passage.end() && term.quantity != nullptr;
        if (!is_inside || term.measured.high < term.measured.low || term.factor == 0) std::abort();
        behind = term.begin;
        shared.push_back(&term);
    }
    std::list<reading::Term> filled;
    reading::share_elided(document, shared, filled);
    if (shared.size() != terms.size()) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto document = fuzz::document_of(data, size);
    if (!document) return 0;
    for (std::size_t i = 0; i < document->sentences.size(); ++i) check_terms(*document, i);
    for (const auto& grid : reading::find_grids(*document))
        if (grid.rows.size() > 1 && reading::head_rows(*document, grid) >= grid.rows.size())
            std::abort();
    return 0;
}
