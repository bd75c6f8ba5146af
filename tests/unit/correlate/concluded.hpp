// What a whole correlation concludes, as its tests read it.
#pragma once

#include "base/json.hpp"

#include <string>

namespace tests {

// The artifact of correlate() with what product.hpp adds. Fails the running test where the
// published schema refuses it.
base::json::Ref whole_correlation(base::json::Ref artifact);

// A member of its conclusion; "null" when that is none.
std::string concluded(const base::json::Ref& artifact, const char* member = "relation");

// Its warnings: "outlier:both gaps:a".
std::string warned(const base::json::Ref& artifact);

} // namespace tests
