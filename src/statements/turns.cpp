#include "statements/turns.hpp"

#include "reading/passage.hpp"
#include "statements/guards.hpp"

namespace statements {

Turns::Turns(const reading::Document& document)
    : m_is_turn(document.tokens.size(), false), m_takes_back(document.sentences.size(), false)
{
    constexpr std::string_view k_turns[] = {
        "without", "lack",    "lacks",  "lacking", "fail",    "fails",  "failed", "unable",
        "rather",  "instead", "less",   "few",     "little",  "hardly", "barely", "only",
        "rarely",  "avoid",   "absent", "absence", "prevent", "stop",   "against"};
    for (std::size_t s = 0; s < document.sentences.size(); ++s) {
        const auto words = reading::Passage::sentence(document, s);
        bool is_but = false;
        for (auto i = words.begin(); i < words.end(); ++i) {
            const bool denies = is_negation(words, i);
            m_is_turn[i] = denies || reading::is_one_of(words.word(i), k_turns);
            is_but = is_but || words.is(i, {"but", "however", "although", "though", "yet"});
            if (is_but && denies) m_takes_back[s] = true;
        }
    }
}

} // namespace statements
