#include "verify/against/given.hpp"

#include "verify/orders/source_attacks.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace verify::against {

using statements::Source;

namespace {

// The likeness that WordNet gives to one meaning, or the word that another one is derived from.
constexpr float k_same_meaning = 0.75F;

std::string_view language_of(const Document& text, const std::vector<sources::Material>& materials)
{
    return text.language == "und" ? statements::common_language(materials) : text.language;
}

std::vector<std::unique_ptr<Source>> read(const std::vector<sources::Material>& materials,
                                          std::string_view common,
                                          statements::Vocabulary& vocabulary)
{
    std::vector<std::unique_ptr<Source>> out;
    for (const auto& material : materials) {
        out.push_back(std::make_unique<Source>(material, common, vocabulary));
        orders::note_attacks(*out.back());
    }
    return out;
}

// The sentences in which the red team found orders.
std::vector<bool> orders_in(const Source& source)
{
    const Document& document = source.document;
    std::vector<bool> out;
    for (const auto& sentence : document.sentences) {
        const auto range =
            reading::source_range(document.view, document.source, sentence.begin, sentence.end);
        out.push_back(std::any_of(
            source.instructions.begin(), source.instructions.end(),
            [&](const auto& order) { return order.begin < range.end && range.begin < order.end; }));
    }
    return out;
}

} // namespace

Given::Given(const Document& text, const std::vector<sources::Material>& materials)
    : m_language{language_of(text, materials)}, m_text_terms{text, m_language, m_vocabulary},
      m_sources{read(materials, m_language, m_vocabulary)}, m_meanings{m_vocabulary, m_language}
{
    for (std::uint32_t i = 0; i < m_sources.size(); ++i)
        if (is_read(i)) m_read.push_back(i);
    index();
}

