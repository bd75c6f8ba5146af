// Which engine made an artifact: the member `engine` of all that analyse texts.
#pragma once

#include "base/json.hpp"

namespace reading {

base::json::Ref engine_json();
// The same of what also asks WordNet, with its version.
base::json::Ref engine_with_words_json();

} // namespace reading
