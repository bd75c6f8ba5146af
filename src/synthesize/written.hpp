// What a writer is given of a map, and what the artifact says of its account.
#pragma once

#include "account/account.hpp"
#include "synthesize/map.hpp"

namespace synthesize {

// Of each source without orders to its readers the two lines of the ballot with two on each side,
// and no less than five; then others, the nearest to the question first, until `most_tokens`. The
// newest source stands first. The secrets that are found are blackened.
account::Material material_of(const Map& map, std::size_t most_tokens);

// {sentences, unanswered, edited, quoted, refused, rewritten, statement}
base::json::Ref account_json(const Map& map, const account::Account& account,
                             const llm::Interview& interview);

// The answer, as the account has it; null where it has none.
base::json::Ref written_answer_json(const Map& map, const account::Account& account);

// {output, source, start, end} of each sentence's quotes, added to a sourcing map.
void add_sourcing(const Map& map, const account::Account& account, json_t* sourcing);

} // namespace synthesize
