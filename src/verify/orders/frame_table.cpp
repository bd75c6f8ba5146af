#include "verify/orders/frame_table.hpp"

#include "base/concat.hpp"

#include <algorithm>
#include <stdexcept>

namespace verify::orders {

FrameTable::FrameTable()
{
    const Language k_languages[] = {english_override(), english_other(), romance(),
                                    german_and_russian()};
    for (const auto& language : k_languages)
        for (const auto& set : language.sets) m_sets[set.name] = set.words;
    for (const auto& language : k_languages)
        for (const auto& row : language.rows) m_frames.push_back(compile(row));
    m_starting.resize(m_next);
    for (const auto& frame : m_frames) m_starting[frame.elements.front().kind].push_back(&frame);
}

const std::vector<std::uint16_t>* FrameTable::kinds_of(std::string_view word, bool folded) const
{
    const auto& words = folded ? m_folded : m_words;
    const auto found = words.find(word);
    return found == words.end() ? nullptr : &found->second;
}

const std::vector<const Frame*>& FrameTable::starting_with(std::uint16_t kind) const
{
    return m_starting[kind];
}

Frame FrameTable::compile(const Row& row)
{
    Frame frame;
    frame.row = &row;
    std::uint8_t gap = 0;
    for (std::string_view rest = row.frame; !rest.empty();) {
        const std::size_t blank = std::min(rest.find(' '), rest.size());
        std::string_view part = rest.substr(0, blank);
        rest.remove_prefix(std::min(blank + 1, rest.size()));
        if (part.empty()) continue;
        if (part.front() == '~') {
            gap = static_cast<std::uint8_t>(part[1] - '0');
            if (part.size() > 2) gap = static_cast<std::uint8_t>(gap * 10 + part[2] - '0');
            continue;
        }
        Element element{0, gap, false};
        gap = 0;
        if (part.front() == '?') {
            element.optional = true;
            part.remove_prefix(1);
        } else if (part.back() == '?') {
            element.optional = true;
            part.remove_suffix(1);
        }
        element.kind = kind_of(part);
        frame.elements.push_back(element);
    }
    if (frame.elements.empty() || frame.elements.front().optional)
        throw std::logic_error{base::concat("a frame without a beginning: ", row.frame)};
    return frame;
}

std::uint16_t FrameTable::kind_of(std::string_view part)
{
    const auto [row, fresh] = m_kinds.try_emplace(std::string{part}, m_next);
    if (!fresh) return row->second;
    ++m_next;
    enter(part, row->second, "", /*depth=*/0);
    return row->second;
}

void FrameTable::enter(std::string_view alternatives, std::uint16_t kind, std::string_view suffix,
                       int depth)
{
    while (!alternatives.empty()) {
        const std::size_t bar = std::min(alternatives.find('|'), alternatives.size());
        std::string_view word = alternatives.substr(0, bar);
        alternatives.remove_prefix(std::min(bar + 1, alternatives.size()));
        if (word.starts_with('@')) {
            const bool colon = word.back() == ':';
            if (colon) word.remove_suffix(1);
            const auto set = m_sets.find(word);
            if (set == m_sets.end() || depth > 2)
                throw std::logic_error{base::concat("no set of words is named ", word)};
            enter(set->second, kind, colon ? ":" : suffix, depth + 1);
            continue;
        }
        std::string entry = base::concat(word, suffix);
        m_words[entry].push_back(kind);
        std::replace(entry.begin(), entry.end(), 'l', 'i');
        auto& folded = m_folded[entry];
        if (std::find(folded.begin(), folded.end(), kind) == folded.end()) folded.push_back(kind);
    }
}
const FrameTable& frame_table()
{
    static const FrameTable k_table;
    return k_table;
}

} // namespace verify::orders
