// What the scan was measured against, so that a reader can tell how old it was and get the same.
#pragma once

#include "base/clock.hpp"
#include "base/json.hpp"
#include "forensics/basket/basket.hpp"

namespace forensics {

// {"basket": {sha256}, "ct_log_list": {sha256, bytes, age_days} or null when the basket names none
// or the file cannot be read, ...}: every file that decides, by its content and the age of its last
// change. "ct_policy": {dated, source}, the rule of check ct. And "retired": {count, entries:
// [{check, entry, since}]}, what the basket has but was left out; with "problem" when the file that
// tells could not be used.
base::json::Ref reference_data(const Basket& basket, base::Instant now);

} // namespace forensics
