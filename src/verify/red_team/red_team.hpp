// The red team: reads the text as a carrier of an attack, and re-attacks what passed before.
//
// One file for each family. All of them read the whole text, code and tables too, so that finding
// nothing is a result. What the text says about itself never makes a finding milder.
#pragma once

#include "verify/critic.hpp"

namespace verify::red_team {

std::span<const Family> families();

// How it answers the findings of earlier critics: it notes where a reader sees another value than
// was computed with. It disputes nothing: the text's author would have a say.
std::vector<Response> answer(const Document& document, const Review& earlier, Review& own);

// The families.
void look_for_injections(const Document& document, Review& review);
void look_for_secrets(const Document& document, Review& review);
void look_for_bidi(const Document& document, Review& review);
void look_for_confusables(const Document& document, Review& review);
void look_for_invisibles(const Document& document, Review& review);
void look_for_exfiltration(const Document& document, Review& review);
void look_for_phishing(const Document& document, Review& review);
void look_for_dangerous_code(const Document& document, Review& review);
void look_for_counterexamples(const Document& document, Review& review);

} // namespace verify::red_team
