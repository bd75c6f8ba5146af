// The red team: reads the text as a carrier of an attack, and re-attacks what passed before.
//
// All of its checks read the whole text, code and tables too, so that finding nothing is a result.
// What the text says about itself never makes a finding milder.
#include "verify/forms/forms.hpp"
#include "verify/orders/orders.hpp"
#include "verify/outcome/critics.hpp"
#include "verify/wording/wording.hpp"

namespace verify::outcome {

std::span<const Family> red_team_families()
{
    static constexpr Family k_families[] = {
        {orders::k_checks, orders::look_for_injections, true},
        {forms::k_secret_checks, forms::look_for_secrets, true},
        {forms::k_bidi_checks, forms::look_for_bidi, true},
        {forms::k_confusable_checks, forms::look_for_confusables, true},
        {forms::k_invisible_checks, forms::look_for_invisibles, true},
        {forms::k_exfiltration_checks, forms::look_for_exfiltration, true},
        {forms::k_phishing_checks, forms::look_for_phishing, true},
        {forms::k_danger_checks, forms::look_for_dangerous_code, true},
        {wording::k_counterexample_checks, wording::look_for_counterexamples},
    };
    return k_families;
}

} // namespace verify::outcome
