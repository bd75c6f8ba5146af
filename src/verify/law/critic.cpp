#include "verify/law/critic.hpp"

#include <algorithm>

namespace verify {

namespace json = base::json;

std::string_view name_of(Severity severity)
{
    switch (severity) {
    case Severity::info: return "info";
    case Severity::minor: return "minor";
    case Severity::major: return "major";
    case Severity::critical: return "critical";
    }
    __builtin_unreachable();
}

std::string_view name_of(Certainty certainty)
{
    switch (certainty) {
    case Certainty::exact: return "exact";
    case Certainty::strong: return "strong";
    case Certainty::heuristic: return "heuristic";
    case Certainty::model: return "model";
    }
    __builtin_unreachable();
}

Mark mark_view(const Document& document, std::size_t begin, std::size_t end, std::string_view role)
{
    const auto range = reading::source_range(document.view, document.source, begin, end);
    return {range.begin, range.end, role};
}

Mark mark_tokens(const Document& document, std::uint32_t begin, std::uint32_t end,
                 std::string_view role)
{
    return mark_view(document, document.tokens[begin].begin, document.tokens[end - 1].end, role);
}

std::string_view quote_of(const Document& document, const Mark& mark)
{
    return std::string_view{document.source}.substr(mark.begin, mark.end - mark.begin);
}

Mark mark_of(const Document& document, const Quantity& quantity, std::string_view role)
{
    return mark_tokens(document, quantity.number_begin, quantity.number_end, role);
}

bool is_quoted(const Document& document, const Mark& mark)
{
    const auto& tokens = document.tokens;
    const auto& origin = document.view.origin;
    const auto first = std::lower_bound(
        tokens.begin(), tokens.end(), mark.begin,
        [&](const reading::Token& token, std::uint32_t at) { return origin[token.begin] < at; });
    return first != tokens.end() && first->quoted;
}

json::Ref readings_json(std::span<const Reading> readings)
{
    auto out = json::array();
    for (const auto& reading : readings)
        json::append(out.get(), json::object("reading", reading.name, "holds", reading.holds));
    return out;
}

} // namespace verify
