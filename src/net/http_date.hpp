// Dates as HTTP writes them (RFC 9110, section 5.6.7).
#pragma once

#include "base/clock.hpp"

#include <optional>
#include <string_view>

namespace net {

// "Sun, 06 Nov 1994 08:49:37 GMT": the one form that is still sent. Years 1970 to 9999.
std::optional<base::Instant> parse_http_date(std::string_view text);

// The time of the first Date header in the head of an HTTP answer, which may be cut.
std::optional<base::Instant> date_header_of(std::string_view head);

} // namespace net
