#include "verify/skeptic/skeptic.hpp"

#include "verify/bounds/bounds.hpp"
#include "verify/equations/equations.hpp"
#include "verify/mentions/mentions.hpp"
#include "verify/moments/moments.hpp"
#include "verify/relations/relations.hpp"
#include "verify/skeptic/closed_facts.hpp"
#include "verify/tables/tables.hpp"

#include <iterator>
#include <map>

namespace verify::skeptic {

namespace {

constexpr std::string_view k_checks[] = {"arith.equation",      "arith.sum",
                                         "arith.product",       "arith.percent_change",
                                         "arith.share",         "arith.partition",
                                         "arith.mean",          "arith.difference",
                                         "arith.ratio",         "arith.growth",
                                         "date.weekday",        "date.invalid",
                                         "date.interval",       "date.age",
                                         "date.order",          "date.anniversary",
                                         "date.leap",           "time.duration",
                                         "range.month",         "range.time",
                                         "range.probability",   "range.percent",
                                         "range.coordinate",    "range.ipv4",
                                         "range.count",         bounds::k_check,
                                         k_closed_fact,         "struct.count",
                                         "contradiction.value", "contradiction.polarity",
                                         tables::k_check};
constexpr std::string_view k_wording[] = {"lang.absolute",
                                          "lang.weasel",
                                          "lang.superlative",
                                          "lang.vague_source",
                                          "fallacy.correlation_cause",
                                          "fallacy.post_hoc",
                                          "fallacy.false_dilemma",
                                          "fallacy.slippery_slope",
                                          "fallacy.bandwagon",
                                          "fallacy.ad_hominem"};

// Checks of one sentence.
constexpr void (*k_of_sentence[])(const Passage&, Review&) = {
    check_equations, check_falls,        check_weekdays,     check_calendar,
    check_ranges,    check_closed_facts, check_inline_counts};

// Of a number that a relation has judged the older checks of arithmetic say nothing.
void drop_judged(const Review& judged, Review& out)
{
    std::map<std::uint32_t, std::uint32_t> places;
    const auto remember = [&](const Mark& mark) {
        auto& end = places[mark.begin];
        end = std::max(end, mark.end);
    };
    for (const auto& pass : judged.passes) remember(pass.marks.front());
    for (const auto& finding : judged.findings) remember(finding.marks.front());
    std::erase_if(out.findings, [&](const Finding& finding) {
        const Mark& mark = finding.marks.front();
        const auto next = places.lower_bound(mark.end);
        const bool is_told_again =
            finding.check.starts_with("arith.") && finding.check != "arith.equation";
        return is_told_again && next != places.begin() && std::prev(next)->second > mark.begin;
    });
}

void recompute(const Document& document, Review& out)
{
    Review related;
    relations::check_lists(document, related);
    relations::check_relations(document, related);
    for (std::size_t i = 0; i < document.sentences.size(); ++i) {
        const auto kind = document.blocks[document.sentences[i].block].kind;
        if (kind == BlockKind::table_row || kind == BlockKind::code) continue;
        if (out.findings.size() >= k_max_findings) break;
        const Passage sentence = Passage::sentence(document, i);
        for (const auto check : k_of_sentence) check(sentence, out);
    }
    equations::check_chains(document, out);
    drop_judged(related, out);
    std::move(related.findings.begin(), related.findings.end(), std::back_inserter(out.findings));
    std::move(related.passes.begin(), related.passes.end(), std::back_inserter(out.passes));
    moments::check_moments(document, out);
    bounds::check_bounds(document, out);
    check_listed_counts(document, out);
    check_contradicting_values(document, out);
    mentions::check_mentions(document, out);
    check_polarity(document, out);
    check_denials(document, out);
    tables::check_table_statements(document, out);
}

void read_wording(const Document& document, Review& out)
{
    check_language(document, out);
    for (std::size_t i = 0; i < document.sentences.size(); ++i) {
        const auto kind = document.blocks[document.sentences[i].block].kind;
        if (kind == BlockKind::table_row || kind == BlockKind::heading) continue;
        if (out.findings.size() >= k_max_findings) break;
        check_fallacies(Passage::sentence(document, i), out);
    }
}

constexpr Family k_families[] = {{k_checks, recompute}, {k_wording, read_wording}};

} // namespace

std::span<const Family> families()
{
    return k_families;
}

} // namespace verify::skeptic
