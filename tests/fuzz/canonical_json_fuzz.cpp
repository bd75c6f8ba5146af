// Canonical bytes are a fixed point: read again they give the same bytes.
#include "base/canonical_json.hpp"

#include <cstdlib>

namespace {

// nullopt: the text is no JSON, or has no canonical form.
std::optional<std::string> canonical(std::string_view text, base::json::Integers integers)
{
    const auto parsed = base::json::parse(text, integers);
    if (!parsed) return std::nullopt;
    auto bytes = base::canonical_json(parsed->get());
    if (!bytes) return std::nullopt;
    return std::move(*bytes);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using base::json::Integers;
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const auto as_doubles = canonical(text, Integers::as_double);
    if (as_doubles && canonical(*as_doubles, Integers::as_double) != as_doubles) std::abort();
    // Where integers stay exact, the bytes are those of the doubles.
    const auto exact = canonical(text, Integers::exact);
    if (exact && exact != as_doubles) std::abort();
    return 0;
}
