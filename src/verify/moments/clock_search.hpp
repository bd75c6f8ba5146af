// What the two searches among clock times share: the sentences they look at.
#pragma once

#include "verify/moments/clock_face.hpp"
#include "verify/moments/network.hpp"

namespace verify::moments {

class ClockSearch {
public:
    // `wide`: what a fair reading may take its operands from.
    ClockSearch(Judged& judged, std::size_t sentence, const Section& wide)
        : m_judged{judged}, m_doc{judged.document()},
          m_sentence{sentence}, m_own{m_doc.of_sentence[sentence]}, m_wide{wide}
    {
    }

protected:
    // Sentences back from which an error may take its operands.
    static constexpr std::size_t k_near = 4;

    [[nodiscard]] bool is_own(std::uint32_t token) const
    {
        return token >= m_own.begin && token < m_own.end;
    }
    // The token so many before, in the own sentence.
    [[nodiscard]] std::uint32_t before(std::uint32_t token, std::uint32_t count) const
    {
        return token >= m_own.begin + count ? token - count : m_own.begin;
    }
    // Clocks and stretches of the sentences from `first` to the own one.
    [[nodiscard]] Section part(std::size_t first) const;
    // Two clocks and one length from the sentence `first` to the own one and nothing else of a
    // time: what else could the one be told for?
    [[nodiscard]] bool is_alone(const Section& scope) const
    {
        return scope.clocks.size() == 2 && scope.stretches.size() == 1;
    }
    // A journey by air may end on another clock, whose distance is not told.
    [[nodiscard]] bool is_between_zones(const Section& scope) const;

    Judged& m_judged;
    const Document& m_doc;
    std::size_t m_sentence;
    reading::TokenRange m_own;
    const Section& m_wide;
};

void check_clock_spans(Judged& judged, std::size_t sentence, const Section& wide);
void check_clocks_after(Judged& judged, std::size_t sentence, const Section& wide);
void check_lengths_between(Judged& judged, std::size_t sentence, const Section& wide);

} // namespace verify::moments
