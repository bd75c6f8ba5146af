// What a question asks for: its words, and the kind of thing that stands in an answer.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unicode/unistr.h>
#include <unordered_map>
#include <vector>

namespace synthesize {

// The kind of thing that is asked for, as far as the first words of a question tell.
enum class Thing { any, number, date, name, cause, place };

std::string_view name_of(Thing thing);

// A word of a text, and what is left of it without its ending.
struct Word {
    std::string written;
    std::string stem; // as lower() makes it
};

// Runs of letters, marks and digits; of a script without blanks, ICU's words.
std::vector<Word> words_of(const icu::UnicodeString& text);

// The stems of a text's words with content, each once.
std::set<std::string> stems_in(std::string_view text);

// Whether a word of the question begins with a capital.
bool is_of_name(const Word& word);

// In lower case, letters with their accents composed (NFC).
std::string lower(std::string_view word);

// Whether a word of the text turns what it says round, or says that it is not so: "isn't", "false",
// "denied".
bool denies(std::string_view text);

struct Asked {
    // `language` of the sources: words without content are left out by a list in English, by their
    // length in other languages.
    Asked(std::string_view query, std::string_view language);

    std::vector<Word> words;                               // in their order, each stem once
    std::unordered_map<std::string, std::uint16_t> places; // of the words, by their stems
    Thing thing = Thing::any;
};

// Whether a thing of the kind that was asked for stands in the text; false for `any`. The name that
// the question itself has counts for a name.
bool holds(const icu::UnicodeString& text, Thing thing);
// The same without it.
bool holds_anew(std::string_view text, const Asked& asked);

// UTF-16 units [first, second): words with a capital that follow each other, behind another word;
// of `place`, behind "in", "at", "near" or "on". Those that hold a word of the question do not
// count.
std::vector<std::pair<std::int32_t, std::int32_t>> names_in(const icu::UnicodeString& text,
                                                            const Asked& asked);

} // namespace synthesize
