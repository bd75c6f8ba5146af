// The skeptic: what a careful reader can recompute_all from the text alone.
//
// The law that its checks keep: a stated result is wrong only if its interval misses the interval
// computed from the operands under every admissible reading. A rule that cannot tell what belongs
// to what says nothing.
#include "verify/outcome/critics.hpp"

#include "verify/equations/equations.hpp"
#include "verify/moments/moments.hpp"
#include "verify/relations/bounds.hpp"
#include "verify/relations/relations.hpp"
#include "verify/sameness/mentions.hpp"
#include "verify/sameness/sameness.hpp"
#include "verify/tables/tables.hpp"
#include "verify/wording/closed_facts.hpp"
#include "verify/wording/wording.hpp"

#include <iterator>
#include <map>

namespace verify::outcome {

namespace {

constexpr std::string_view k_checks[] = {"arith.equation",
                                         "arith.sum",
                                         "arith.product",
                                         "arith.percent_change",
                                         "arith.share",
                                         "arith.partition",
                                         "arith.mean",
                                         "arith.difference",
                                         "arith.ratio",
                                         "arith.growth",
                                         "date.weekday",
                                         "date.invalid",
                                         "date.interval",
                                         "date.age",
                                         "date.order",
                                         "date.anniversary",
                                         "date.leap",
                                         "time.duration",
                                         "range.month",
                                         "range.time",
                                         "range.probability",
                                         "range.percent",
                                         "range.coordinate",
                                         "range.ipv4",
                                         "range.count",
                                         relations::k_bound_check,
                                         wording::k_closed_fact,
                                         "struct.count",
                                         "contradiction.value",
                                         "contradiction.polarity",
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
    equations::check_equations,  relations::check_falls,  moments::check_weekdays,
    moments::check_calendar,     relations::check_ranges, wording::check_closed_facts,
    wording::check_inline_counts};

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

void recompute_all(const Document& document, Review& out)
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
    relations::check_bounds(document, out);
    wording::check_listed_counts(document, out);
    sameness::check_contradicting_values(document, out);
    sameness::check_mentions(document, out);
    sameness::check_polarity(document, out);
    sameness::check_denials(document, out);
    tables::check_table_statements(document, out);
}

void read_wording(const Document& document, Review& out)
{
    wording::check_language(document, out);
    for (std::size_t i = 0; i < document.sentences.size(); ++i) {
        const auto kind = document.blocks[document.sentences[i].block].kind;
        if (kind == BlockKind::table_row || kind == BlockKind::heading) continue;
        if (out.findings.size() >= k_max_findings) break;
        wording::check_fallacies(Passage::sentence(document, i), out);
    }
}

constexpr Family k_skeptic_families[] = {{k_checks, recompute_all}, {k_wording, read_wording}};

} // namespace

std::span<const Family> skeptic_families()
{
    return k_skeptic_families;
}

} // namespace verify::outcome
