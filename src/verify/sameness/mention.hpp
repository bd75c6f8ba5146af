// A number with the words that name its thing.
#pragma once

#include "reading/terms.hpp"
#include "verify/law/words.hpp"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace verify::sameness {

inline constexpr std::uint32_t k_no_stem = UINT32_MAX;

// A stem, how near to the number its word stands, and what stands right before it.
struct Name {
    std::uint32_t stem = 0;
    bool is_near = false;
    std::uint32_t modifier = k_no_stem; // "northern" of "the northern trench"

    bool operator<(const Name& other) const { return stem < other.stem; }
};

struct Mention {
    const reading::Term* term = nullptr;
    std::uint32_t sentence = 0;
    std::uint32_t block = 0;
    std::vector<Name> names;            // sorted by stem, one of each
    std::vector<std::uint32_t> tellers; // stems of its phrase that tell one thing from another
    std::vector<std::uint32_t> cases;   // the same of its sentence: years, days, "the second"
    std::uint32_t phrase = 0;           // its first token, with "the"
    bool is_definite = false;           // "the 12", "those 12", "all 12": known already
};

// All mentions of the prose of a document, in its order, and how rare each stem is.
struct Mentions {
    std::vector<Mention> all;
    std::vector<std::uint32_t> sentences_with; // by stem

    explicit Mentions(const Document& document);

private:
    std::uint32_t stem_id(std::string_view folded);
    void read(const Document& document, std::uint32_t sentence);
    std::vector<std::uint32_t> cases_of(const Passage& passage);
    std::uint32_t modifier_at(const Passage& passage, std::uint32_t at);
    void name(const Passage& passage, Mention& mention, std::uint32_t from, std::uint32_t to);

    std::unordered_map<std::string, std::uint32_t> m_ids;
    std::vector<std::uint32_t> m_last_sentence; // by stem
};

// Whether the words tell them apart: other names, years or days, another "second", or the same noun
// with another word before it.
bool are_told_apart(const Mention& earlier, const Mention& later);

// How much the words of two mentions say that they are one thing: 0 for nothing in common, 1 for
// one rare word, 2 for one that stands beside both numbers.
double agreement(const Mentions& mentions, const Mention& left, const Mention& right);

} // namespace verify::sameness
