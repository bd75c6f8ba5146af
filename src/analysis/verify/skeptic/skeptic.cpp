#include "analysis/verify/skeptic/skeptic.hpp"

#include <algorithm>

namespace analysis::verify::skeptic {

namespace {

using text::BlockKind;
using text::Document;
using text::Passage;

constexpr std::string_view k_checks[] = {
    "arith.equation",   "arith.sum",         "arith.product", "arith.percent_change",
    "arith.share",      "arith.partition",   "arith.mean",    "date.weekday",
    "date.invalid",     "date.interval",     "date.age",      "date.order",
    "date.anniversary", "date.leap",         "time.duration", "range.month",
    "range.time",       "range.probability", "range.percent", "range.coordinate",
    "range.ipv4",       "range.count",       "struct.count"};

// A text with more errors than this is read no further: its verdict is beyond doubt, and the work a
// hostile text can cause stays bounded.
constexpr std::size_t k_max_findings = 500;

// Checks of one sentence.
constexpr void (*k_of_sentence[])(const Passage&, Review&) = {
    check_equations, check_percent_changes, check_shares,    check_partitions, check_weekdays,
    check_calendar,  check_intervals,       check_durations, check_ranges,     check_inline_counts};

// Checks that may look at the next sentence too.
constexpr void (*k_of_document[])(const Document&, std::size_t,
                                  Review&) = {check_sums, check_products, check_means, check_lives};

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
        if (out.findings.size() >= k_max_findings) break;
        const Passage sentence = Passage::sentence(document, i);
        for (const auto check : k_of_sentence) check(sentence, out);
        for (const auto check : k_of_document) check(document, i, out);
    }
    check_listed_counts(document, out);
    std::stable_sort(out.findings.begin(), out.findings.end(),
                     [](const Finding& left, const Finding& right) {
                         return left.marks.front().begin < right.marks.front().begin;
                     });
    return out;
}

} // namespace analysis::verify::skeptic
