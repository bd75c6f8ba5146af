// What a child process can be asked for beside a product, and which of all that needs sockets.
#pragma once

#include <string_view>

namespace catalog {

// The pages that a request names, read from the network (analysis/fetch.hpp).
inline constexpr std::string_view k_fetch = "fetch";
// The text of one such page (sources/extract.hpp).
inline constexpr std::string_view k_extract = "extract";
// A look whether the network can be seen from here: makes {"online": boolean}.
inline constexpr std::string_view k_vantage_test = "vantage_test";
// A scan of the fixed basket with what is retired of it; makes the artifact.
inline constexpr std::string_view k_basket_test = "basket_test";

// Whether who makes it, a product or one of the above, opens sockets: then it is `assay-scan`'s
// work, else `assay-run`'s, which has none.
bool needs_sockets(std::string_view key);

} // namespace catalog
