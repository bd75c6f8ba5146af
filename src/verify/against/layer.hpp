// The words of a text without what a page made of them: the text layer of a PDF, a scan, marked-up
// text.
//
// Ligatures, raised digits and capitals are folded; tags, soft hyphens and signs are not words.
// What may be a word or none, as a reference mark or a running head, stays with a way around it.
// Every word knows its token, so what is found is shown as it stands in the text.
#pragma once

#include "reading/document.hpp"

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace verify::against {

// Letters alone, or a number.
struct LayerWord {
    std::string_view text; // of the Layer, which must outlive it, or of the document
    std::uint32_t token = 0;
    std::uint32_t begin = 0; // bytes of the View
    std::uint32_t end = 0;
    // A hyphen, the end of a line or nothing parts it from the next: both may be one word.
    bool may_go_on = false;
    char sign = 0; // the mark of a number which does: "3.", line end, "5"
};

class Layer {
public:
    // The document must outlive it. Sentences for which `is_left_out` holds have no words.
    Layer(const reading::Document& document, const std::function<bool(std::size_t)>& is_left_out);
    // The layer of a quotation, in which nothing is a mark of the page.
    Layer(const reading::Document& document, reading::TokenRange tokens);
    Layer(const Layer&) = delete; // words are parts of it
    Layer& operator=(const Layer&) = delete;

    [[nodiscard]] const std::vector<LayerWord>& words() const { return m_words; }
    // Behind the mark of the page that begins with the word, or the word itself: nothing begins.
    [[nodiscard]] std::uint32_t past(std::uint32_t word) const
    {
        return word < m_past.size() ? m_past[word] : word;
    }
    // The word and the next one as one; empty if they are two.
    [[nodiscard]] std::string joined(std::uint32_t word) const;

private:
    friend class LayerReader;

    std::vector<LayerWord> m_words;
    std::vector<std::uint32_t> m_past; // by word
    std::deque<std::string> m_folded;  // of words that are not written so
};

} // namespace verify::against
