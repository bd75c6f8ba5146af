#include "statements/meanings.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace statements {

using reading::WordNet;

Meanings::Meanings(const Vocabulary& vocabulary, std::string_view language)
{
    m_begin.assign(vocabulary.size() + 1, 0);
    if (language != "en") return;
    const auto& known = WordNet::embedded();
    std::vector<std::vector<WordNet::Id>> bases;
    std::unordered_map<WordNet::Id, std::vector<TermId>> terms_of;
    for (TermId term = 0; term < vocabulary.size(); ++term) {
        bases.push_back(known.bases(vocabulary.word(term)));
        for (const auto base : bases.back()) terms_of[base].push_back(term);
    }
    for (TermId term = 0; term < vocabulary.size(); ++term) {
        std::map<TermId, Near> found;
        const auto add = [&](WordNet::Id base, double likeness, bool is_opposite) {
            const auto at = terms_of.find(base);
            if (at == terms_of.end()) return;
            for (const auto other : at->second) {
                if (other == term) continue;
                Near& near = found[other];
                near.term = other;
                near.likeness = std::max(near.likeness, static_cast<float>(likeness));
                near.is_opposite = near.is_opposite || is_opposite;
            }
        };
        for (const auto base : bases[term]) {
            add(base, 1, false); // two stems of one word: "fell", "fall"
            for (const auto& [word, likeness] : known.related(base))
                add(word, likeness, likeness == 0);
        }
        for (const auto& [other, near] : found) m_near.push_back(near);
        m_begin[term + 1] = m_near.size();
    }
}

const Meanings::Near* Meanings::find(TermId left, TermId right) const
{
    const auto begin = m_near.begin() + static_cast<std::ptrdiff_t>(m_begin[left]);
    const auto end = m_near.begin() + static_cast<std::ptrdiff_t>(m_begin[left + 1]);
    const auto at = std::lower_bound(
        begin, end, right, [](const Near& near, TermId term) { return near.term < term; });
    return at == end || at->term != right ? nullptr : &*at;
}

double Meanings::likeness(TermId left, TermId right) const
{
    if (left == right) return 1;
    const auto* near = find(left, right);
    return near == nullptr ? 0 : static_cast<double>(near->likeness);
}

double Meanings::best(TermId term, std::span<const TermId> terms) const
{
    if (std::binary_search(terms.begin(), terms.end(), term)) return 1;
    float out = 0;
    const auto end = m_near.begin() + static_cast<std::ptrdiff_t>(m_begin[term + 1]);
    auto near = m_near.begin() + static_cast<std::ptrdiff_t>(m_begin[term]);
    // Both are sorted.
    for (auto at = terms.begin(); near != end && at != terms.end();) {
        if (near->term < *at)
            ++near;
        else if (*at < near->term)
            ++at;
        else
            out = std::max(out, (near++)->likeness);
    }
    return static_cast<double>(out);
}

bool Meanings::are_opposite(TermId left, TermId right) const
{
    const auto* near = find(left, right);
    return near != nullptr && near->is_opposite;
}

} // namespace statements
