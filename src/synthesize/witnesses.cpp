#include "synthesize/witnesses.hpp"

#include "base/concat.hpp"
#include "synthesize/reporters.hpp"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <map>
#include <optional>
#include <set>

namespace synthesize {

namespace {

struct Printed {
    std::size_t statement = 0;
    std::vector<std::string> words;
    Reporters told;
};

Printed printed_of(const Map& map, std::size_t statement)
{
    const Source& source = map.source_of(statement);
    const auto words = passage_of(source, map.statements[statement]);
    Printed out{statement, {}, reporters_in(source, map.statements[statement])};
    for (std::uint32_t i = words.begin(); i < words.end(); ++i)
        if (words.document().kind(i) != reading::TokenKind::symbol)
            out.words.push_back(lower(words.word(i)));
    return out;
}

std::set<std::string> runs_of_three(const std::vector<std::string>& words)
{
    std::set<std::string> out;
    for (std::size_t i = 0; i + 3 <= words.size(); ++i)
        out.insert(base::concat(words[i], ' ', words[i + 1], ' ', words[i + 2]));
    return out;
}

bool are_one_print(const Printed& left, const Printed& right)
{
    constexpr std::size_t k_least_whole = 6;
    constexpr std::size_t k_least_mostly = 14;
    if (left.words == right.words) return left.words.size() >= k_least_whole;
    if (std::min(left.words.size(), right.words.size()) < k_least_mostly) return false;
    const auto one = runs_of_three(left.words);
    const auto other = runs_of_three(right.words);
    std::vector<std::string> shared;
    std::set_intersection(one.begin(), one.end(), other.begin(), other.end(),
                          std::back_inserter(shared));
    return shared.size() * 4 >= std::min(one.size(), other.size()) * 3;
}

// Whether one of the names is of the source itself: its title or its address.
bool is_of(const std::set<std::string_view>& reporters, const Material& material)
{
    const auto about = lower(material.title + ' ' + material.url);
    return std::any_of(reporters.begin(), reporters.end(), [&](std::string_view name) {
        constexpr std::size_t k_least = 4; // letters; shorter names are parts of words
        return name.size() >= k_least && about.find(name) != std::string::npos;
    });
}

bool share_one(const std::set<std::string_view>& left, const std::set<std::string_view>& right)
{
    return std::ranges::any_of(left, [&](std::string_view each) { return right.contains(each); });
}

// The statements of the groups, and which of the groups have theirs from one witness.
class Groups {
public:
    Groups(const Map& map, const std::vector<std::size_t>& statements) : m_map{map}
    {
        std::map<std::size_t, std::size_t> place; // of each group
        for (const auto statement : statements) {
            const auto group = map.independence.group[map.statements[statement].source];
            const auto at = place.try_emplace(group, m_said.size()).first->second;
            if (at == m_said.size()) m_said.emplace_back();
            m_said[at].push_back(m_prints.size());
            m_prints.push_back(printed_of(map, statement));
        }
        boost::disjoint_sets_with_storage<> prints{m_prints.size()};
        for (std::size_t late = 0; late < m_prints.size(); ++late)
            for (std::size_t early = 0; early < late; ++early)
                if (are_one_print(m_prints[early], m_prints[late])) prints.union_set(early, late);
        for (std::size_t i = 0; i < m_prints.size(); ++i) m_print_of.push_back(prints.find_set(i));
        m_linked.assign(m_said.size(), std::vector<bool>(m_said.size()));
        for (std::size_t late = 0; late < m_said.size(); ++late)
            for (std::size_t early = 0; early < late; ++early)
                m_linked[late][early] = m_linked[early][late] = have_one_witness(early, late);
    }

    // One group after the other, those with the fewest links first, and with each what is linked.
    [[nodiscard]] std::vector<std::vector<std::size_t>> witnesses() const
    {
        std::vector<std::vector<std::size_t>> out;
        std::vector<bool> done(m_said.size());
        const auto links = [&](std::size_t group) {
            std::size_t count = 0;
            for (std::size_t i = 0; i < m_said.size(); ++i)
                count += !done[i] && m_linked[group][i] ? 1U : 0U;
            return count;
        };
        for (;;) {
            std::optional<std::size_t> next;
            for (std::size_t i = 0; i < m_said.size(); ++i)
                if (!done[i] && (!next || links(i) < links(*next))) next = i;
            if (!next) return out;
            out.emplace_back();
            for (std::size_t i = 0; i < m_said.size(); ++i) {
                if (done[i] || (i != *next && !m_linked[*next][i])) continue;
                done[i] = true;
                for (const auto said : m_said[i]) out.back().push_back(m_prints[said].statement);
            }
        }
    }

private:
    [[nodiscard]] bool have_one_witness(std::size_t left, std::size_t right) const
    {
        for (const auto one : m_said[left])
            for (const auto other : m_said[right])
                if (m_print_of[one] == m_print_of[other] ||
                    have_one_witness(m_prints[one], m_prints[other]))
                    return true;
        return false;
    }

    [[nodiscard]] bool have_one_witness(const Printed& left, const Printed& right) const
    {
        return share_one(left.told.names, right.told.names) ||
               share_one(left.told.offices, right.told.offices) ||
               is_of(left.told.names, m_map.source_of(right.statement).material) ||
               is_of(right.told.names, m_map.source_of(left.statement).material);
    }

    const Map& m_map;
    std::vector<Printed> m_prints;
    std::vector<std::size_t> m_print_of;          // of each print: of one text
    std::vector<std::vector<std::size_t>> m_said; // of each group: prints
    std::vector<std::vector<bool>> m_linked;
};

} // namespace

std::vector<std::vector<std::size_t>> witnesses_of(const Map& map,
                                                   const std::vector<std::size_t>& statements,
                                                   bool clean)
{
    constexpr std::size_t k_most = 40; // more say no more
    std::vector<std::size_t> counted;
    std::set<std::size_t> sources;
    for (const auto statement : statements)
        if (counted.size() < k_most &&
            (!clean || !map.source_of(statement).carries_instructions())) {
            counted.push_back(statement);
            sources.insert(map.statements[statement].source);
        }
    const auto own = map.independence.without_copies(sources);
    std::erase_if(counted, [&](std::size_t statement) {
        return !own.contains(map.statements[statement].source);
    });
    return Groups{map, counted}.witnesses();
}

} // namespace synthesize
