// Whether words are a sentence that can be quoted by itself, and how well it stands alone.
#pragma once

#include "reading/passage.hpp"
#include "reading/utterances.hpp"

namespace reading {

// What the text around an utterance tells of it.
struct Surroundings {
    bool is_english = true;
    bool has_stops = true;  // the text ends its sentences with marks
    bool is_item = false;   // of a list
    bool opens = false;     // a paragraph
    bool is_method = false; // a part of an abstract that tells what was done
    bool is_conclusion = false;
};

// What may stand behind the mark that ends a sentence.
bool closes_quotation(std::string_view sign);

// Whether the tokens [begin, end) end with a mark that ends a sentence, behind which closing signs
// and a reference ("[3]") may stand.
bool ends_sentence(const Document& document, std::uint32_t begin, std::uint32_t end);

// Fills what an Utterance tells of its words, which are set: `unfit`, `worth`, `dangles`,
// `first_person`, `is_conclusion`. The first person does not weigh in `worth`.
void judge(const Document& document, const Surroundings& around, Utterance& utterance);

} // namespace reading
