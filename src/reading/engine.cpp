#include "reading/engine.hpp"

#include "reading/wordnet/wordnet.hpp"

namespace reading {

namespace {

constexpr std::string_view k_version = "1.0.0";
constexpr std::string_view k_ruleset = "2026.20";

} // namespace

base::json::Ref engine_json()
{
    return base::json::object("mode", "builtin", "version", k_version, "ruleset", k_ruleset,
                              "degraded", false, "degraded_reason", nullptr, "llm", nullptr);
}

base::json::Ref engine_with_words_json()
{
    auto out = engine_json();
    base::json::set(out.get(), "wordnet", base::json::value(WordNet::version()));
    return out;
}

} // namespace reading
