// Whether two statements can both be right.
//
// Cautious by law: two values are opposed only when everything else that the two clauses say is
// the same, and nothing narrows one of them that does not narrow the other.
#pragma once

#include "statements/meanings.hpp"
#include "statements/statement.hpp"

namespace statements {

enum class Opposition { value, date, category, polarity };

std::string_view name_of(Opposition opposition);

// One thing with two values in two statements.
struct Disagreement {
    Opposition kind = Opposition::value;
    std::string attribute; // a few words, for readers
    Run first;             // where the values stand
    Run second;
    bool may_change = false; // a state or a count that a later source may replace
    bool lasts = false;      // what happens once, or stays as it is
};

// Two statements of independent sources of which at most one is right, as far as the texts tell.
struct Dispute {
    std::size_t first = 0; // index of a statement; less than `second`
    std::size_t second = 0;
    Disagreement what;
};

struct Comparison {
    bool shares_value = false;      // the same measure, and no value of theirs keeps them apart
    bool apart = false;             // they state different values: never one claim
    bool tells_other_deeds = false; // no verb of either is said by the other, nor is a value
    std::optional<Disagreement> disagreement;
};

// A statement where it stands.
struct Told {
    const Source& source;
    const Statement& statement;
};

Comparison compare(const Told& left, const Told& right, const Vocabulary& vocabulary,
                   const Meanings& meanings);

} // namespace statements
