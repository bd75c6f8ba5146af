// Whether a statement speaks of the very thing that a question asks of, as a fact and of its time.
#pragma once

#include "synthesize/study.hpp"
#include "synthesize/words.hpp"

namespace synthesize {

class Matter {
public:
    // Both must outlive it.
    Matter(const Study& study, const Meanings& meanings);

    // 1: nothing speaks against it. Less for what another subject does ("the tea room opened in
    // 2015"), another of its kind, place, year or tense, a plan beside what came of it, a guess,
    // and what the question says the opposite of.
    [[nodiscard]] double of(const Part& part, std::size_t statement) const;

private:
    [[nodiscard]] double of_time(const Part& part, std::size_t statement) const;
    [[nodiscard]] double of_fact(const Part& part, std::size_t statement) const;
    [[nodiscard]] double of_subject(const Part& part, std::size_t statement) const;
    [[nodiscard]] double of_place(const Part& part, std::size_t statement) const;
    [[nodiscard]] bool is_of_another_year(const Part& part, const Statement& said) const;

    const Study& m_study;
    const Meanings& m_meanings;
    std::optional<std::chrono::sys_days> m_latest; // day of a source
    std::optional<int> m_latest_told;              // year that is told of as past or present
};

// The last noun of the subject of a sentence in English, or the pronoun that stands for it.
// nullopt: none is found.
std::optional<std::uint32_t> subject_of(const reading::Passage& words);

// Whether the sentence goes on about what the one before it names: "it", "its doors", "they".
bool goes_on(const reading::Passage& words);

} // namespace synthesize
