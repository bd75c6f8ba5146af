// Two requests that a person may choose in their client instead of writing them.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "mcp/refusals.hpp"

namespace tools {

// [{name, title, description, arguments}]
base::json::Ref prompt_list();

// {description, messages} of the prompt that `params_view` names, with its arguments in it. Refuses
// unknown_prompt, and wrong_params where an argument is missing, empty or too long.
base::Result<base::json::Ref, mcp::Refusal> prompt(const json_t* params_view);

} // namespace tools
