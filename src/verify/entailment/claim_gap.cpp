#include "verify/entailment/claim_gap.hpp"

#include "base/concat.hpp"
#include "verify/questions/shown.hpp"

#include <algorithm>
#include <numeric>

namespace verify::entailment {

using base::concat;
using questions::Filled;

std::size_t tokens_of(const ShownSources& sources, std::span<const Window> lines)
{
    constexpr std::size_t k_of_a_line = 24; // its mark and its number
    std::size_t out = 0;
    for (const auto& line : lines)
        out += static_cast<std::size_t>(llm::most_tokens(sources.line(line))) + k_of_a_line;
    return out;
}

ClaimGapSheet::ClaimGapSheet(const Quotes& text, const ShownSources& sources,
                             std::span<const ClaimGap* const> gaps, llm::Chance& chance)
    : m_text{text}, m_sources{sources}, m_gaps{gaps}, m_items(gaps.size() + k_ours_in_gaps)
{
    for (std::size_t i = 0; i < k_ours_in_gaps; ++i)
        m_controls.emplace_back(chance, text.document().language);
    std::iota(m_items.begin(), m_items.end(), 0);
    for (std::size_t i = m_items.size(); i > 1; --i)
        std::swap(m_items[i - 1], m_items[chance.below(i)]);
    const std::string mark = chance.mark();
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        m_material += concat("Item ", i + 1, '\n', mark, " S1| ");
        if (m_items[i] >= gaps.size()) {
            m_material += m_controls[m_items[i] - gaps.size()].with_gap() + '\n';
            continue;
        }
        const ClaimGap& gap = *gaps[m_items[i]];
        const auto sentence = gap.claimed->sentence;
        std::string claim{text.shown(sentence)};
        claim.replace(gap.words.begin - text.place_of(sentence).begin,
                      gap.words.end - gap.words.begin, equations::k_gap);
        m_material += claim + '\n';
        const auto& lines = gap.claimed->lines;
        for (std::size_t line = 0; line < lines.size(); ++line)
            m_material += concat(mark, " E", line + 1, "| ", sources.line(lines[line]), '\n');
    }
}

Filled ClaimGapSheet::judge(const ClaimGap& gap, const questions::Fill& fill) const
{
    if (fill.kind != "words" || fill.words.empty()) return Filled::open;
    if (questions::plain_words(fill.words) == questions::plain_words(m_text.text_at(gap.words)))
        return Filled::stated;
    const bool is_there = std::ranges::any_of(gap.claimed->lines, [&](const Window& each) {
        return m_sources.line(each).find(fill.words) != std::string_view::npos;
    });
    return is_there ? Filled::same : Filled::other;
}

std::optional<ClaimGapSheet::Answers> ClaimGapSheet::read(const json_t* answer_view) const
{
    const auto fills = questions::read_fills(answer_view, m_items.size());
    if (!fills) return std::nullopt;
    Answers out;
    out.filled.resize(m_gaps.size());
    for (std::size_t i = 0; i < fills->size(); ++i) {
        const auto& fill = (*fills)[i];
        if (m_items[i] < m_gaps.size())
            out.filled[m_items[i]] = judge(*m_gaps[m_items[i]], fill);
        else if (fill.kind == "formula" &&
                 m_controls[m_items[i] - m_gaps.size()].is_answered_by(fill.formula))
            ++out.ours_right;
    }
    return out;
}

} // namespace verify::entailment
