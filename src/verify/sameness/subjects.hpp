// The subject of a sentence, as the stems of a noun phrase.
#pragma once

#include "reading/passage.hpp"
#include "reading/stem.hpp"
#include "verify/law/words.hpp"

#include <set>
#include <string>

namespace verify::sameness {

// Remembers what a text has named so far: "it" and "the company" stand for the last thing named, as
// long as only one thing has a name.
class Subjects {
public:
    // `document` must outlive the Subjects.
    explicit Subjects(const Document& document) : m_document{document} {}

    // After each sentence, in the order of the text.
    void remember(const Passage& sentence);

    // What stands before the verb back to the start of the clause; empty where that is not a plain
    // noun phrase: a part of a thing is not the thing, and "X and Y" are two.
    [[nodiscard]] std::string before(const Passage& sentence, std::uint32_t verb) const;

    // The stems of tokens [begin, end), or the last thing named where they only point to that.
    [[nodiscard]] std::string resolved(const Passage& sentence, std::uint32_t begin,
                                       std::uint32_t end) const;

    // Sorted, with a blank between, without determiners.
    [[nodiscard]] std::string stems(const Passage& sentence, std::uint32_t begin,
                                    std::uint32_t end) const;
    [[nodiscard]] std::string stem(std::string_view folded_word) const
    {
        return m_stemmer.stem(folded_word);
    }
    [[nodiscard]] bool is_capital(std::uint32_t token) const;

private:
    [[nodiscard]] std::string proper_subject(const Passage& sentence) const;

    const Document& m_document;
    reading::Stemmer m_stemmer;
    std::set<std::string> m_named;
    std::string m_last;
};

} // namespace verify::sameness