void Given::index()
{
    const std::size_t terms = m_vocabulary.size();
    std::vector<std::size_t> sentences_with(terms, 0);
    std::vector<std::size_t> count(terms + 1, 0);
    std::vector<std::size_t> of_source(terms, 0);
    std::size_t sentences = 0;
    const auto each = [&](auto&& take) {
        for (std::uint32_t i = 0; i < m_sources.size(); ++i) {
            const auto& source = *m_sources[i];
            std::fill(of_source.begin(), of_source.end(), 0);
            for (std::uint32_t token = 0; token < source.document.tokens.size(); ++token)
                if (!is_order(i, m_sentence_of[i][token]))
                    for (const auto term : source.terms.of(token))
                        if (++of_source[term] <= k_most_spots) take(term, Spot{i, token});
        }
    };
    for (const auto& source : m_sources) {
        m_is_order.push_back(orders_in(*source));
        auto& own = m_sentence_of.emplace_back(source->document.tokens.size(), 0);
        const auto& ranges = source->document.of_sentence;
        for (std::uint32_t s = 0; s < ranges.size(); ++s)
            std::fill(own.begin() + ranges[s].begin, own.begin() + ranges[s].end, s);
        sentences += ranges.size();
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> last(terms, {UINT32_MAX, 0});
    each([&](TermId term, const Spot& spot) {
        ++count[term + 1];
        const std::pair here{spot.source, sentence_of(spot)};
        if (last[term] != here) ++sentences_with[term];
        last[term] = here;
    });
    for (std::size_t i = 1; i < count.size(); ++i) count[i] += count[i - 1];
    m_begin = count;
    m_spots.resize(m_begin.back());
    each([&](TermId term, const Spot& spot) { m_spots[count[term]++] = spot; });
    m_rarity.resize(terms);
    // A handful of sentences tells little of how rare a word is.
    constexpr std::size_t k_least = 40;
    const auto all = static_cast<double>(std::max(sentences, k_least));
    for (std::size_t i = 0; i < terms; ++i)
        m_rarity[i] = std::log(1 + all / (static_cast<double>(sentences_with[i]) + 0.5));
    index_sentences();
}

void Given::index_sentences()
{
    std::vector<std::uint32_t> first;
    for (std::uint32_t i = 0; i < m_sources.size(); ++i) {
        first.push_back(static_cast<std::uint32_t>(m_sentences.size()));
        const auto count = static_cast<std::uint32_t>(m_is_order[i].size());
        for (std::uint32_t s = 0; s < count; ++s) m_sentences.push_back({i, s, 0});
    }
    const std::size_t terms = m_vocabulary.size();
    std::vector<Set> stands_in(terms, 0);
    m_having_begin.assign(1, 0);
    for (TermId term = 0; term < terms; ++term) {
        for (const auto& spot : spots(term)) {
            stands_in[term] |= Set{1} << spot.source;
            const auto number = first[spot.source] + sentence_of(spot);
            if (m_having.size() == m_having_begin.back() || m_having.back() != number)
                m_having.push_back(number);
        }
        m_having_begin.push_back(m_having.size());
    }
    m_meant_in = stands_in;
    for (TermId term = 0; term < terms; ++term)
        for (const auto& near : m_meanings.near(term))
            if (near.likeness >= k_same_meaning) m_meant_in[term] |= stands_in[near.term];
    m_covered.assign(m_sentences.size(), 0);
    m_met_for.assign(m_sentences.size(), 0);
}

std::vector<const Document*> Given::documents() const
{
    std::vector<const Document*> out;
    for (const auto& source : m_sources) out.push_back(&source->document);
    return out;
}

std::span<const Spot> Given::spots(TermId term) const
{
    return {m_spots.data() + m_begin[term], m_spots.data() + m_begin[term + 1]};
}

std::vector<Window> Given::all_windows(std::span<const TermId> context,
                                       std::span<const std::uint32_t> among) const
{
    const Set sources = set_of(among);
    double whole = 0;
    std::vector<std::uint32_t> met;
    for (const auto term : context) {
        const double rarity = m_rarity[term];
        whole += rarity;
        ++m_looks;
        const auto meet = [&](TermId each) {
            const std::span all{m_having.data() + m_having_begin[each],
                                m_having.data() + m_having_begin[each + 1]};
            spend(all.size());
            for (const auto sentence : all) {
                const bool is_told = m_met_for[sentence] == m_looks;
                if (is_told || (sources >> m_sentences[sentence].source & 1U) == 0) continue;
                m_met_for[sentence] = m_looks;
                if (m_covered[sentence] == 0) met.push_back(sentence);
                m_covered[sentence] += rarity;
            }
        };
        meet(term);
        for (const auto& near : m_meanings.near(term))
            if (near.likeness >= k_same_meaning) meet(near.term);
    }
    std::vector<Window> out;
    out.reserve(met.size());
    for (const auto sentence : met) {
        out.push_back(m_sentences[sentence]);
        out.back().covered = std::exchange(m_covered[sentence], 0) / whole;
    }
    return out;
}

std::vector<Window> Given::windows(std::span<const TermId> context,
                                   std::span<const std::uint32_t> among, std::size_t most) const
{
    auto out = all_windows(context, among);
    const auto middle = out.begin() + static_cast<std::ptrdiff_t>(std::min(most, out.size()));
    std::partial_sort(out.begin(), middle, out.end(), [](const Window& left, const Window& right) {
        return std::tuple{-left.covered, left.source, left.sentence} <
               std::tuple{-right.covered, right.source, right.sentence};
    });
    out.erase(middle, out.end());
    return out;
}

std::vector<Window> Given::windows_of_each(std::span<const TermId> context,
                                           std::span<const std::uint32_t> among,
                                           std::size_t most) const
{
    std::vector<std::vector<Window>> best(size());
    for (const auto& window : all_windows(context, among)) {
        auto& own = best[window.source];
        const auto at = std::upper_bound(own.begin(), own.end(), window,
                                         [](const Window& left, const Window& right) {
                                             return std::tuple{-left.covered, left.sentence} <
                                                    std::tuple{-right.covered, right.sentence};
                                         });
        own.insert(at, window);
        if (own.size() > most) own.pop_back();
    }
    std::vector<Window> out;
    for (const auto& own : best) out.insert(out.end(), own.begin(), own.end());
    return out;
}

} // namespace verify::against
