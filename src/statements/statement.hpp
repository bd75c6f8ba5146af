// The sentences of all sources as statements: what they are about, which values they state, how.
#pragma once

#include "reading/exact.hpp"
#include "reading/passage.hpp"
#include "statements/aspect.hpp"
#include "statements/source.hpp"

#include <array>

namespace statements {

// A number with its unit, as an interval in base units: "212 m" and "695.5 ft" are comparable.
struct Figure {
    std::uint32_t begin = 0; // tokens
    std::uint32_t end = 0;
    // What is comparable has the same: "EUR", "%", a base unit ("m"), "month", or the stem of the
    // noun that is counted.
    std::string unit;
    std::string shown;          // the unit for readers: "EUR", "%", "m", "passengers"; empty: none
    bool counts_things = false; // the unit is a noun
    bool is_money = false;
    bool is_part = false;                      // "including 3 children", "5 more", "from 7,000"
    std::optional<reading::Measured> measured; // what its unit measures
    std::string_view written_unit;             // in which it was printed; empty: none
    reading::Rational rounding; // half a unit of the last digit that is not 0, in base units
    std::string_view per;       // "day" of a rate; empty: of none
    bool is_hedged = false;     // "about 30", "at least 30", "30 to 40"
    Aspect aspect = Aspect::none;
    reading::Rational value;
    reading::Interval printed; // what the writer may have rounded
    reading::Interval stated;  // what a fair reader grants: rounding, truncation, "about"
};

// A day, a month or a year.
struct Moment {
    std::uint32_t begin = 0; // tokens
    std::uint32_t end = 0;
    std::optional<int> year;
    int month = 0; // 0: not said
    int day = 0;   // 0: not said

    // Whether both may be the same day, each as far as it says.
    [[nodiscard]] bool meets(const Moment& other) const;
};

// What is said of the subject and excludes something else, see reading::Outcome.
struct State {
    std::uint32_t token = 0;
    unsigned axis = 0;
    unsigned side = 0;
};

// A part of a sentence with one subject and one verb, as far as punctuation tells.
struct Clause {
    std::uint32_t begin = 0; // tokens
    std::uint32_t end = 0;
    std::vector<TermId> terms; // sorted; without values, states and words of how it is reported
    bool negated = false;
    bool elsewhere = false; // a condition, another time
    bool planned = false;
};

// Tokens of a document.
struct Run {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

// A verb between the names of who does it and of whom or what it is done to.
struct Deed {
    TermId verb = 0;
    TermId doer = 0; // the last word of their name
    TermId other = 0;
    Run words;
};

// A verb that says that something ended, with what did.
struct Ending {
    Run words;
    std::vector<TermId> what;
};

// What keeps a statement apart from another one much like it; without who says it. Read once, as
// each statement is compared with many.
struct Marks {
    std::vector<TermId> names;           // sorted, each once
    std::vector<TermId> verbs;           // finite ones, in their order
    std::vector<std::string_view> parts; // "single", "northern"; sorted
    // An adjective and what it stands before.
    std::vector<std::pair<std::string_view, TermId>> modified;
    // A noun and the one it stands before: "hurricane-force wind", "gas plant".
    std::vector<std::pair<TermId, TermId>> compounds;
    std::vector<Deed> deeds;                // at most k_most_deeds
    std::vector<TermId> events;             // nouns of what happens; sorted, each once
    std::vector<std::string_view> weekdays; // on which it happened; sorted
    std::vector<TermId> told;    // without circumstances ("after the audit"); sorted, each once
    std::vector<Ending> endings; // at most k_most_deeds
    std::optional<Run> going_on; // what is told as it is now
    // What is denied, from the negation on: "no resignation".
    std::vector<std::pair<TermId, Run>> denied;
    bool is_negated = false;
    bool goes_up = false; // it tells of more of something, or of less
    bool goes_down = false;
};

struct Statement {
    std::size_t source = 0;
    std::uint32_t sentence = 0; // of its document
    std::uint32_t first = 0;    // tokens [first, last)
    std::uint32_t last = 0;
    std::uint32_t index = 0; // among the statements of its source
    std::uint32_t begin = 0; // bytes of the source's text, whole code points
    std::uint32_t end = 0;
    std::uint32_t words = 0;
    std::vector<TermId> terms; // sorted, each once
    std::vector<TermId> names; // the same, of words with a capital inside the sentence
    std::vector<Figure> figures;
    std::vector<Moment> moments;
    std::vector<State> states;
    Marks marks;
    std::vector<std::string> labels; // numbers that are part of a name
    std::vector<Clause> clauses;     // at most k_most_clauses
    double worth = 1;                // how well it stands by itself, see reading::Utterance
    bool dangles = false;
    bool hedged = false;
    bool opinion = false;
};

inline constexpr std::size_t k_most_clauses = 6;
// A sentence with more of them is a list.
inline constexpr std::size_t k_most_deeds = 6;

// In bytes: what is longer is a list or a text without full stops, and cannot be quoted.
inline constexpr std::uint32_t k_longest_statement = 1'500;
// What two megabytes of short sentences come to must be compared in bounded memory.
inline constexpr std::size_t k_most_statements = 6'000;

// How many sentences of each source are compared: all where k_most_statements allow it, otherwise
// as many of each as makes the largest share of every source, from its beginning on. 0 of a source
// that could not be read.
std::vector<std::size_t> shares_of(const std::vector<std::unique_ptr<Source>>& sources);

// The statements of the sentences that can be quoted, in the order of the sources. What speaks to
// the reader in a source that carries instructions is not a statement.
std::vector<Statement> read_statements(const std::vector<std::unique_ptr<Source>>& sources);

reading::Passage passage_of(const Source& source, const Statement& statement);

} // namespace statements
