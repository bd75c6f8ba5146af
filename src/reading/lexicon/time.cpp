// When something is, and what happens to it.
#include "reading/lexicon/rows.hpp"

namespace reading::lexicon {

namespace {

using enum WordSet;

constexpr Row k_time_rows[] = {
    {before, "en", "prepositions, adverbs and adjectives of an earlier time", "before,earlier"},
    {after, "en", "the same of a later time", "after,later"},
    {sequel, "en", "their formal neighbours", "previous,prior,preceding,following,afterwards"},
    {formerly, "en", "adverbs of a time that is over", "formerly,originally,initially,previously"},
    {now, "en", "adverbs of the present", "now,today,currently"},
    {near_day, "en", "days beside that of the text", "yesterday,tomorrow,tonight"},
    {until, "en", "prepositions of an end", "until,till,through"},
    {since, "en", "prepositions of a start", "since,from"},
    {month_name, "en", "names of months",
     "january,february,march,april,may,june,july,august,september,october,november,december"},
    {time_span, "en", "nouns of periods and their unit",
     "day,week,month,quarter,year,season,night,decade,days,weeks,months,quarters,years,seasons,"
     "nights,decades,period,periods"},
    {era, "en", "abbreviations and adverbs of years that count backwards", "bc,bce,b.c,bp,ad"},
    {half_day, "en", "abbreviations of the halves of a day", "am,pm,a.m,p.m"},
    {noon, "en", "names of the points between them", "noon,midday,midnight"},
    {began, "en", "verbs of a beginning",
     "began,begins,begin,begun,started,starts,start,opened,opens,open,commenced"},
    {ended, "en", "verbs and nouns of an end",
     "ended,ends,end,ending,finished,finishes,finish,finishing,closed,closes,close,concluded,"
     "completed,over,done,expired,expires,expire"},
    {lasted, "en", "verbs of going on",
     "lasted,lasts,lasting,took,takes,taking,spanned,spans,spanning,ran,runs,lived,reigned,"
     "ruled,served"},
    {arrives, "en", "verbs and adverbs of coming to a place",
     "arrives,arrived,arrive,arriving,lands,landed,land,reached,back,returned,returns,return"},
    {departs, "en", "verbs of going from one",
     "departs,departed,depart,departing,departure,leaves,left,leave,leaving"},
    {died, "en", "verbs, adjectives and nouns of a death", "died,dying,dead,death,deaths,killed"},
    {working_day, "en", "kinds of days of which a week has fewer than seven",
     "working,business,trading,banking,school,work"},
};

} // namespace

std::span<const Row> time_rows()
{
    return k_time_rows;
}

} // namespace reading::lexicon
