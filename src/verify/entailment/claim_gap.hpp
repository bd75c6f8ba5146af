// The words of a claim that sources are said to deny are taken out, and asked for by their lines.
#pragma once

#include "verify/entailment/ballot.hpp"
#include "verify/questions/control.hpp"
#include "verify/questions/fills.hpp"

namespace verify::entailment {

inline constexpr std::size_t k_ours_in_gaps = 6; // test items in a question
inline constexpr std::size_t k_most_claim_gaps = questions::k_most_gaps - k_ours_in_gaps;

struct ClaimGap {
    const Claimed* claimed = nullptr;
    Place words; // of the text
};

// About how much a model has to read.
std::size_t tokens_of(const ShownSources& sources, std::span<const Window> lines);

class ClaimGapSheet {
public:
    // All must outlive it.
    ClaimGapSheet(const Quotes& text, const ShownSources& sources,
                  std::span<const ClaimGap* const> gaps, llm::Chance& chance);

    [[nodiscard]] const std::string& material() const { return m_material; }

    struct Answers {
        // Parallel to the gaps: `same` is other words, which stand in one of the lines.
        std::vector<questions::Filled> filled;
        std::size_t ours_right = 0;
    };
    // nullopt: not what the schema says, or an item is left out or told twice.
    [[nodiscard]] std::optional<Answers> read(const json_t* answer_view) const;

private:
    [[nodiscard]] questions::Filled judge(const ClaimGap& gap, const questions::Fill& fill) const;

    const Quotes& m_text;
    const ShownSources& m_sources;
    std::span<const ClaimGap* const> m_gaps;
    std::vector<questions::Control> m_controls;
    std::vector<std::size_t> m_items; // gaps first, then ours, by number; in the order asked
    std::string m_material;
};

} // namespace verify::entailment
