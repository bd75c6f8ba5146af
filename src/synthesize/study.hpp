// All that the synthesis finds out about an order, before it is written down as an artifact.
#pragma once

#include "synthesize/conflicts.hpp"
#include "synthesize/independence.hpp"
#include "synthesize/order.hpp"
#include "synthesize/question.hpp"

namespace synthesize {

enum class Verdict { corroborated, mixed, contested, single_source, insufficient };
enum class ClaimStatus { corroborated, single_source, contested, superseded };

std::string_view name_of(Verdict verdict);
std::string_view name_of(ClaimStatus status);

// What one or more sources say, in other words or the same.
struct Claim {
    std::vector<std::size_t> members; // statements, the best in rank first
    double rank = 0;                  // of the best member, more for each independent source
    std::vector<std::size_t> sources; // that say so, in order
    std::size_t independent = 0;      // witnesses among them
    std::vector<std::size_t> opposing;
    std::size_t independent_opposing = 0;
    ClaimStatus status = ClaimStatus::single_source;
    double confidence = 0; // 0 to 1
};

struct Factor {
    std::string_view name;
    double value = 0; // 0 to 1
};

struct Confidence {
    double score = 0; // 0 to 1
    std::vector<Factor> factors;
    std::vector<std::string> caveats;
};

// What became of one part of the question.
struct Answered {
    std::optional<std::size_t> claim; // that answers it; nullopt: none was recognized
};

struct Gap {
    std::string topic; // a word of the question
    std::string reason;
};

struct Study {
    explicit Study(const Order& whole) : order{whole} {}

    const Order& order;
    Vocabulary vocabulary;
    std::vector<std::unique_ptr<Source>> sources;
    Independence independence;
    Question question;
    std::vector<Statement> statements;
    std::vector<double> ranks;     // of the statements, 0 to 1
    std::vector<Claim> claims;     // those of the summary first, in its order; then by rank
    std::size_t summarized = 0;    // how many claims are the summary
    std::vector<Answered> answers; // of each part of the question
    Conflicts conflicts;
    Verdict verdict = Verdict::insufficient;
    Confidence confidence;
    std::vector<Gap> gaps;
    std::vector<std::size_t> claim_of; // of each statement

    [[nodiscard]] const Source& source_of(std::size_t statement) const
    {
        return *sources[statements[statement].source];
    }
};

// `order` must outlive the study. Linear in the text but for sorting. The same order gives the same
// study.
Study study(const Order& order);

} // namespace synthesize
