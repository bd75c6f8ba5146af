// What may be typed after `assay`, read from the usage of the verbs.
#pragma once

#include "cli/verbs.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// The options of a verb, in the order of its usage: "--online".
std::vector<std::string_view> option_names(const Verb& verb);

// Which words may follow those that were typed: "" leads to the verbs, "db" to check, backup and
// restore, "key new" to anchor. Names of the operator's own, such as FILE, are left out.
std::map<std::string, std::vector<std::string_view>, std::less<>> words_after();

} // namespace cli
