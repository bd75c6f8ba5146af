// The sources that were given with a text, read to be compared with it.
//
// Nothing here knows who is right: a source says what it says, and the buyer chose it.
#pragma once

#include "statements/meanings.hpp"
#include "statements/source.hpp"
#include "verify/law/words.hpp"

#include <memory>
#include <span>
#include <vector>

namespace verify::against {

using statements::TermId;

// A sentence of a source, and how much of what was looked for stands in it.
struct Window {
    std::uint32_t source = 0; // in the buyer's order
    std::uint32_t sentence = 0;
    double covered = 0; // 0 to 1, by how rare the words are
};

// A word of a source.
struct Spot {
    std::uint32_t source = 0;
    std::uint32_t token = 0;
};

// Twenty sources of 50 KB and a text of 20 KB look at some millions, the largest honest orders at
// ten times as many. Looking at all takes some five seconds of processor time.
inline constexpr std::size_t k_most_looked_at = 300'000'000;

class Given {
public:
    // Both must outlive it. At most 20 materials of 2 MB in all.
    Given(const Document& text, const std::vector<sources::Material>& materials);

    [[nodiscard]] std::size_t size() const { return m_sources.size(); }
    [[nodiscard]] const statements::Source& source(std::size_t index) const
    {
        return *m_sources[index];
    }
    [[nodiscard]] bool is_read(std::size_t index) const
    {
        return m_sources[index]->status == sources::SourceStatus::used;
    }
    [[nodiscard]] std::span<const std::uint32_t> all_read() const { return m_read; }
    [[nodiscard]] std::vector<const Document*> documents() const;

    [[nodiscard]] std::string_view text_language() const { return m_language; }
    [[nodiscard]] const statements::TokenTerms& text_terms() const { return m_text_terms; }
    [[nodiscard]] const statements::Meanings& meanings() const { return m_meanings; }
    [[nodiscard]] const statements::Vocabulary& vocabulary() const { return m_vocabulary; }

    // The spots where a term itself stands, in order; at most k_most_spots of each source.
    [[nodiscard]] std::span<const Spot> spots(TermId term) const;
    // Whether one of `among` has the term, or one of its meaning.
    [[nodiscard]] bool is_in(TermId term, std::span<const std::uint32_t> among) const
    {
        return (m_meant_in[term] & set_of(among)) != 0;
    }

    // Whether the sentence gives orders to its reader: nothing that it says is evidence.
    [[nodiscard]] bool is_order(std::uint32_t source, std::uint32_t sentence) const
    {
        return m_is_order[source][sentence];
    }

    [[nodiscard]] std::uint32_t sentence_of(const Spot& spot) const
    {
        return m_sentence_of[spot.source][spot.token];
    }
    // Whether more was looked at than an honest order needs: from here on nothing more is compared.
    // Counted in words, not in time, so that the same order gives the same bytes.
    [[nodiscard]] bool is_spent() const { return m_looked_at > k_most_looked_at; }
    [[nodiscard]] std::size_t looked_at() const { return m_looked_at; }
    void spend(std::size_t words) const { m_looked_at += words; }
    // The words of a sentence.
    void spend_on(const Window& window) const
    {
        const auto& range = m_sources[window.source]->document.of_sentence[window.sentence];
        spend(range.end - range.begin);
    }

    // How much a term tells: more the fewer sentences of the sources have it.
    [[nodiscard]] double rarity(TermId term) const { return m_rarity[term]; }

    // The sentences of `among` with the most of `context`, the best first.
    [[nodiscard]] std::vector<Window> windows(std::span<const TermId> context,
                                              std::span<const std::uint32_t> among,
                                              std::size_t most) const;
    // The same, `most` of each source.
    [[nodiscard]] std::vector<Window> windows_of_each(std::span<const TermId> context,
                                                      std::span<const std::uint32_t> among,
                                                      std::size_t most) const;

    [[nodiscard]] Passage passage(const Window& window) const
    {
        return Passage::sentence(m_sources[window.source]->document, window.sentence);
    }

private:
    // Sources, a bit each.
    using Set = std::uint32_t;
    [[nodiscard]] static Set set_of(std::span<const std::uint32_t> sources)
    {
        Set out = 0;
        for (const auto source : sources) out |= Set{1} << source;
        return out;
    }

    void index();
    void index_sentences();
    [[nodiscard]] std::vector<Window> all_windows(std::span<const TermId> context,
                                                  std::span<const std::uint32_t> among) const;

    statements::Vocabulary m_vocabulary;
    std::string_view m_language;
    statements::TokenTerms m_text_terms;
    std::vector<std::unique_ptr<statements::Source>> m_sources;
    std::vector<std::uint32_t> m_read;
    statements::Meanings m_meanings;
    std::vector<std::vector<std::uint32_t>> m_sentence_of; // of each token of each source
    std::vector<std::vector<bool>> m_is_order;             // of each sentence of each source
    std::vector<Spot> m_spots;                             // by term
    std::vector<std::size_t> m_begin;
    std::vector<double> m_rarity;
    std::vector<Set> m_meant_in;         // by term
    std::vector<Window> m_sentences;     // of all sources, in their order; none is covered yet
    std::vector<std::uint32_t> m_having; // numbers of sentences, each once for a term; by term
    std::vector<std::size_t> m_having_begin;
    // By one thread alone.
    mutable std::size_t m_looked_at = 0;
    mutable std::vector<double> m_covered; // by number of sentence; zeros between two looks
    mutable std::vector<TermId> m_met_for; // by number of sentence: the last look that met it
    mutable TermId m_looks = 0;
};

// A word that stands more often in a source tells nothing of where, and a hostile one would make
// each look-up a walk through all of it.
inline constexpr std::size_t k_most_spots = 400;

} // namespace verify::against
