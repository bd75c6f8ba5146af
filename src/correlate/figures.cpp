#include "correlate/figures.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace correlate {

namespace json = base::json;

json::Ref number(double value)
{
    if (!std::isfinite(value)) return json::value(nullptr);
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.12g", value);
    return json::value(std::strtod(text.data(), nullptr));
}

json::Ref number(const std::optional<double>& value)
{
    return value ? number(*value) : json::value(nullptr);
}

json::Ref conclusion_json(const Conclusion& conclusion)
{
    return json::object(
        "relation", name_of(conclusion.relation), "strength", conclusion.strength, "lead",
        conclusion.lead.empty() ? json::value(nullptr) : json::value(conclusion.lead), "lag",
        conclusion.lag ? json::value(conclusion.lag->text()) : json::value(nullptr), "text",
        conclusion.text, "confidence", number(std::round(conclusion.confidence * 100) / 100));
}

json::Ref warnings_json(const std::vector<Warning>& warnings)
{
    auto out = json::array();
    for (const auto& warning : warnings)
        json::append(out.get(), json::object("code", warning.code, "stream",
                                             warning.stream.empty() ? json::value(nullptr)
                                                                    : json::value(warning.stream),
                                             "detail", warning.detail));
    return out;
}

} // namespace correlate
