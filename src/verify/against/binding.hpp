// Which source a sentence of the text points at: "[2]", "(Keller, 2021)", a link, a title.
#pragma once

#include "verify/against/given.hpp"

#include <array>

namespace verify::against {

class Binding {
public:
    // Both must outlive it.
    Binding(const Document& text, const Given& given);

    // The sources that could be read with which the sentence is to be compared: those that it
    // names, which may be none, or else all.
    [[nodiscard]] std::span<const std::uint32_t> among(std::size_t sentence) const
    {
        return m_pointed[sentence].empty() ? m_all : m_named[sentence];
    }
    // Whether all of these could be read: only then can be said that none of them has something.
    [[nodiscard]] bool are_all_read(std::size_t sentence) const
    {
        return among(sentence).size() == named(sentence).size();
    }
    // The same with those that could not be read: those that it names, or else all.
    [[nodiscard]] std::span<const std::uint32_t> named(std::size_t sentence) const
    {
        return m_pointed[sentence].empty() ? m_every : m_pointed[sentence];
    }
    // Whether it names one of the sources that could be read.
    [[nodiscard]] bool is_cited(std::size_t sentence) const { return !m_named[sentence].empty(); }

    // Whether the token of the text only points at a source: no part of what the sentence says.
    [[nodiscard]] bool is_pointer(std::uint32_t token) const { return m_is_pointer[token]; }

private:
    void read_sentence(std::size_t sentence);
    std::uint32_t read_numbers(std::uint32_t open, std::uint32_t last,
                               std::vector<std::uint32_t>& named);
    std::uint32_t read_authors(std::uint32_t open, std::uint32_t last,
                               std::vector<std::uint32_t>& named);
    void read_links(std::size_t sentence, std::vector<std::uint32_t>& named) const;
    [[nodiscard]] std::optional<std::uint32_t> told_by(std::size_t sentence) const;
    void read_entries();

    const Document& m_text;
    const Given& m_given;
    std::span<const std::uint32_t> m_all;
    std::vector<std::uint32_t> m_every;
    std::vector<std::vector<std::uint32_t>> m_pointed; // by sentence of the text; sorted, each once
    std::vector<std::vector<std::uint32_t>> m_named;   // of these what could be read
    std::vector<bool> m_is_pointer;                    // by token
    // What "[n]" is, by n from 1: from the text's own list of references where it has one, or else
    // the n-th source. nullopt: none of the sources.
    std::vector<std::optional<std::uint32_t>> m_numbered;
    // The two addresses of each source as address_of() writes them: where it was read, and where it
    // was looked for.
    std::vector<std::array<std::string, 2>> m_addresses;
    std::vector<std::string> m_titles; // in lower case; none of what a page calls itself
    std::vector<std::string> m_labels; // title, author and date of each, in lower case
};

// A URL without what two spellings of one may differ in: scheme, "www.", fragment, the last slash.
std::string address_of(std::string_view url);

} // namespace verify::against
