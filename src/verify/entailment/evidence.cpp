#include "verify/entailment/evidence.hpp"

#include "verify/questions/shown.hpp"

#include <algorithm>

namespace verify::entailment {

const Quotes& ShownSources::of(std::uint32_t source) const
{
    auto& out = m_quotes[source];
    if (out == nullptr) {
        const Document& document = m_with.given.source(source).document;
        std::vector<Mark> own;
        std::ranges::copy_if(m_with.secrets, std::back_inserter(own),
                             [&](const Mark& mark) { return mark.source == source; });
        out = std::make_unique<Quotes>(document, questions::blackened(document, own));
    }
    return *out;
}

std::vector<Window> evidence_for(const ShownSources& sources, std::size_t sentence)
{
    constexpr std::size_t k_most_lines = 24;
    constexpr std::size_t k_few_lines = 8;
    constexpr std::size_t k_fewest_of_each = 3;
    const auto& with = sources.with();
    const auto& range = with.text.of_sentence[sentence];
    const auto among = with.binding.among(sentence);
    if (among.empty()) return {};
    const auto terms = with.given.text_terms().of(range.begin, range.end);
    auto best = with.given.windows_of_each(terms, among,
                                           std::max(k_few_lines / among.size(), k_fewest_of_each));
    std::ranges::stable_sort(best, std::ranges::greater{}, &Window::covered);
    std::vector<Window> out;
    const auto add = [&](const Window& window) {
        const bool is_known = std::ranges::any_of(out, [&](const Window& each) {
            return each.source == window.source && each.sentence == window.sentence;
        });
        const auto line = sources.line(window);
        if (is_known || out.size() == k_most_lines || line.empty() ||
            line.size() > k_longest_line || with.given.is_order(window.source, window.sentence))
            return;
        out.push_back(window);
    };
    for (const auto& window : best) {
        add(window);
        if (window.sentence > 0) add({window.source, window.sentence - 1});
    }
    for (const auto source : among) {
        const auto count = with.given.source(source).document.sentences.size();
        for (std::uint32_t i = 0; i < count && out.size() < k_few_lines; ++i) add({source, i});
    }
    return out;
}

} // namespace verify::entailment
