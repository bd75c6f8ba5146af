#include "synthesize/independence.hpp"

#include "synthesize/asked.hpp"
#include "synthesize/houses.hpp"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>

namespace synthesize {

namespace {

constexpr std::size_t k_run = 5; // words of a shingle
// A short sentence that two authors happen to write alike is not a copy.
constexpr std::size_t k_least_shared = 10;
// The finalizer of SplitMix64.
std::uint64_t mixed(std::uint64_t value)
{
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

// FNV-1a, mixed. Not std::hash: the same text has to give the same artifact with any library.
std::uint64_t hash_of(std::string_view word)
{
    std::uint64_t out = 0xcbf29ce484222325U;
    for (const char c : word) out = (out ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return mixed(out);
}

struct Fingerprint {
    std::vector<std::uint64_t> shingles; // sorted, each once
};

Fingerprint fingerprint_of(const reading::Document& document)
{
    std::vector<std::uint64_t> words;
    for (std::size_t i = 0; i < document.tokens.size(); ++i)
        if (document.kind(i) != reading::TokenKind::symbol)
            words.push_back(hash_of(lower(document.word(i))));
    Fingerprint out;
    // A text shorter than a run is a run of its own.
    const std::size_t run = std::min(k_run, words.size());
    for (std::size_t i = 0; run > 0 && i + run <= words.size(); ++i) {
        std::uint64_t shingle = 0;
        for (std::size_t k = i; k < i + run; ++k) shingle = mixed(shingle ^ words[k]) + words[k];
        out.shingles.push_back(shingle);
    }
    std::sort(out.shingles.begin(), out.shingles.end());
    out.shingles.erase(std::unique(out.shingles.begin(), out.shingles.end()), out.shingles.end());
    return out;
}

std::size_t common(const Fingerprint& left, const Fingerprint& right)
{
    std::vector<std::uint64_t> both;
    std::ranges::set_intersection(left.shingles, right.shingles, std::back_inserter(both));
    return both.size();
}

// `shared`: the shingles that they have in common.
bool are_copies(const Fingerprint& left, const Fingerprint& right, std::size_t shared)
{
    if (left.shingles.empty() || right.shingles.empty()) return false;
    if (left.shingles == right.shingles) return true;
    const std::size_t smaller = std::min(left.shingles.size(), right.shingles.size());
    return shared >= k_least_shared && shared * 10 >= smaller * 6;
}

class Judge {
public:
    explicit Judge(const std::vector<std::unique_ptr<Source>>& sources)
        : m_sources{sources},
          m_common(sources.size(), std::vector<std::size_t>(sources.size())), m_shared{m_common}
    {
        std::vector<Fingerprint> prints;
        for (const auto& source : sources) {
            m_houses.push_back(house_of(source->material));
            prints.push_back(fingerprint_of(source->document));
        }
        for (std::size_t late = 0; late < sources.size(); ++late)
            for (std::size_t early = 0; early < late; ++early)
                if (is_used(late) && is_used(early)) {
                    const std::size_t both = common(prints[early], prints[late]);
                    m_common[late][early] = m_common[early][late] = both;
                    if (are_copies(prints[early], prints[late], both))
                        m_shared[late][early] = m_shared[early][late] =
                            std::max<std::size_t>(both, 1);
                }
    }

    [[nodiscard]] bool is_used(std::size_t source) const
    {
        return m_sources[source]->status == SourceStatus::used;
    }

    [[nodiscard]] bool are_of_one_house(std::size_t left, std::size_t right) const
    {
        return is_used(left) && is_used(right) && !m_houses[left].empty() &&
               m_houses[left] == m_houses[right];
    }

    [[nodiscard]] std::size_t shared(std::size_t left, std::size_t right) const
    {
        return m_shared[left][right];
    }

    // Those that it copies from, where they are several; else none.
    [[nodiscard]] std::vector<std::size_t> copied_by(std::size_t source) const
    {
        std::set<std::size_t> out;
        for (std::size_t one = 0; one < m_sources.size(); ++one)
            for (std::size_t other = 0; other < one; ++other)
                if (takes_from_both(source, one, other)) out.insert({one, other});
        return {out.begin(), out.end()};
    }

private:
    [[nodiscard]] bool takes_from_both(std::size_t source, std::size_t one, std::size_t other) const
    {
        const auto least = std::min(m_shared[source][one], m_shared[source][other]);
        if (least == 0 || m_shared[one][other] != 0 || are_of_one_house(one, other)) return false;
        const auto own = published_at(m_sources[source]->material);
        const auto is_later = [&](std::size_t each) {
            const auto its = published_at(m_sources[each]->material);
            return own && its && own->day() < its->day();
        };
        if (is_later(one) && is_later(other)) return false;
        return m_common[one][other] * 2 < least;
    }

    const std::vector<std::unique_ptr<Source>>& m_sources;
    std::vector<std::string> m_houses;
    std::vector<std::vector<std::size_t>> m_common; // shingles of two
    std::vector<std::vector<std::size_t>> m_shared; // the same of two copies, at least 1; else 0
};

} // namespace

bool Independence::are_apart(std::size_t left, std::size_t right) const
{
    return group[left] != group[right] &&
           std::ranges::find(copies[left], right) == copies[left].end() &&
           std::ranges::find(copies[right], left) == copies[right].end();
}

std::set<std::size_t> Independence::without_copies(const std::set<std::size_t>& sources) const
{
    std::set<std::size_t> out;
    for (const auto source : sources)
        if (std::ranges::none_of(copies[source],
                                 [&](std::size_t each) { return sources.contains(each); }))
            out.insert(source);
    // Two that copy several may copy each other.
    return out.empty() ? sources : out;
}

std::size_t Independence::voices_among(const std::set<std::size_t>& sources) const
{
    std::set<std::size_t> out;
    for (const auto source : without_copies(sources)) out.insert(group[source]);
    return out.size();
}

Independence judge_independence(const std::vector<std::unique_ptr<Source>>& sources)
{
    const Judge judge{sources};
    Independence out;
    out.copy_of.assign(sources.size(), Independence::k_none);
    for (std::size_t i = 0; i < sources.size(); ++i) out.copies.push_back(judge.copied_by(i));
    boost::disjoint_sets_with_storage<> houses{sources.size()};
    for (std::size_t late = 0; late < sources.size(); ++late)
        for (std::size_t early = 0; early < late; ++early) {
            // What copies several is one with its own copies alone.
            const bool alike = out.copies[late].empty() == out.copies[early].empty();
            const std::size_t shared = alike ? judge.shared(late, early) : 0;
            auto& origin = out.copy_of[late];
            if (shared > 0 &&
                (origin == Independence::k_none || shared > judge.shared(late, origin)))
                origin = early;
            if (shared > 0 || judge.are_of_one_house(late, early)) houses.union_set(early, late);
        }
    std::vector<std::size_t> number(sources.size(), Independence::k_none);
    std::size_t next = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        auto& known = number[houses.find_set(i)];
        if (known == Independence::k_none) {
            known = next++;
            out.groups += sources[i]->status == SourceStatus::used ? 1U : 0U;
        }
        out.group.push_back(known);
    }
    return out;
}

} // namespace synthesize
