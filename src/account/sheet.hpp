// The lines that a writer is shown, and what it may answer.
#pragma once

#include "account/account.hpp"
#include "llm/chance.hpp"

namespace account {

extern const llm::Prompt k_write;
extern const llm::Prompt k_rewrite;

// Lines "mark|number|source|date|sentence", with four of ours among them, which answer nothing.
struct Sheet {
    std::string material;
    std::vector<std::optional<std::size_t>> lines; // by number from 1: of Material; nullopt: ours

    // By the number that an answer gives; nullopt where there is none, or it is ours.
    [[nodiscard]] std::optional<std::size_t> line(std::int64_t number) const;
    [[nodiscard]] bool is_ours(std::int64_t number) const;
};

inline constexpr std::size_t k_ours_shown = 4;

// What one question asks for.
struct Round {
    std::vector<Kind> kinds;
    std::string_view told; // of each kind, in words
};
std::vector<Round> rounds_of(Purpose purpose);

// `only`: numbers of lines of the material; empty: all of them. Ours stand among all alone.
// `refused`: lines about sentences that are to be written once more.
Sheet make_sheet(const Material& material, std::string_view kinds,
                 const std::vector<std::size_t>& only, const std::vector<std::string>& refused,
                 llm::Chance& chance);

base::json::Ref written_schema();

// A sentence as a model gives it.
struct Written {
    std::string_view kind;
    std::string_view text;
    struct Quoted {
        std::int64_t sentence = 0;
        std::string_view exact;
    };
    std::vector<Quoted> quotes;
};
struct Answer {
    std::vector<Written> sentences; // parts of the answer
    std::vector<std::string_view> unanswered;
};
// nullopt: not what the schema says.
std::optional<Answer> read_written(const json_t* answer_view);

} // namespace account
