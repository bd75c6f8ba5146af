#include "llm/model.hpp"

namespace llm {

namespace {

struct Row {
    Silence silence;
    std::string_view name;
};
constexpr Row k_rows[] = {
    {Silence::away, "away"},
    {Silence::refused, "refused"},
    {Silence::over_budget, "over_budget"},
    {Silence::too_long, "too_long"},
    {Silence::cut_off, "cut_off"},
    {Silence::filtered, "filtered"},
    {Silence::truncated, "truncated"},
    {Silence::wrong_model, "wrong_model"},
    {Silence::unreadable, "unreadable"},
};

} // namespace

std::string_view name_of(Silence silence)
{
    for (const auto& row : k_rows)
        if (row.silence == silence) return row.name;
    __builtin_unreachable();
}

std::optional<Silence> parse_silence(std::string_view name)
{
    for (const auto& row : k_rows)
        if (row.name == name) return row.silence;
    return std::nullopt;
}

} // namespace llm
