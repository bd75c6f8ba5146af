#include "analysis/verify/skeptic/skeptic.hpp"

#include <algorithm>

namespace analysis::verify::skeptic {

namespace {

using text::BlockKind;
using text::Document;
using text::Passage;

constexpr std::string_view k_checks[] = {"arith.equation", "arith.share", "date.weekday"};

// Checks of one sentence.
constexpr void (*k_of_sentence[])(const Passage&, Review&) = {check_equations, check_weekdays};

} // namespace

std::span<const std::string_view> checks()
{
    return k_checks;
}

Review review(const Document& document, std::span<const Finding>)
{
    Review out;
    for (std::size_t i = 0; i < document.sentences.size(); ++i) {
        const auto kind = document.blocks[document.sentences[i].block].kind;
        if (kind == BlockKind::table_row || kind == BlockKind::code) continue;
        const Passage sentence = Passage::sentence(document, i);
        for (const auto check : k_of_sentence) check(sentence, out);
    }
    std::stable_sort(out.findings.begin(), out.findings.end(), [](const Finding& left, const Finding& right) {
        return left.marks.front().begin < right.marks.front().begin;
    });
    return out;
}

} // namespace analysis::verify::skeptic
