#include "reading/engine.hpp"

namespace reading {

namespace {

constexpr std::string_view k_version = "1.0.0";
constexpr std::string_view k_ruleset = "2026.12";

} // namespace

base::json::Ref engine_json()
{
    return base::json::object("mode", "builtin", "version", k_version, "ruleset", k_ruleset,
                              "degraded", false, "degraded_reason", nullptr, "llm", nullptr);
}

} // namespace reading
