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
    {greatest, "en", "superlatives of size",
     "most,largest,highest,greatest,maximum,biggest,longest,widest,deepest,sharpest,steepest"},
    {least, "en", "superlatives of smallness",
     "least,smallest,lowest,minimum,fewest,shortest,cheapest"},
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
    {adds_up, "en", "nouns, verbs and adverbs of a sum",
     "total,totals,totalled,totaled,totalling,totaling,sum,summed,combined,altogether,together,"
     "overall,adding"},
    {percent, "en", "of a hundred", "percent,percentage,pct"},
    {share, "en", "nouns of a quotient", "share,proportion,ratio,rate"},
    {ordinal, "en", "places in an order", "first,second,third,fourth,fifth"},
    {in_order, "en", "adjectives of a place in an order", "last,next,final"},
    {yields, "en", "verbs of a result",
     "makes,make,making,gives,giving,means,comes,came,brings,brought"},
    {signed_word, "en", "the words for signs of arithmetic", "plus,minus,times"},
    {extra, "en", "adjectives and verbs of what is added", "extra,additional,further,added"},
    {lost, "en", "verbs and nouns of what is lost, or is taken off", "lost,lose,loss,cut,cuts"},
};

} // namespace

std::span<const Row> comparison_rows()
{
    return k_comparison_rows;
}

} // namespace reading::lexicon
