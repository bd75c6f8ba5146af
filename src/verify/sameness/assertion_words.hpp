// The words by which assertions are recognized.
#pragma once

#include "reading/lexicon/lexicon.hpp"

#include <string_view>

namespace verify::sameness {

// A sentence with one of these speaks of another time, of a part, of a wish, or of a change.
inline constexpr reading::OwnCues k_elsewhere{
    reading::WordSet::expects | reading::WordSet::may | reading::WordSet::says |
        reading::WordSet::formerly | reading::WordSet::hearsay | reading::WordSet::now |
        reading::WordSet::ordinal | reading::WordSet::every | reading::WordSet::before |
        reading::WordSet::after | reading::WordSet::not_so | reading::WordSet::others |
        reading::WordSet::extra | reading::WordSet::will | reading::WordSet::all |
        reading::WordSet::no | reading::WordSet::supposes | reading::WordSet::until,
    {"per",      "then",      "grew",    "rose",    "increased",    "fell",
     "dropped",  "decreased", "grown",   "average", "except",       "renovated",
     "reopened", "expanded",  "than",    "half",    "up",           "new",
     "unlike",   "like",      "between", "or",      "respectively", "whereas",
     "model",    "version",   "edition", "?",       "wrongly",      "mistakenly"}};
inline constexpr reading::Cues k_determiners{
    reading::WordSet::possessive | reading::WordSet::article | reading::WordSet::demonstrative};
inline constexpr reading::Cues k_pronouns{reading::WordSet::personal};
// What a sentence may begin with, in a capital, without naming anything.
inline constexpr reading::OwnCues k_no_names{
    reading::WordSet::some | reading::WordSet::demonstrative | reading::WordSet::none |
        reading::WordSet::asks | reading::WordSet::all | reading::WordSet::every |
        reading::WordSet::everybody | reading::WordSet::others,
    {"there", "who", "one", "two", "three", "such", "here"}};
// Nouns that stand for whatever was named: "the company employs".
inline constexpr std::string_view k_generic[] = {
    "company",  "firm",       "business", "plant",   "factory",      "bridge",       "tower",
    "building", "museum",     "school",   "hotel",   "hospital",     "library",      "city",
    "town",     "village",    "country",  "island",  "lake",         "river",        "mountain",
    "stadium",  "theatre",    "theater",  "device",  "product",      "phone",        "camera",
    "car",      "ship",       "train",    "startup", "manufacturer", "organization", "organisation",
    "group",    "university", "college",  "author",  "facility",     "site",         "park",
    "garden",   "festival",   "report",   "study",   "charity"};
inline constexpr reading::Cues k_be{reading::WordSet::copula};
inline constexpr std::string_view k_have[] = {
    "has",    "had",      "have",      "employs",  "employed",    "houses", "seats",
    "holds",  "contains", "comprises", "operates", "runs",        "owns",   "covers",
    "serves", "spans",    "lasts",     "employ",   "accommodates"};

// "The study included 48 participants": the verbs and the people of a count of all.
inline constexpr std::string_view k_takes[] = {"included",  "includes", "enrolled",
                                               "recruited", "involved", "comprised"};
inline constexpr reading::Cues k_participants{reading::WordSet::subject};

// A verb and the attribute it gives a value of.
struct VerbGroup {
    std::string_view verb;
    std::string_view attribute;
    bool passive = false; // "was founded"
};
inline constexpr VerbGroup k_dated[] = {
    {"founded", "founded", true},      {"established", "founded", true},
    {"incorporated", "founded", true}, {"born", "born", true},
    {"built", "built", true},          {"constructed", "built", true},
    {"opened", "opened", false},       {"died", "died", false},
    {"launched", "launched", false},   {"completed", "completed", true},
    {"published", "published", true}};
inline constexpr VerbGroup k_measured[] = {{"costs", "price"},     {"cost", "price"},
                                           {"weighs", "weight"},   {"weighed", "weight"},
                                           {"measures", "length"}, {"retails", "price"}};
inline constexpr VerbGroup k_adjectives[] = {{"tall", "height"}, {"high", "height"},
                                             {"long", "length"}, {"wide", "width"},
                                             {"deep", "depth"},  {"thick", "thickness"}};

} // namespace verify::sameness
