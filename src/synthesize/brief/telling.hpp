// What a sentence is told as: something that happened, a picture's caption, a risk, a plan.
#pragma once

#include "reading/passage.hpp"
#include "synthesize/study.hpp"

namespace synthesize::brief {

// Whether a verb of the sentence is in the past. Of English, by its forms.
bool tells_past(const reading::Passage& words);

// Whether the sentence stands below a picture: it tells in the present of a day that is over
// ("Fans celebrate at the harbour on 3 May 2024"). Of English.
bool is_caption(const Study& study, std::size_t statement);

// Whether it says of what the question is about that something may go wrong: as a noun of its own
// or a verb, neither denied nor what describes another noun ("risk ratio", "high-risk systems").
// What has happened is no risk, nor what the question or the titles are about.
bool tells_risk(const Study& study, std::size_t statement);

// Whether it says of what the question is about that something is to come after the newest source.
bool tells_ahead(const Study& study, std::size_t statement);

// Whether a word of the question stands in it.
bool is_about_question(const Study& study, std::size_t statement);

} // namespace synthesize::brief
