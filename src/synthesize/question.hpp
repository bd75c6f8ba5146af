// What is asked: a query taken apart into its questions, and the kind of thing that answers each.
#pragma once

#include "synthesize/words.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace synthesize {

// What has to stand in a sentence that answers. Of queries in English: those in other languages ask
// for a topic.
enum class Asks {
    topic,     // nothing particular
    event,     // what happened
    deed,      // what a person did
    count,     // how many of something
    money,     // how much
    duration,  // how long: a time or a length
    measure,   // how tall, how strong
    date,      // when
    place,     // where
    person,    // who
    reason,    // why
    which,     // one of several
    manner,    // how
    attribute, // what is the A of something
    yes_no
};

std::string_view name_of(Asks asks);

// One question of a query, or all of a query that is none.
struct Part {
    Asks asks = Asks::topic;
    std::string text;               // its words in the query
    std::vector<TermId> terms;      // what it is about, each once, in its order
    std::vector<std::string> words; // the same as the query has them, in lower case
    std::vector<TermId> subject;    // of the first part, for one that only goes on
    std::vector<TermId> names;      // of its own, else the first part's
    bool inherits_names = false;
    std::optional<TermId> noun;   // what is counted, or whose value is asked
    Aspect aspect = Aspect::none; // of the number asked for
    bool counts_people = false;
    bool is_present = false;       // "what does it cost", not "what did it cost"
    bool is_past = false;          // "what did it cost"
    bool is_future = false;        // "when will it open"
    std::optional<int> years_back; // "last year": 1, "this year": 0
    bool asks_definition = false;  // "what is x402", without an attribute
    bool asks_change = false;      // "how much did it grow"
    bool asks_property = false;    // "is it safe", not "does it help"
    bool asks_agent = false;       // "who killed him", "what started it"; not "who was killed"
    bool asks_superlative = false; // "which town was hit hardest"

    [[nodiscard]] bool has_type() const { return asks != Asks::topic; }
    // Whether a sentence without a number, a day, a place or a name answers nothing. A reason may
    // be told without a word for it.
    [[nodiscard]] bool asks_for_value() const
    {
        return asks >= Asks::count && asks <= Asks::person;
    }
};

struct Question {
    std::vector<TermId> terms; // of all parts, sorted, each once
    std::vector<Part> parts;   // at least one, at most k_most_parts
};

inline constexpr std::size_t k_most_parts = 5;
// Of one part; each is looked for in every statement, and people ask in fewer words.
inline constexpr std::size_t k_most_terms = 16;

// Whether a word of the part is an "-ing" that stands for a thing, beside the verb: "does walking
// reduce pain" asks of reducing.
bool is_gerund_beside_verb(const Part& part, std::size_t word);

// `language` of the sources; terms are added to the vocabulary.
Question read_question(std::string_view query, std::string_view language, Vocabulary& vocabulary);

} // namespace synthesize
