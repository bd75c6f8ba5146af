#include "verify/outcome/critics.hpp"

#include "base/concat.hpp"
#include "verify/against/checks.hpp"
#include "verify/entailment/inquiry.hpp"
#include "verify/equations/checks.hpp"
#include "verify/forms/checks.hpp"
#include "verify/model/panel.hpp"
#include "verify/moments/checks.hpp"
#include "verify/orders/checks.hpp"
#include "verify/relations/checks.hpp"
#include "verify/sameness/checks.hpp"
#include "verify/statistics/checks.hpp"
#include "verify/tables/checks.hpp"
#include "verify/wording/checks.hpp"

#include <algorithm>
#include <stdexcept>

namespace verify::outcome {

namespace {

// The room that looks first speaks first (law/ledger.hpp).
constexpr std::span<const Family* const> k_rooms[] = {
    relations::k_families, equations::k_families,  moments::k_families,
    wording::k_families,   sameness::k_families,   tables::k_families,
    orders::k_families,    statistics::k_families, forms::k_families};

std::vector<const Family*> families_of(Voice voice)
{
    std::vector<const Family*> out;
    for (const auto& room : k_rooms)
        std::copy_if(room.begin(), room.end(), std::back_inserter(out),
                     [&](const Family* family) { return family->voice == voice; });
    return out;
}

const std::vector<Critic>& all_critics()
{
    static const std::vector<Critic> k_critics{
        {"skeptic", families_of(Voice::skeptic)},
        {"verifier", families_of(Voice::verifier), answer_by_second_route, against::k_families},
        {"red_team", families_of(Voice::red_team), answer_as_reader}};
    return k_critics;
}

std::vector<const Check*> checks_of(const Critic& critic)
{
    std::vector<const Check*> out;
    const auto add = [&](std::span<const Check* const> checks) {
        for (const Check* check : checks)
            if (std::ranges::find(out, check) == out.end()) out.push_back(check);
    };
    for (const Family* family : critic.families) add(family->checks);
    for (const SourceFamily* family : critic.source_families) add(family->checks);
    return out;
}

} // namespace

const Critic* find_critic(std::string_view name)
{
    const auto& critics = all_critics();
    const auto found = std::ranges::find(critics, name, &Critic::name);
    return found == critics.end() ? nullptr : &*found;
}

const Critic& pointing_critic()
{
    static constexpr const Check* k_of_sources[] = {&entailment::k_source_contradicted};
    static const Family k_family{Voice::model, model::pointed_checks(), nullptr};
    static const Family k_source_family{Voice::model, k_of_sources, nullptr};
    static const Critic k_critic{"model", {&k_family, &k_source_family}};
    return k_critic;
}

std::span<const Check* const> all_checks()
{
    static const std::vector<const Check*> k_checks = [] {
        std::vector<const Check*> out;
        for (const Critic& critic : all_critics())
            std::ranges::copy(checks_of(critic), std::back_inserter(out));
        return out;
    }();
    return k_checks;
}

const Critic& critic_of(CheckRef check)
{
    for (const Critic& critic : all_critics()) {
        const auto checks = checks_of(critic);
        if (std::ranges::find(checks, &*check) != checks.end()) return critic;
    }
    throw std::logic_error{base::concat("no critic speaks of ", check.id())};
}

} // namespace verify::outcome
