#pragma once

#include "documents/site.hpp"

#include <string>
#include <string_view>

namespace support {

// What a reader gets at `path`. Throws when no page is there.
std::string page_text(const catalog::Catalog& catalog, std::string_view path);

} // namespace support
