// The words that say how a statement reads the table beside it, each set with its reason. No names
// of subjects: what a statement is about is named by the table itself.
#pragma once

#include <string_view>

namespace verify::tables {

// Say how words stand together, or that something is measured, and bind nothing.
inline constexpr std::string_view k_function[] = {
    "the",   "a",     "an",     "of",      "in",     "on",    "at",     "by",
    "for",   "to",    "from",   "and",     "or",     "with",  "as",     "is",
    "was",   "are",   "were",   "be",      "been",   "has",   "had",    "have",
    "its",   "their", "his",    "her",     "it",     "this",  "that",   "these",
    "those", "which", "who",    "than",    "then",   "s",     "during", "between",
    "over",  "there", "amount", "amounts", "number", "value", "values", "figure",
    "year",  "years", "period", "fiscal",  "ended",  "end",   "fy",     "respectively",
    "table", "row",   "column"};

// Words of the closed classes beside those: they say which cells belong together and are never what
// a cell holds.
inline constexpr std::string_view k_glue[] = {
    "when",   "where", "whose", "whom",    "what",   "did",     "do",     "does", "being",  "they",
    "them",   "he",    "she",   "we",      "him",    "itself",  "into",   "onto", "within", "via",
    "across", "along", "among", "amongst", "around", "against", "versus", "vs",   "v",      "per",
    "toward", "such",  "some",  "will",    "having", "through", "t"};
// Verbs and nouns that say only that something stands somewhere, or came about.
inline constexpr std::string_view k_light[] = {
    "held",     "holds",    "hold",     "took",    "takes",    "take",     "taken",    "place",
    "occurred", "occurs",   "happened", "happens", "recorded", "records",  "record",   "listed",
    "lists",    "shows",    "showed",   "shown",   "show",     "reported", "reports",  "reached",
    "reaches",  "achieved", "achieves", "got",     "received", "receives", "contains", "included",
    "includes", "came",     "comes",    "belongs", "belonged", "featured", "features", "located",
    "stood",    "stands",   "counted",  "counts",  "called",   "named",    "known"};

// A value of one time against that of another.
inline constexpr std::string_view k_change[] = {"change", "changes", "changed", "variation"};
inline constexpr std::string_view k_rise[] = {"increase", "increased", "increases", "rise",
                                              "rose",     "risen",     "grew",      "grow",
                                              "grown",    "growth",    "climbed",   "gained"};
inline constexpr std::string_view k_fall[] = {"decrease", "decreased", "decreases", "decline",
                                              "declined", "fell",      "fall",      "fallen",
                                              "drop",     "dropped",   "shrank",    "reduction"};
// One value less another, whichever is larger.
inline constexpr std::string_view k_difference[] = {"difference", "differ", "differs", "differed",
                                                    "gap"};
inline constexpr std::string_view k_mean[] = {"average", "mean", "averaged", "averages"};
inline constexpr std::string_view k_sum[] = {"total",      "sum",     "combined",
                                             "altogether", "totaled", "totalled"};
inline constexpr std::string_view k_percent[] = {"percent", "percentage"};
// A part of a whole, or one value measured by another.
inline constexpr std::string_view k_ratio[] = {"ratio", "proportion", "share", "percentage",
                                               "percent"};
// What stands between a part and its whole, the longest first.
inline constexpr std::string_view k_dividers[] = {"expressed as a percentage of",
                                                  "as a percentage of",
                                                  "as a share of",
                                                  "as a proportion of",
                                                  "out of",
                                                  "among",
                                                  "over",
                                                  "relative to",
                                                  "compared to",
                                                  "to",
                                                  "in"};

inline constexpr std::string_view k_above[] = {"exceeded", "exceeds", "exceed", "above", "more",
                                               "over",     "greater", "higher", "larger"};
inline constexpr std::string_view k_below[] = {"below", "less",  "under",
                                               "fewer", "lower", "smaller"};
inline constexpr std::string_view k_greatest[] = {"largest", "highest", "greatest", "most",
                                                  "maximum", "biggest", "best",     "longest"};
inline constexpr std::string_view k_least[] = {"smallest", "lowest", "least",
                                               "minimum",  "fewest", "shortest"};
// Of two.
inline constexpr std::string_view k_greater[] = {"larger", "higher", "greater", "more", "bigger"};
inline constexpr std::string_view k_lesser[] = {"smaller", "lower", "less", "fewer"};

// What is measured where less of it is better.
inline constexpr std::string_view k_less_is_better[] = {
    "error", "errors",     "wer",     "cer",      "loss", "perplexity", "ppl",
    "time",  "times",      "latency", "mae",      "rmse", "mse",        "cost",
    "costs", "divergence", "ms",      "distance", "rank", "seconds",    "turns"};

// Heads of columns whose smallest number is the first: "higher" may be meant either way.
inline constexpr std::string_view k_standing[] = {"rank", "ranking", "ranked", "position", "place",
                                                  "pos",  "finish",  "seed",   "pick",     "grid"};
// Say that the rest of the sentence is not so.
inline constexpr std::string_view k_denial[] = {"not", "didn", "doesn", "wasn", "isn"};

// Turn a statement round, or say that it is none about what the table holds.
inline constexpr std::string_view k_closing[] = {
    "not",      "no",       "never",    "except", "excluding", "neither", "nor",     "without",
    "weighted", "expected", "would",    "could",  "may",       "if",      "didn",    "doesn",
    "wasn",     "isn",      "weren",    "aren",   "hasn",      "hadn",    "haven",   "don",
    "couldn",   "forecast", "compound", "annual", "annually",  "median",  "adjusted"};

// What is said with one of these is said of several rows, or of their order: quantifiers,
// comparisons, sequence in time.
inline constexpr std::string_view k_operators[] = {
    "than",     "before",      "after",    "earlier", "later", "only",     "all",        "both",
    "each",     "every",       "any",      "none",    "same",  "but",      "first",      "last",
    "second",   "third",       "other",    "another", "more",  "less",     "fewer",      "exactly",
    "times",    "total",       "average",  "mean",    "sum",   "combined", "difference", "between",
    "together", "altogether",  "while",    "also",    "most",  "least",    "earliest",   "latest",
    "recent",   "consecutive", "followed", "higher",  "lower", "larger",   "smaller",    "greater",
    "longer",   "shorter",     "over",     "under",   "until", "since",    "from",       "or",
    "one",      "zero"};

} // namespace verify::tables
