// What the searches of this room share: the sentences around a statement, and what is said of it.
#pragma once

#include "reading/clocks.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/ledger.hpp"
#include "verify/law/walk.hpp"

#include <functional>
#include <string>
#include <vector>

namespace verify::moments {

using reading::Clock;
using reading::Stretch;

// Clocks and stretches of some sentences, in order.
struct Section {
    std::size_t first = 0; // sentence
    std::size_t last = 0;
    std::uint32_t begin = 0; // tokens
    std::uint32_t end = 0;
    std::vector<Clock> clocks;
    std::vector<Stretch> stretches;
};

struct Outcome {
    CheckRef check;
    std::string_view title;
    std::uint32_t begin = 0; // tokens of what is stated
    std::uint32_t end = 0;
    std::vector<Mark> operands{};
    std::string formula{};
    std::string recomputed{};
    Certainty certainty = Certainty::strong;
    Severity severity = Severity::major;
};

// What is stated and its operands, which all have `begin` and `end` in tokens.
template <typename Stated, typename... Operands>
Outcome outcome_of(const Document& document, CheckRef check, std::string_view title,
                   const Stated& stated, const Operands&... operands)
{
    return {.check = check,
            .title = title,
            .begin = stated.begin,
            .end = stated.end,
            .operands = {mark_tokens(document, operands.begin, operands.end, "operand")...}};
}

class Judged {
public:
    Judged(const Document& document, Review& review);

    [[nodiscard]] const reading::SentenceTimes& times() const { return m_times; }
    // `back` sentences before `sentence` and `ahead` behind it, as far as they are prose without a
    // heading between.
    [[nodiscard]] Section section_of(std::size_t sentence, std::size_t back,
                                     std::size_t ahead) const;

    // An earlier check, or an earlier search of this room, has spoken of these tokens.
    [[nodiscard]] bool knows(std::uint32_t begin, std::uint32_t end);
    // A finding is about these tokens.
    [[nodiscard]] bool has_error(std::uint32_t begin, std::uint32_t end);
    void error(const Outcome& outcome);
    void pass(const Outcome& outcome);
    // A number against an interval, as everywhere.
    void weigh(const Claimed& claimed, std::span<const Candidate> candidates,
               const Rational& slack = Rational{0});
    [[nodiscard]] Review& review() { return m_review; }
    [[nodiscard]] const Document& document() const { return m_document; }
    [[nodiscard]] bool is_full() const { return m_review.is_full(); }

private:
    [[nodiscard]] Found about(const Outcome& outcome) const;

    const Document& m_document;
    Review& m_review;
    Ledger m_ledger;
    reading::SentenceTimes m_times;
    bool m_has_long_day; // a time past noon in digits shows that all in digits count to 24
};

// Whether one of the words stands in tokens [from, to) of the document.
bool says(const Document& document, std::uint32_t from, std::uint32_t to,
          const reading::Cues& cues);

// The words for what follows from what was said: so, therefore, means.
bool concludes(const Document& document, std::uint32_t from, std::uint32_t to);

// "4 h 15 min"
std::string length_text(long seconds);

void check_clocks(Judged& judged, std::size_t sentence);
void check_lengths(Judged& judged, std::size_t sentence);
// date.interval: two points of time that the text joins to a span, and its length.
void check_day_spans(Judged& judged, std::size_t sentence);
// date.age: what follows from when a life began.
void check_lives(Judged& judged, std::size_t sentence);
void check_days(Judged& judged, std::size_t sentence);
void check_years(Judged& judged, std::size_t sentence);

} // namespace verify::moments
