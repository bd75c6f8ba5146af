#include "embedded/files.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

namespace embedded {

std::string_view file(std::string_view name)
{
    for (const auto& each : files())
        if (each.name == name) return each.content;
    throw base::Fault{"no embedded file has this name"};
}

base::json::Ref json_file(std::string_view name)
{
    auto out = base::json::parse(file(name));
    if (!out) throw base::Fault{base::concat(name, ": ", out.error().detail)};
    return std::move(*out);
}

} // namespace embedded
