// The red team: reads the text as a carrier of an attack, and re-attacks what passed before.
//
// One file for each family. All of them read the whole text, code and tables too, so that finding
// nothing is a result. What the text says about itself never makes a finding milder.
#pragma once

#include "analysis/verify/critic.hpp"

namespace analysis::verify::red_team {

std::span<const Family> families();

// How it answers the findings of earlier critics: it confirms what no statement of the text takes
// back, and notes where the text tells its readers not to look. It disputes nothing: whoever wrote
// the text would have a say.
std::vector<Response> answer(const text::Document& document, const Review& earlier, Review& own);

// The families.
void look_for_injections(const text::Document& document, Review& review);
void look_for_secrets(const text::Document& document, Review& review);
void look_for_bidi(const text::Document& document, Review& review);
void look_for_confusables(const text::Document& document, Review& review);
void look_for_invisibles(const text::Document& document, Review& review);
void look_for_exfiltration(const text::Document& document, Review& review);
void look_for_phishing(const text::Document& document, Review& review);
void look_for_dangerous_code(const text::Document& document, Review& review);
void look_for_counterexamples(const text::Document& document, Review& review);

} // namespace analysis::verify::red_team
