// The words by which assertions are recognized.
#pragma once

#include <string_view>

namespace verify::skeptic {

// A sentence with one of these speaks of another time, of a part, of a wish, or of a change.
inline constexpr std::string_view k_elsewhere[] = {
    "if",           "would",      "could",    "might",      "may",       "should",    "plans",
    "plan",         "planned",    "expects",  "expected",   "target",    "forecast",  "projected",
    "originally",   "initially",  "formerly", "previously", "then",      "now",       "today",
    "currently",    "until",      "before",   "after",      "later",     "earlier",   "grew",
    "rose",         "increased",  "fell",     "dropped",    "decreased", "grown",     "another",
    "other",        "each",       "every",    "per",        "average",   "except",    "said",
    "says",         "claimed",    "claims",   "according",  "reported",  "estimated", "estimates",
    "believed",     "allegedly",  "rumoured", "renovated",  "reopened",  "expanded",  "than",
    "half",         "additional", "extra",    "up",         "new",       "will",      "unlike",
    "like",         "first",      "second",   "third",      "between",   "both",      "or",
    "respectively", "whereas",    "model",    "version",    "edition",   "?",         "not",
    "no",           "never",      "wrongly",  "mistakenly"};
inline constexpr std::string_view k_determiners[] = {
    "the", "a", "an", "our", "its", "their", "this", "that", "his", "her", "my", "your", "these"};
inline constexpr std::string_view k_pronouns[] = {"it", "he", "she", "they", "we"};
// What a sentence may begin with, in a capital, without naming anything.
inline constexpr std::string_view k_no_names[] = {
    "there", "this",  "that", "these",    "those",   "what", "who",    "all",     "some",   "most",
    "many",  "few",   "both", "each",     "every",   "none", "nobody", "several", "others", "one",
    "two",   "three", "no",   "everyone", "nothing", "such", "here",   "when",    "where",  "how"};
// Nouns that stand for whatever was named: "the company employs".
inline constexpr std::string_view k_generic[] = {
    "company",  "firm",       "business", "plant",   "factory",      "bridge",       "tower",
    "building", "museum",     "school",   "hotel",   "hospital",     "library",      "city",
    "town",     "village",    "country",  "island",  "lake",         "river",        "mountain",
    "stadium",  "theatre",    "theater",  "device",  "product",      "phone",        "camera",
    "car",      "ship",       "train",    "startup", "manufacturer", "organization", "organisation",
    "group",    "university", "college",  "author",  "facility",     "site",         "park",
    "garden",   "festival",   "report",   "study",   "charity"};
inline constexpr std::string_view k_be[] = {"is", "was", "are", "were"};
inline constexpr std::string_view k_have[] = {
    "has",    "had",      "have",      "employs",  "employed",    "houses", "seats",
    "holds",  "contains", "comprises", "operates", "runs",        "owns",   "covers",
    "serves", "spans",    "lasts",     "employ",   "accommodates"};

// "The study included 48 participants": the verbs and the people of a count of all.
inline constexpr std::string_view k_takes[] = {"included",  "includes", "enrolled",
                                               "recruited", "involved", "comprised"};
inline constexpr std::string_view k_participants[] = {"participants", "patients", "volunteers",
                                                      "respondents", "subjects"};

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

} // namespace verify::skeptic
