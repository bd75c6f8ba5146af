// What a model is shown of the sources beside a claim of the text.
#pragma once

#include "verify/against/comparison.hpp"
#include "verify/equations/quotes.hpp"

#include <memory>

namespace verify::entailment {

using against::Window;
using equations::Quotes;

// A longer line is not shown, and a longer claim not asked about.
inline constexpr std::size_t k_longest_line = 1'000; // bytes

// The sources as a model may be shown them: the secrets in them are blackened.
class ShownSources {
public:
    // `with` must outlive it.
    explicit ShownSources(const against::Comparison& with)
        : m_with{with}, m_quotes(with.given.size())
    {
    }

    [[nodiscard]] const against::Comparison& with() const { return m_with; }
    [[nodiscard]] const Quotes& of(std::uint32_t source) const;
    [[nodiscard]] std::string_view line(const Window& window) const
    {
        return of(window.source).shown(window.sentence);
    }

private:
    const against::Comparison& m_with;
    mutable std::vector<std::unique_ptr<Quotes>> m_quotes; // of sources that were looked at
};

// At most 24 sentences, the best first: 3 to 8 of each source that the sentence is compared with,
// by how rare the words are that they share with it, each followed by the one before it. If there
// are few, others of the sources follow. None gives orders to its reader.
std::vector<Window> evidence_for(const ShownSources& sources, std::size_t sentence);

} // namespace verify::entailment
