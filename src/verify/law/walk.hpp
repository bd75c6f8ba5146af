// The one walk over the sentences of a text.
#pragma once

#include "verify/law/critic.hpp"

namespace verify {

// What of a text a check reads.
enum class Reads {
    everything,
    all_but_code,
    text,       // no code and no rows of tables, which have readers of their own
    prose,      // nor headings
    paragraphs, // and items of lists
};

// Whether the sentence, an index of `document.sentences`, is of that.
bool is_read(const Document& document, std::size_t sentence, Reads what);

// Calls `look` with each of these sentences, in order, while the review has room: the work that a
// hostile text can cause stays bounded.
template <class Look>
void each_sentence(const Document& document, Reads what, const Review& review, const Look& look)
{
    for (std::size_t i = 0; i < document.sentences.size() && !review.is_full(); ++i)
        if (is_read(document, i, what)) look(i);
}

// The look of a check that reads one sentence by itself.
template <void (*check)(const Passage&, Review&)>
void in_sentences(const Document& document, Review& review)
{
    each_sentence(document, Reads::text, review,
                  [&](std::size_t i) { check(Passage::sentence(document, i), review); });
}

} // namespace verify
