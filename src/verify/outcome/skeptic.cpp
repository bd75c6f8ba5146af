// The skeptic: what a careful reader can recompute_all from the text alone.
//
// The law that its checks keep: a stated result is wrong only if its interval misses the interval
// computed from the operands under every admissible reading. A rule that cannot tell what belongs
// to what says nothing.
#include "verify/outcome/critics.hpp"

#include "verify/equations/equations.hpp"
#include "verify/law/walk.hpp"
#include "verify/moments/moments.hpp"
#include "verify/relations/bounds.hpp"
#include "verify/relations/relations.hpp"
#include "verify/sameness/mentions.hpp"
#include "verify/sameness/sameness.hpp"
#include "verify/tables/tables.hpp"
#include "verify/wording/closed_facts.hpp"
#include "verify/wording/wording.hpp"

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

// A check of one sentence looks at each.
template <void (*check)(const Passage&, Review&)>
void in_sentences(const Document& document, Review& review)
{
    each_sentence(document, Reads::text, review,
                  [&](std::size_t i) { check(Passage::sentence(document, i), review); });
}

// Who looks first speaks first (law/ledger.hpp).
constexpr void (*k_order[])(const Document&, Review&) = {relations::check_lists,
                                                         relations::check_relations,
                                                         in_sentences<equations::check_equations>,
                                                         in_sentences<relations::check_falls>,
                                                         in_sentences<moments::check_weekdays>,
                                                         in_sentences<moments::check_calendar>,
                                                         in_sentences<relations::check_ranges>,
                                                         in_sentences<wording::check_closed_facts>,
                                                         in_sentences<wording::check_inline_counts>,
                                                         equations::check_chains,
                                                         moments::check_moments,
                                                         relations::check_bounds,
                                                         wording::check_listed_counts,
                                                         sameness::check_contradicting_values,
                                                         sameness::check_mentions,
                                                         sameness::check_polarity,
                                                         sameness::check_denials,
                                                         tables::check_table_statements};

void recompute_all(const Document& document, Review& out)
{
    for (const auto look : k_order) look(document, out);
}

void read_wording(const Document& document, Review& out)
{
    wording::check_language(document, out);
    in_sentences<wording::check_fallacies>(document, out);
}

constexpr Family k_skeptic_families[] = {{k_checks, recompute_all}, {k_wording, read_wording}};

} // namespace

std::span<const Family> skeptic_families()
{
    return k_skeptic_families;
}

} // namespace verify::outcome
