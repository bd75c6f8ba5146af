// What a buyer's body says of the language model, as the service reads it: only here it is known
// whether the shop has one.
#pragma once

#include "base/json.hpp"
#include "catalog/catalog.hpp"

namespace api {

// Whether a body that was checked wants the offer as it is without a model.
bool declines_model(const json_t* body_view);

// The `detail` of a 422 for a checked body that asks for a model where the shop has none: its buyer
// would pay for what they do not get. nullptr: nothing is wrong.
base::json::Ref unmet_wish(const catalog::Offer& offer, const json_t* body_view);

} // namespace api
