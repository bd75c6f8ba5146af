// The words that say how a statement reads the table beside it, each set with its reason. No names
// of subjects: what a statement is about is named by the table itself.
#pragma once

#include "reading/lexicon/lexicon.hpp"

#include <string_view>

namespace verify::tables {

// Say how words stand together, or that something is measured, and bind nothing.
inline constexpr reading::OwnCues k_function{
    reading::WordSet::demonstrative | reading::WordSet::copula | reading::WordSet::role_prep |
        reading::WordSet::possessive | reading::WordSet::article | reading::WordSet::have |
        reading::WordSet::place_prep | reading::WordSet::joins | reading::WordSet::way_prep |
        reading::WordSet::be | reading::WordSet::relative,
    {"as",    "it",     "than",         "then",   "s",     "during", "between", "over",
     "there", "amount", "amounts",      "number", "value", "values", "figure",  "year",
     "years", "period", "respectively", "table",  "row",   "column"}};

// Words of the closed classes beside those: they say which cells belong together, and no cell holds
// them.
inline constexpr reading::OwnCues k_glue{reading::WordSet::between_prep |
                                             reading::WordSet::personal | reading::WordSet::does |
                                             reading::WordSet::asks | reading::WordSet::versus |
                                             reading::WordSet::will | reading::WordSet::be,
                                         {"per", "whose", "whom", "them", "him", "itself", "around",
                                          "v", "toward", "such", "some", "having", "t"}};
// Verbs and nouns that say only that something stands somewhere, or came about.
inline constexpr std::string_view k_light[] = {
    "held",     "holds",    "hold",     "took",    "takes",    "take",     "taken",    "place",
    "occurred", "occurs",   "happened", "happens", "recorded", "records",  "record",   "listed",
    "lists",    "shows",    "showed",   "shown",   "show",     "reported", "reports",  "reached",
    "reaches",  "achieved", "achieves", "got",     "received", "receives", "contains", "included",
    "includes", "came",     "comes",    "belongs", "belonged", "featured", "features", "located",
    "stood",    "stands",   "counted",  "counts",  "called",   "named",    "known"};

// A value of one time against that of another.
inline constexpr reading::Cues k_change{reading::WordSet::change};
inline constexpr reading::Cues k_rise{reading::WordSet::rises};
inline constexpr reading::Cues k_fall{reading::WordSet::falls};
// One value less another, whichever is larger.
inline constexpr reading::Cues k_difference{reading::WordSet::difference};
inline constexpr std::string_view k_latest[] = {"latest"};
inline constexpr std::string_view k_earliest[] = {"earliest"};
inline constexpr std::string_view k_only[] = {"only"};
inline constexpr reading::OwnCues k_all{reading::WordSet::every, {"all"}};
inline constexpr reading::OwnCues k_none{reading::WordSet::no, {"zero"}};
inline constexpr std::string_view k_mean[] = {"average", "mean", "averaged", "averages"};
inline constexpr reading::Cues k_sum{reading::WordSet::adds_up};

inline constexpr reading::OwnCues k_above{reading::WordSet::above,
                                          {"more", "over", "greater", "higher", "larger"}};
inline constexpr reading::OwnCues k_below{reading::WordSet::less, {"below", "under"}};
inline constexpr reading::OwnCues k_greatest{reading::WordSet::greatest, {"best"}};
inline constexpr reading::Cues k_least{reading::WordSet::least};
// Words that compare two.
inline constexpr reading::Cues k_greater{reading::WordSet::more};
inline constexpr reading::Cues k_lesser{reading::WordSet::less};

// Heads of columns whose smallest number is the first: "higher" may be meant either way.
inline constexpr std::string_view k_standing[] = {"rank", "ranking", "ranked", "position", "place",
                                                  "pos",  "finish",  "seed",   "pick",     "grid"};
// Say that the rest of the sentence is not so.
inline constexpr std::string_view k_denial[] = {"not", "didn", "doesn", "wasn", "isn"};

// Turn a statement round, or say that it is not about what the table holds.
inline constexpr reading::OwnCues k_closing{
    reading::WordSet::denies_cut | reading::WordSet::may | reading::WordSet::excepts |
        reading::WordSet::nor | reading::WordSet::not_so | reading::WordSet::no |
        reading::WordSet::supposes,
    {"weighted", "median", "adjusted", "expected", "forecast", "compound", "annual", "annually"}};

// What is said with one of these is said of several rows, or of their order: quantifiers,
// comparisons, sequence in time.
inline constexpr reading::OwnCues k_operators{
    reading::WordSet::less | reading::WordSet::more | reading::WordSet::ordinal |
        reading::WordSet::all | reading::WordSet::every | reading::WordSet::over_under |
        reading::WordSet::before | reading::WordSet::after | reading::WordSet::since |
        reading::WordSet::others | reading::WordSet::exactly | reading::WordSet::no |
        reading::WordSet::only | reading::WordSet::in_order | reading::WordSet::until,
    {"than",        "any",      "same",     "but",        "times",    "total",    "average",
     "mean",        "sum",      "combined", "difference", "between",  "together", "altogether",
     "while",       "also",     "most",     "least",      "earliest", "latest",   "recent",
     "consecutive", "followed", "or",       "one",        "zero"}};

} // namespace verify::tables
