// What WordNet 3.0 knows of English words (Miller 1995; Fellbaum 1998), from a table that the build
// makes of Debian's wordnet-base and that is part of the programs: read where it lies, by any
// thread, and never changed.
//
// WordNet's licence asks for its notice; see README.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace reading {

enum class WordKind { noun, verb, adjective, adverb };

class WordNet {
public:
    // A word of the table; good for `text` and comparison.
    using Id = std::uint32_t;

    static const WordNet& embedded();
    static constexpr std::string_view version() { return "3.0"; }

    [[nodiscard]] std::optional<Id> find(std::string_view folded) const;
    [[nodiscard]] std::string_view text(Id word) const;

    // The words of which `folded` is a form as one of that kind, itself among them: "fell" is of
    // "fall" as a verb, and "fell". By WordNet's exceptions and endings (morphy). Empty: no such
    // word.
    [[nodiscard]] std::vector<Id> bases(std::string_view folded, WordKind kind) const;
    [[nodiscard]] std::vector<Id> bases(std::string_view folded) const; // of any kind

    [[nodiscard]] bool can_be(std::string_view folded, WordKind kind) const;
    // Whether texts use it as that kind more than as any other; of a word that no text counts, each
    // that it can be.
    [[nodiscard]] bool is_chiefly(std::string_view folded, WordKind kind) const;
    // Whether its first meaning as a noun is a person: "mayor", "victims".
    [[nodiscard]] bool is_person(std::string_view folded) const;
    // Whether its first meaning as a noun is something that happens: "earthquake", "raid".
    [[nodiscard]] bool is_event(std::string_view folded) const;
    // Whether any of its meanings as a noun is a person, people who act together, or a place:
    // "authority", "river"; not "trophy".
    [[nodiscard]] bool can_be_body(std::string_view folded) const;
    // Whether it is the name of a place on Earth, or the last word of one: "paris", "angeles".
    [[nodiscard]] bool is_place(std::string_view folded) const;

    // 1 for one word, .9 for one meaning, down to .5 for a verb and the one that says less; 0: not
    // related.
    [[nodiscard]] double likeness(Id left, Id right) const;
    [[nodiscard]] bool are_opposite(Id left, Id right) const;

    // Another word that a word is like (`likeness` .5 to .9), or opposite to (0).
    struct Related {
        Id word = 0;
        double likeness = 0;
    };
    [[nodiscard]] std::vector<Related> related(Id word) const;

private:
    WordNet();

    [[nodiscard]] std::span<const std::uint32_t> links(Id word) const;
    [[nodiscard]] std::uint32_t flags_of_forms(std::string_view folded, WordKind kind) const;
    template <typename Take>
    void each_base(std::string_view folded, WordKind kind, Take&& take) const;

    std::span<const std::uint32_t> m_begins;
    std::span<const std::uint32_t> m_flags;
    std::span<const std::uint32_t> m_link_begins;
    std::span<const std::uint32_t> m_links;
    std::string_view m_pool;
};

} // namespace reading
