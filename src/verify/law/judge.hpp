// Weighing a stated number against a recomputed one and wording the outcome, for all families.
#pragma once

#include "verify/law/found.hpp"

#include <functional>

namespace verify {

// What a check recomputed for one stated quantity.
struct Claimed {
    CheckRef check;
    std::string_view title;
    const Quantity* stated = nullptr;
    std::vector<const Quantity*> operands;
    std::string formula; // "1250 + 1410 + 1395"
    std::string_view unit;
    // The recomputed value without any rounding; the middle of the first candidate when absent.
    std::optional<Rational> exact = std::nullopt;
    Certainty certainty = Certainty::exact;
};

// One admissible reading: its name and what the operands give under it; nullopt when it has no
// value. `other_mark` asks for the other decimal mark.
struct Candidate {
    std::string_view name;
    std::function<std::optional<Interval>(bool other_mark)> compute;
};

// A stated value within a quarter of the recomputed one. Where the words alone do not bind result
// and operands for sure, so small a miss tells that the one was meant to follow from the others.
bool is_near(const Quantity& stated, const Rational& recomputed);

// Half of the last place of a total of two or more zeros at the end whose operands are finer: it
// may have been rounded. 0 for all others.
Rational rounding_slack(const std::vector<const Quantity*>& operands, const Quantity& total);

// Adds a Pass when any reading holds, else a Finding whose recomputed value is the first reading's.
// `slack` is added to both sides of the stated interval. A statement inside quotation marks is only
// noted.
void judge(const Document& document, const Claimed& claimed, std::span<const Candidate> candidates,
           Review& review, const Rational& slack = Rational{0});

// The stated number's way of writing, applied to another value: grouping, places, scale.
std::string written_like(const Document& document, const Quantity& stated, const Rational& value);

// A number of the text with its sign, currency and unit, as they are printed: "$58.4 million".
std::string_view printed(const Document& document, const Quantity& quantity);

// The same of another value, which has one more place where the printed ones do not hold it.
std::string printed_as(const Document& document, const Quantity& quantity, const Rational& value);

// `value` at 10^place with the separators that `lexeme` has: "2,345" like "1,200".
std::string separated_like(std::string_view lexeme, DecimalMark mark, const Rational& value,
                           int place);

// Whether the sentence itself says that what it holds is wrong, hypothetical or a quiz.
bool is_disowned(const Passage& sentence);

} // namespace verify
