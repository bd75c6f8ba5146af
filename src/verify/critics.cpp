#include "verify/critics.hpp"

#include "verify/against/against.hpp"
#include "verify/red_team/red_team.hpp"
#include "verify/skeptic/skeptic.hpp"
#include "verify/verifier/second_route.hpp"
#include "verify/verifier/verifier.hpp"

namespace verify {

const Critic* find_critic(std::string_view name)
{
    static const Critic k_critics[] = {
        {"skeptic", skeptic::families()},
        {"verifier", verifier::families(), verifier::answer, against::families()},
        {"red_team", red_team::families(), red_team::answer},
    };
    for (const auto& critic : k_critics)
        if (critic.name == name) return &critic;
    return nullptr;
}

} // namespace verify
