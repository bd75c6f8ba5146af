// How values compare, make each other up and change.
#include "reading/lexicon/rows.hpp"

namespace reading::lexicon {

namespace {

using enum WordSet;

constexpr Row k_comparison_rows[] = {
    {equals, "en", "verbs and adjectives of an equation", "equals,equal"},
    {rough, "en", "adverbs that say that a value is not the exact one",
     "about,around,roughly,approximately,circa,ca,approx,nearly,almost"},
    {exactly, "en", "adverbs that say that it is", "exactly,precisely"},
    {only, "en", "adverbs that say that there is no more of it", "only,just,merely"},
    {more, "en", "comparatives of size",
     "more,higher,larger,greater,bigger,longer,heavier,dearer,taller"},
    {less, "en", "comparatives of smallness", "less,fewer,lower,smaller,shorter,lighter,cheaper"},
    {above, "en", "prepositions and verbs of being beyond",
     "above,beyond,exceeded,exceeds,exceed,exceeding,topped"},
    {over_under, "en", "prepositions of a limit", "over,under"},
    {above_below, "en", "the same of a level", "above,below"},
    {best, "en", "superlatives of a judgement", "best,strongest"},
    {rises, "en", "verbs and nouns of growing",
     "increase,increased,increases,rise,rose,risen,grew,grow,grown,growth,climbed,gained,gain,"
     "gains,jump,jumped,raised"},
    {falls, "en", "verbs and nouns of shrinking",
     "decrease,decreased,decreases,decline,declined,fell,fall,fallen,drop,dropped,shrank,"
     "reduction,slump,slumped,shed"},
    {change, "en", "nouns and verbs of change in either direction",
     "change,changes,changed,variation,delta,shift,swing"},
    {difference, "en", "nouns and verbs of a distance", "difference,differ,differs,differed,gap"},
    {versus, "en", "prepositions of a comparison", "against,versus,vs,compared,than"},
    {percent, "en", "of a hundred", "percent,percentage,pct"},
    {in_order, "en", "adjectives of a place in an order", "last,next,final"},
    {yields, "en", "verbs of a result",
     "makes,make,making,gives,giving,means,comes,came,brings,brought"},
};

} // namespace

std::span<const Row> comparison_rows()
{
    return k_comparison_rows;
}

} // namespace reading::lexicon
