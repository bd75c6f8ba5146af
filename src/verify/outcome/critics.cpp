#include "verify/outcome/critics.hpp"

#include "verify/against/against.hpp"

namespace verify::outcome {

const Critic* find_critic(std::string_view name)
{
    static const Critic k_critics[] = {
        {"skeptic", skeptic_families()},
        {"verifier", verifier_families(), answer_by_second_route, against::families()},
        {"red_team", red_team_families(), answer_as_reader},
    };
    for (const auto& critic : k_critics)
        if (critic.name == name) return &critic;
    return nullptr;
}

} // namespace verify::outcome
