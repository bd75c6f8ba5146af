// Test sentences of ours among those of a text: by them an answer is tried before it is believed.
//
// Which ones stand there, and with which figures, comes of a nonce that no author of a text knew.
// Half of them are right and half wrong: a model that calls everything wrong, or nothing, does not
// come through. To be right is to say how the number follows, whatever the sentence states.
#pragma once

#include "llm/chance.hpp"
#include "verify/equations/quotes.hpp"

#include <memory>
#include <string>

namespace verify::questions {

using equations::k_gap;
using equations::Place;
using equations::Quotes;

class Control {
public:
    // In the language of the text, where there are frames for it, else in English.
    Control(llm::Chance& chance, std::string_view language);

    [[nodiscard]] const std::string& sentence() const { return m_sentence; }
    [[nodiscard]] bool is_right() const { return m_is_right; }
    // The sentence with a gap in the place of what it states.
    [[nodiscard]] std::string with_gap() const;
    // What it states, as it stands there.
    [[nodiscard]] std::string_view stated() const;
    // Whether a formula over its quotes comes to what is true.
    [[nodiscard]] bool is_answered_by(std::string_view formula) const;
    // Whether a quote of it is, or holds, what it states.
    [[nodiscard]] bool is_about(std::string_view quote) const;
    // What it comes to, in the form in which it states it.
    [[nodiscard]] const std::string& truth() const { return m_truth; }
    // How it follows, as it is printed to people.
    [[nodiscard]] std::string formula_as_printed() const;
    // A number that it does not come to.
    [[nodiscard]] std::string another(llm::Chance& chance) const;

private:
    struct Read;

    std::string m_sentence;
    std::string m_formula;
    std::string m_truth;
    bool m_is_right = true;
    Place m_stated;
    std::shared_ptr<const Read> m_read;
};

} // namespace verify::questions
