// What a writer is given of a map, and what the artifact says of its account.
#pragma once

#include "account/account.hpp"
#include "synthesize/artifact.hpp"

namespace synthesize {

// Lets a model write of a map, and enters it into the map's artifact: `account`, `answer`, `engine`
// and `sourcing_map`. nullopt: what it wrote is of no use, and `engine` says why.
//
// It is shown, of each source without orders to its readers, the two lines of the ballot with two
// on each side, and no less than five; then others, the nearest to the question first, until 9,000
// tokens or half of its context. The newest source stands first. Secrets are blackened.
std::optional<account::Account> write_account(const Map& map, account::Purpose purpose,
                                              llm::Consultation& consultation, json_t* artifact);

// The place of a quote in the sources of the map.
Cited place_of(const Map& map, const account::Quote& quote);
// A sentence as it is shown: a quoted one in quotation marks, in one line.
std::string shown_text_of(const Map& map, const account::Sentence& sentence);

} // namespace synthesize
