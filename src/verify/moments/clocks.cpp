#include "reading/lexicon/lexicon.hpp"
#include "verify/moments/clock_search.hpp"

#include <algorithm>

namespace verify::moments {

using reading::WordSet;

namespace {

// "(same time zone)", "both local time": one clock after all.
bool is_one_zone(const Document& document, std::uint32_t begin, std::uint32_t end)
{
    for (std::uint32_t i = begin; i < end; ++i)
        if (says(document, i, i + 1, reading::Cues{WordSet::all, {"same", "one"}}) &&
            says(document, i + 1, std::min(i + 5, end), {"local", "zone", "zones"}))
            return true;
    return false;
}

// "The clocks went back that night", "daylight saving time ended": a night there has an hour more,
// or less.
bool tells_clock_change(const Document& document, const Section& section)
{
    constexpr std::uint32_t k_near = 6;
    for (std::uint32_t at = section.begin; at < section.end; ++at) {
        const auto word = document.word(at);
        const auto end = std::min(at + k_near, section.end);
        if (word == "clocks" &&
            says(document, at + 1, end, {"back", "backward", "forward", "forwards", "ahead"}))
            return true;
        if (reading::is_one_of(word, {"dst", "sommerzeit", "winterzeit", "zeitumstellung"}) ||
            (word == "daylight" && says(document, at + 1, end, {"saving", "savings", "time"})) ||
            (reading::is_one_of(word, {"summer", "winter"}) && at + 1 < section.end &&
             document.word(at + 1) == "time"))
            return true;
    }
    return false;
}

} // namespace

Section ClockSearch::part(std::size_t first) const
{
    Section out = m_wide;
    const auto begin = m_doc.of_sentence[first].begin;
    const auto is_out = [&](const auto& item) {
        return item.begin < begin || item.begin >= m_own.end;
    };
    std::erase_if(out.clocks, is_out);
    std::erase_if(out.stretches, is_out);
    out.begin = begin;
    return out;
}

bool ClockSearch::is_between_zones(const Section& scope) const
{
    const bool is_shifted = std::any_of(m_wide.stretches.begin(), m_wide.stretches.end(),
                                        [](const Stretch& stretch) { return stretch.is_shift; });
    if (is_shifted || is_one_zone(m_doc, scope.begin, m_own.end)) return false;
    return says(m_doc, scope.begin, m_own.end,
                {"flight", "flights", "flew", "fly", "flies", "flying", "plane", "local", "zone",
                 "zones", "utc", "gmt", "est", "pst", "cet", "cest", "bst", "edt", "pdt"});
}

void check_clocks(Judged& judged, std::size_t sentence)
{
    constexpr std::size_t k_wide = 7; // sentences back
    // More and the numbers fit by chance: nothing is said.
    constexpr std::size_t k_most_clocks = 8;
    constexpr std::size_t k_most_stretches = 6;
    const auto& document = judged.document();
    // Nothing of a time: most sentences.
    const auto& times = judged.times();
    if (times.clocks(sentence).empty() && times.stretches(sentence).empty()) return;
    Section wide = judged.section_of(sentence, k_wide, 1);
    if (tells_clock_change(document, wide)) return;
    check_clock_spans(judged, sentence, judged.section_of(sentence, 0, 0));
    if (wide.clocks.empty() || wide.stretches.empty()) return;
    if (wide.clocks.size() > k_most_clocks) return;
    std::erase_if(wide.stretches, [&](const Stretch& stretch) {
        return stretch.seconds <= 0 || stretch.months > 0 || stretch.seconds >= 2 * k_day ||
               document.tokens[stretch.begin].quoted;
    });
    if (wide.stretches.size() > k_most_stretches) return;
    check_clocks_after(judged, sentence, wide);
    check_lengths_between(judged, sentence, wide);
}

} // namespace verify::moments
