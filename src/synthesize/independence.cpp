#include "synthesize/independence.hpp"

#include "net/registrable_domain.hpp"
#include "reading/ascii.hpp"
#include "verify/red_team/links.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <boost/pending/disjoint_sets.hpp>

namespace synthesize {

namespace {

constexpr std::size_t k_run = 5; // words of a shingle
// A short sentence that two authors happen to write alike is no copy.
constexpr std::size_t k_least_shared = 10;
// Below this many words the SimHash of a text says little.
constexpr std::size_t k_least_words = 60;
constexpr int k_most_bits = 3;

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
    std::uint64_t simhash = 0;
    std::size_t words = 0;
};

Fingerprint fingerprint_of(const reading::Document& document)
{
    std::vector<std::uint64_t> words;
    for (std::size_t i = 0; i < document.tokens.size(); ++i)
        if (document.kind(i) != reading::TokenKind::symbol)
            words.push_back(hash_of(document.word(i)));
    Fingerprint out;
    out.words = words.size();
    std::array<int, 64> votes{};
    for (const auto word : words)
        for (unsigned bit = 0; bit < 64; ++bit) votes[bit] += (word >> bit & 1U) != 0 ? 1 : -1;
    for (unsigned bit = 0; bit < 64; ++bit)
        if (votes[bit] > 0) out.simhash |= std::uint64_t{1} << bit;
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

bool are_copies(const Fingerprint& left, const Fingerprint& right)
{
    if (left.words == 0 || right.words == 0) return false;
    const bool long_enough = std::min(left.words, right.words) >= k_least_words;
    if (long_enough && std::popcount(left.simhash ^ right.simhash) <= k_most_bits) return true;
    if (left.shingles == right.shingles) return true;
    const std::size_t smaller = std::min(left.shingles.size(), right.shingles.size());
    if (smaller < k_least_shared) return false;
    std::vector<std::uint64_t> shared;
    std::set_intersection(left.shingles.begin(), left.shingles.end(), right.shingles.begin(),
                          right.shingles.end(), std::back_inserter(shared));
    return shared.size() >= k_least_shared && shared.size() * 10 >= smaller * 6;
}

// The part of the address's host that is registered, or the whole host where none is.
std::string owner_of(std::string_view url)
{
    std::string host{verify::red_team::authority_of(url).host};
    std::transform(host.begin(), host.end(), host.begin(), reading::to_lower);
    while (host.ends_with('.')) host.pop_back();
    const bool is_ascii = std::all_of(host.begin(), host.end(), [](char c) { return c > ' '; });
    if (host.empty() || !is_ascii) return host;
    return net::registrable_domain(host).value_or(host);
}

} // namespace

Independence judge_independence(const std::vector<std::unique_ptr<Source>>& sources)
{
    std::vector<Fingerprint> prints;
    std::vector<std::string> owners;
    for (const auto& source : sources) {
        prints.push_back(fingerprint_of(source->document));
        owners.push_back(source->material.url.empty() ? "" : owner_of(source->material.url));
    }
    Independence out;
    out.copy_of.assign(sources.size(), Independence::k_none);
    boost::disjoint_sets_with_storage<> houses{sources.size()};
    for (std::size_t late = 0; late < sources.size(); ++late)
        for (std::size_t early = 0; early < late; ++early) {
            const bool both = sources[late]->status == SourceStatus::used &&
                              sources[early]->status == SourceStatus::used;
            const bool copied = both && are_copies(prints[early], prints[late]);
            const bool one_house = both && !owners[late].empty() && owners[late] == owners[early];
            if (copied && out.copy_of[late] == Independence::k_none) out.copy_of[late] = early;
            if (!copied && !one_house) continue;
            houses.union_set(early, late);
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
