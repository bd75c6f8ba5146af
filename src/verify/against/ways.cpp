// source.polarity of one change in percent that the text tells as a rise and a source as a fall.
#include "reading/stem.hpp"
#include "verify/against/checks.hpp"
#include "verify/against/comparison.hpp"

#include <algorithm>

namespace verify::against {

namespace {

// Up or down, as the words beside a number tell; nullopt: neither, or both.
std::optional<bool> goes_up(const Passage& words, const Figure& figure)
{
    using reading::WordSet;
    constexpr std::uint32_t k_way_beside = 6;
    bool up = false;
    bool down = false;
    const auto first = figure.begin - std::min(figure.begin, k_way_beside);
    for (auto i = first; i < figure.end + k_way_beside / 2; ++i) {
        up = up || words.is(i, WordSet::rises) || words.is(i, {"up", "gain", "gained"});
        down = down || words.is(i, WordSet::falls) || words.is(i, {"down", "loss", "lost"});
    }
    if (up == down) return std::nullopt;
    return up;
}

} // namespace

bool check_ways(const Comparison& with, std::size_t sentence, Review& review)
{
    const reading::Stemmer stemmer{with.given.text_language()};
    const auto words = Passage::sentence(with.text, sentence);
    const bool is_german = with.given.text_language() == "de";
    for (const auto& figure : statements::read_figures(words, stemmer, is_german)) {
        const auto here = goes_up(words, figure);
        if (!here || figure.unit != "%") continue;
        const Focus focus{sentence, figure.begin, figure.end};
        for (const auto& window :
             with.given.windows(context_of(with, focus), with.binding.among(sentence), k_nearest)) {
            if (window.covered < k_same_thing) break;
            for (const auto& other : with.values.figures(window)) {
                if (other.unit != "%" || !statements::tells_value(figure, other)) continue;
                const auto there = goes_up(with.given.passage(window), other);
                if (!there || *there == *here) return false;
                tell(with,
                     {.check = k_source_polarity,
                      .severity = Severity::info,
                      .title = "The source tells of the other direction",
                      .focus = focus,
                      .window = window,
                      .found = {{other.begin, other.end}}},
                     review);
                return true;
            }
        }
    }
    return false;
}

} // namespace verify::against
