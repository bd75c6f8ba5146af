// Which engine made an artifact: the member `engine` of all that analyse texts.
#pragma once

#include "base/json.hpp"

namespace reading {

base::json::Ref engine_json();

} // namespace reading
