// Whether sources say what a claim says, as a model is asked, and one answer of it.
//
// It gives the decisive words of both sides as exact quotes. Beside the claims of the text stand
// two of ours: one that follows, and one with two names exchanged. Which of them a model misses
// decides which of its answers count.
#pragma once

#include "llm/chance.hpp"
#include "llm/interview.hpp"
#include "verify/entailment/evidence.hpp"

#include <optional>
#include <vector>

namespace verify::entailment {

using equations::Place;

enum class Vote { entailed, contradicted, partly, not_there };

// An answer whose quotes are exact.
struct Ballot {
    Vote vote = Vote::not_there;
    std::optional<Window> window{}; // the line that was quoted; none: not_there
    Place claim{};                  // of a contradiction, in the text
    Place source{};                 // the same, in the source
    bool differs_in_value = false;  // the same: both sides are a number or a date, not the same one
};

// A claim of the text with the lines that are shown beside it.
struct Claimed {
    std::size_t sentence = 0;
    std::vector<Window> lines;
};

extern const llm::Prompt k_claim;

inline constexpr std::size_t k_most_claims = 4; // in a question
inline constexpr std::size_t k_ours_claimed = 2;

struct ClaimSheet {
    std::string material;
    // What each item is about: the index of a claim, or of ours whether it follows.
    struct Item {
        std::optional<std::size_t> claim;
        bool is_entailed = false;
    };
    std::vector<Item> items;
};

// In which order claims and their lines stand: a vote is not to follow from it.
enum class Turn { forwards, backwards, from_the_middle };

ClaimSheet make_claim_sheet(const Quotes& text, const ShownSources& sources,
                            std::span<const Claimed* const> claims, Turn turn, llm::Chance& chance);

base::json::Ref claim_schema();

struct Ballots {
    std::vector<std::optional<Ballot>> cast; // parallel to the claims; nullopt: void
    std::size_t ours_right = 0;              // of two
};
// nullopt: not what the schema says, or an item is left out or told twice.
std::optional<Ballots> read_ballots(const json_t* answer_view, const Quotes& text,
                                    const ShownSources& sources,
                                    std::span<const Claimed* const> claims,
                                    const ClaimSheet& sheet);

} // namespace verify::entailment
