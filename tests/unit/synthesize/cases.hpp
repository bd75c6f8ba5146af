// Runs files of planted sets of sources through the synthesis.
//
// A file is a list of cases; lines that begin with # and empty lines say nothing:
//   case NAME
//   query QUESTION
//   source URL | PUBLISHED | TEXT      "-": none
//   author NAME                        of the source above
//   unread URL | STATUS                a source that could not be read
//   expect agree N | WORDS             of the answer and the values, the most independent sources
//   expect shown A / B                 both stand on the ballot
//   expect first WORDS                 which stand in the answer
//   expect conflict A / B              a difference that is no update and shows both
//   expect update A / B                an update that shows both
//   expect quiet                       no difference but updates
//   expect copies I J, apart I J       sources of one group, of two groups
//   expect several I | S1 S2           the sources that it copies from, "-": not several
//   expect flagged I, unflagged I      a source with, without a flag for orders to machines
//   expect unquoted WORDS              which stand neither in the answer nor on the ballot
//   expect verdict NAME
#pragma once

#include "base/json.hpp"
#include "synthesize/words.hpp"

#include <string>
#include <vector>

namespace tests {

struct PlantedCase {
    std::string name;
    synthesize::Order order;
    std::vector<std::string> expectations;
};

// Of tests/unit/synthesize/cases/`name`.
std::vector<PlantedCase> read_planted(const std::string& name);

// What of the case the artifact does not show, a line each; empty when nothing is missing.
std::string unmet(const PlantedCase& planted, const json_t* artifact_view);

// Fails the running test where a text of the value says that no source tells something. The sources
// of the tests have no such words of their own.
void expect_no_denial(const json_t* value_view);

// What holds for every artifact: it keeps its schema, each citation is exact, it denies nothing,
// the same order gives the same bytes, which are canonical JSON's. Returns the artifact; fails the
// running test else.
base::json::Ref checked_synthesis(const synthesize::Order& order);
base::json::Ref checked_brief(const synthesize::Order& order);

} // namespace tests
