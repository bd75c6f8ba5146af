// What tells two statements apart although they are much alike: then they neither contradict each
// other nor say the same.
#pragma once

#include "statements/meanings.hpp"
#include "statements/statement.hpp"

namespace statements {

// The marks of a statement whose names are read.
Marks read_marks(const Source& source, const Statement& statement);

// Whether the token turns what follows round: "not", "nobody's", "denied". Of English and German.
bool is_negation(const reading::Passage& words, std::uint32_t token);

// Words of a part, the same in both or none: "single" and "double", "adult", "former".
bool speak_of_one_part(const reading::Passage& left, const reading::Passage& right);

// Whether each names a part that the other does not.
bool speak_of_two_parts(const Statement& left, const Statement& right);

// Whether not each of them has an adjective of its own before one of `terms`, which are sorted:
// "red crayfish", "blue crayfish".
bool speak_of_one_kind(const Statement& left, const Statement& right,
                       const std::vector<TermId>& terms);

// Whether one tells of more and the other of less.
bool go_other_ways(const Statement& left, const Statement& right);

// Whether one names a year that the other does not, and was not published in it either.
bool speak_of_other_years(const Source& left_source, const Statement& left,
                          const Source& right_source, const Statement& right);

// Whether it tells of a year before the one in which its source was published.
bool is_of_an_earlier_year(const Source& source, const Statement& said);

// Whether both name what happens ("earthquake", "raid") and no two of the names are alike.
bool tell_of_other_events(const Statement& left, const Statement& right, const Meanings& meanings);

// Whether both name weekdays on which it happened, and no two are the same.
bool tell_of_other_weekdays(const Statement& left, const Statement& right);

// Whether not each has a compound of its own of a noun that both use: "hurricane-force winds",
// "tropical-force winds".
bool speak_of_one_compound(const Statement& left, const Statement& right);

// Whether both may tell of one day: each day that they name, as far as they say.
bool may_be_of_one_day(const Statement& left, const Statement& right);

// Whether a clause of it tells of a condition or of another time.
bool is_elsewhere(const Statement& said);

// Whether a clause of it tells of what is to come.
bool is_planned(const Statement& said);

// What `from` has and `these` have not, both sorted.
std::vector<TermId> without(const std::vector<TermId>& from, const std::vector<TermId>& these);

// The names of a statement without those who only say it and those of `words`, sorted.
std::vector<TermId> names_besides(const Source& source, const Statement& statement, Run words);

} // namespace statements
