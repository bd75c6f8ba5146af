// Names of people, organisations and places in the sentences of all sources.
#pragma once

#include "synthesize/study.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace synthesize::brief {

struct Name {
    std::string text; // with its title, without "'s"
    Run words;
    bool is_short = false; // letters: "CMA"
};

class Names {
public:
    // `study` must outlive it. Linear in the text.
    explicit Names(const Study& study);

    // Those of a statement, in its order.
    [[nodiscard]] std::vector<Name> of(std::size_t statement) const;

private:
    [[nodiscard]] bool has_form(const Source& source, const reading::Passage& words,
                                std::uint32_t token) const;
    [[nodiscard]] std::uint32_t end_of(const Source& source, const reading::Passage& words,
                                       std::uint32_t begin) const;
    [[nodiscard]] bool is_one_body(const Source& source, const reading::Passage& words,
                                   std::uint32_t begin, std::uint32_t token) const;
    [[nodiscard]] bool is_name(const reading::Passage& words, Run run) const;
    [[nodiscard]] bool is_german_name(const reading::Passage& words, Run run) const;
    void read_words(const Source& source);
    void read_things(const Source& source, const Statement& said);
    void read_gloss(const Source& source, std::uint32_t open);

    const Study& m_study;
    std::set<std::string, std::less<>> m_small;  // words that stand without a capital somewhere
    std::set<std::string, std::less<>> m_nouns;  // of German: behind an article or a number
    std::set<std::string, std::less<>> m_things; // that names are of: "journal"
    std::set<std::string, std::less<>> m_short;  // in capitals: "CMA"
    std::set<std::string, std::less<>> m_terms;  // the same, short for words that are no name
};

} // namespace synthesize::brief
