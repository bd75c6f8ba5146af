// Full stops that end no sentence although a capital follows. ICU's own list of suppressions has
// few titles and no initialisms; in news every tenth sentence would end at one of them.
#pragma once

#include <string_view>

namespace reading {

// A word that no name begins with: with a capital it begins a sentence. Of English.
bool opens_sentence(std::string_view folded_word);

// `before` ends with the stop, `behind` begins with the next word; both as printed. A title or a
// word that leads on ("Sen.", "Mt.", "bzw.") needs what follows it. After any other abbreviation
// ("the U.S.", "5 p.m.", "Acme Corp.") and after an initial a sentence ends only where the next
// word is one that no name begins with: "the", "it", "in".
bool stop_is_of_abbreviation(std::string_view before, std::string_view behind);

} // namespace reading
