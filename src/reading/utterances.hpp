// Sentences as they can be quoted by themselves: without what stands around them on a page.
//
// A dateline, a list mark or a label is taken off the edge; the words between stay as they are. A
// headline that ran into the text below it is parted from it, and what is not a sentence (a
// heading, a menu, a byline, a table, a link) is told. The method follows the order of evidence
// that a reader has: where lines end, what the sentence ends with, and whether it has a verb.
#pragma once

#include "reading/document.hpp"

#include <string_view>
#include <vector>

namespace reading {

// Why words cannot be quoted as a sentence.
enum class Unfit {
    none,
    question,
    no_end,   // a headline, a menu, a part that was cut off
    fragment, // it begins in the middle
    markup,   // code, links, remnants of a page
    no_prose, // mostly figures and signs
    no_verb,  // a title, a byline
    notice,   // of the page to its reader: rights, subscriptions, where to read on
    method    // a part of an abstract that tells what was done, not what was found
};

struct Utterance {
    std::uint32_t sentence = 0; // of the document; where it begins, when it is made of two
    std::uint32_t begin = 0;    // tokens
    std::uint32_t end = 0;
    std::uint32_t words = 0;
    Unfit unfit = Unfit::none;
    // How well it stands by itself: 1 for a sentence that does, less for one that leans on others,
    // speaks for its author or is half a quotation, 1.5 for the conclusion of an abstract.
    double worth = 1;
    bool dangles = false;      // it begins with a word for something before it
    bool first_person = false; // outside quotations
    bool is_conclusion = false;
};

// The utterances of paragraphs and lists, in their order; those of fewer than three words are left
// out. `language` as guess_language() tells: of others than English no verb is asked for.
std::vector<Utterance> read_utterances(const Document& document, std::string_view language);

} // namespace reading
