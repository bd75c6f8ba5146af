// Canonical bytes are a fixed point: read again they give the same bytes.
#include "base/canonical_json.hpp"

#include <cmath>
#include <cstdlib>

namespace {

// ECMAScript prints 1e16 as an integer of 17 digits, which our reader refuses as inexact.
bool holds_large_real(const json_t* value_view)
{
    if (json_is_real(value_view))
        return std::abs(json_real_value(value_view)) >= 9007199254740992.0;
    bool found = false;
    if (json_is_object(value_view))
        base::json::for_each_member(value_view, [&](std::string_view, const json_t* member_view) {
            found = found || holds_large_real(member_view);
        });
    for (std::size_t i = 0; i < json_array_size(value_view); ++i)
        found = found || holds_large_real(json_array_get(value_view, i));
    return found;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto parsed = base::json::parse({reinterpret_cast<const char*>(data), size});
    if (!parsed || holds_large_real(parsed->get())) return 0;
    const auto bytes = base::canonical_json(parsed->get());
    if (!bytes) return 0;
    const auto again = base::json::parse(*bytes);
    if (!again) std::abort();
    const auto same = base::canonical_json(again->get());
    if (!same || *same != *bytes) std::abort();
    return 0;
}
