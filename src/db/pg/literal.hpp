// The one text of a statement, as PostgreSQL has it.
#pragma once

#include <string>
#include <string_view>

namespace db::pg {

// `?1` becomes `$1`, outside of quotes.
std::string with_dollars(std::string_view sql);

} // namespace db::pg
