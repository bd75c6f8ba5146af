// An analysis of the operator's own, made as a buyer's is.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "cli/child.hpp"
#include "cli/own_model.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace cli {

// The request, or what is wrong with what it is made of, a line for each.
using MakeRequest = std::function<base::Result<base::json::Ref, std::string>()>;

// The artifact that the product `key` makes, or what is refused, a line for each. Both happen in a
// child that gives up what assay-run gives up: the bytes may be a stranger's.
// `source_names`: what the request's sources are called, so that a refusal says which it is of.
// `pages_view`: what became of the pages that the request names, as read_pages() tells.
// `model`: what the analysis asks; then the text is {"artifact", "transcript"}. nullptr: none.
Told make_artifact(std::string_view key, const MakeRequest& make_request,
                   std::span<const std::string> source_names = {},
                   const json_t* pages_view = nullptr, const OwnModel* model = nullptr);

// Whether a person at a terminal wants colours: NO_COLOR (no-color.org) and TERM say.
bool wants_colour();

} // namespace cli
