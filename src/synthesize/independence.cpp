#include "synthesize/independence.hpp"

#include "base/concat.hpp"
#include "net/registrable_domain.hpp"
#include "reading/links.hpp"
#include "synthesize/asked.hpp"
#include "synthesize/patterns.hpp"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>

namespace synthesize {

namespace {

// A short sentence that two authors happen to write alike is not a copy.
constexpr std::size_t k_least_shared = 10;

bool are_copies(const Runs& left, const Runs& right, std::size_t shared)
{
    if (left.empty() || right.empty()) return false;
    return left == right ||
           (shared >= k_least_shared && shared * 10 >= std::min(left.size(), right.size()) * 6);
}

// In a path, the user whose pages it is of: behind "/@" and "/u/", before "/status/1".
constexpr std::string_view k_user = "(?<=/(?:[@~]|(?:u|users?|profiles?|members?)/{1,9}))[^/]+|"
                                    "(?<=^/{1,9})[^/]+(?=/+status(?:es)?/+[^/])";
// In a host and a path, what tells that people talk to each other there.
constexpr std::string_view k_conversation =
    "(?<=^|[./])(?:boards|comments|community|conversation|discuss|discussions?|forums?|questions|r|"
    "showthread|t|threads?|topics?|viewtopic)(?=[./]|$)";
// "kestrel" of "Posted by kestrel on Monday".
constexpr std::string_view k_signer = "(?<=(?:posted|asked|started|written) by )[^\\s,.:;|]+";

// The first words of the text that the pattern takes; empty: none.
std::string taken_by(std::string_view pattern, std::string_view text)
{
    UErrorCode error = U_ZERO_ERROR;
    const auto wide = wide_of(text);
    const auto used = compiled(pattern);
    const auto matcher = matcher_of(*used, wide);
    return matcher->find() ? utf8_of(matcher->group(error)) : std::string{};
}

// The publisher of a source, as far as its address and its author tell; empty: nothing tells. It is
// the registrable domain of the address, or its host where none is; a host that lends its pages to
// many people is a house for each of them. A paper whose reporters sign is one house.
std::string house_of(const Material& material)
{
    if (material.url.empty()) return {};
    const std::string url = lower(material.url);
    const auto authority = reading::authority_of(url);
    auto host = authority.host;
    while (host.ends_with('.')) host.remove_suffix(1);
    if (host.empty()) return {};
    const bool is_ascii = std::all_of(host.begin(), host.end(), [](char c) { return c > ' '; });
    std::string out{host};
    if (is_ascii) out = net::registrable_domain(host).value_or(out);
    const auto path = authority.rest.substr(0, authority.rest.find_first_of("?#"));
    constexpr std::size_t k_head = 300; // bytes
    auto user = taken_by(k_user, path);
    if (user.empty() && !taken_by(k_conversation, base::concat(host, path)).empty())
        user = material.author.empty() ? taken_by(k_signer, lower(material.text.substr(0, k_head)))
                                       : lower(material.author);
    return user.empty() ? out : base::concat(out, '/', user);
}

class Judge {
public:
    explicit Judge(const std::vector<std::unique_ptr<Source>>& sources)
        : m_sources{sources},
          m_common(sources.size(), std::vector<std::size_t>(sources.size())), m_shared{m_common}
    {
        constexpr std::size_t k_run = 5; // words
        std::vector<std::string> words;
        words.reserve(sources.size());
        for (const auto& source : sources) words.push_back(words_in(source->document.source));
        std::vector<Runs> runs;
        runs.reserve(words.size());
        for (const auto& each : words) runs.push_back(runs_of(each, k_run));
        for (std::size_t late = 0; late < sources.size(); ++late) {
            const auto& source = *sources[late];
            const bool is_used = source.status == SourceStatus::used;
            m_houses.push_back(is_used ? house_of(source.material) : "");
            for (std::size_t early = 0; early < late; ++early) {
                const std::size_t both = common(runs[early], runs[late]);
                m_common[late][early] = m_common[early][late] = both;
                if (are_copies(runs[early], runs[late], both))
                    m_shared[late][early] = m_shared[early][late] = both;
            }
        }
    }

    [[nodiscard]] bool are_of_one_house(std::size_t left, std::size_t right) const
    {
        return !m_houses[left].empty() && m_houses[left] == m_houses[right];
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
        const auto own = m_sources[source]->published;
        const auto is_later = [&](std::size_t each) {
            return own && m_sources[each]->published > own;
        };
        if (is_later(one) && is_later(other)) return false;
        return m_common[one][other] * 2 < least;
    }

    const std::vector<std::unique_ptr<Source>>& m_sources;
    std::vector<std::string> m_houses;
    std::vector<std::vector<std::size_t>> m_common; // runs of two
    std::vector<std::vector<std::size_t>> m_shared; // the same of copies; else 0
};

} // namespace

std::string words_in(std::string_view text)
{
    std::string out;
    for (const auto& word : words_of(wide_of(text))) out += base::concat(lower(word.written), ' ');
    return out;
}

Runs runs_of(std::string_view words, std::size_t length)
{
    std::vector<std::size_t> ends{0};
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] == ' ') ends.push_back(i + 1);
    const std::size_t run = std::min(length, ends.size() - 1);
    Runs out;
    for (std::size_t i = run; run > 0 && i < ends.size(); ++i)
        out.push_back(words.substr(ends[i - run], ends[i] - ends[i - run]));
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

std::size_t common(const Runs& left, const Runs& right)
{
    Runs both;
    std::ranges::set_intersection(left, right, std::back_inserter(both));
    return both.size();
}

bool Independence::are_apart(std::size_t left, std::size_t right) const
{
    return group[left] != group[right] && !std::ranges::count(copies[left], right) &&
           !std::ranges::count(copies[right], left);
}

std::set<std::size_t> Independence::without_copies(const std::set<std::size_t>& sources) const
{
    auto out = sources;
    std::erase_if(out, [&](std::size_t source) {
        return std::ranges::any_of(copies[source],
                                   [&](std::size_t each) { return sources.contains(each); });
    });
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
    for (std::size_t i = 0; i < sources.size(); ++i) out.copies.push_back(judge.copied_by(i));
    boost::disjoint_sets_with_storage<> houses{sources.size()};
    auto copies = out.copies;
    for (std::size_t late = 0; late < sources.size(); ++late) {
        std::size_t most = 0;
        for (std::size_t early = 0; early < late; ++early) {
            // What copies several is one with its own copies alone.
            const bool alike = out.copies[late].empty() == out.copies[early].empty();
            const std::size_t shared = alike ? judge.shared(late, early) : 0;
            if (shared > most && out.copies[late].empty()) copies[late] = {early};
            most = std::max(most, shared);
            if (shared > 0 || judge.are_of_one_house(late, early)) houses.union_set(early, late);
        }
    }
    out.copies = std::move(copies);
    for (std::size_t i = 0; i < sources.size(); ++i) out.group.push_back(houses.find_set(i));
    return out;
}

} // namespace synthesize
