#include "synthesize/witnesses.hpp"

#include "statements/saying.hpp"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <set>

namespace synthesize {

namespace {

struct Printed {
    std::vector<std::string_view> words;
    std::set<std::string_view> reporters; // names among who says it
};

Printed printed_of(const Study& study, std::size_t statement)
{
    const Statement& said = study.statements[statement];
    const Source& source = study.source_of(statement);
    const auto words = passage_of(source, said);
    const auto saying = statements::saying_in(words);
    Printed out;
    for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
        if (words.document().kind(i) == reading::TokenKind::symbol) continue;
        out.words.push_back(words.word(i));
        const auto terms = source.terms.of(i);
        const bool is_name = !terms.empty() && std::binary_search(said.names.begin(),
                                                                  said.names.end(), terms.front());
        // "People told Aviawire": the name behind the verb is the reporter's too.
        const bool told = i > words.begin() && words.is(i - 1, {"told"});
        if (is_name && (saying[i - words.begin()] || told)) out.reporters.insert(words.word(i));
    }
    return out;
}

std::set<std::string> runs_of_three(const std::vector<std::string_view>& words)
{
    std::set<std::string> out;
    for (std::size_t i = 0; i + 3 <= words.size(); ++i)
        out.insert(std::string{words[i]}
                       .append(" ")
                       .append(words[i + 1])
                       .append(" ")
                       .append(words[i + 2]));
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
    std::string about = material.title + ' ' + material.url;
    std::transform(about.begin(), about.end(), about.begin(), reading::to_lower);
    return std::any_of(reporters.begin(), reporters.end(), [&](std::string_view name) {
        constexpr std::size_t k_least = 4; // letters; shorter names are parts of words
        return name.size() >= k_least && about.find(name) != std::string::npos;
    });
}

bool have_one_reporter(const Study& study, std::size_t left, const Printed& one, std::size_t right,
                       const Printed& other)
{
    const bool shared =
        std::any_of(one.reporters.begin(), one.reporters.end(),
                    [&](std::string_view name) { return other.reporters.contains(name); });
    return shared || is_of(one.reporters, study.source_of(right).material) ||
           is_of(other.reporters, study.source_of(left).material);
}

} // namespace

std::size_t count_witnesses(const Study& study, const std::vector<std::size_t>& statements,
                            bool clean)
{
    constexpr std::size_t k_most = 40; // more say no more
    std::vector<std::size_t> counted;
    for (const auto statement : statements)
        if (counted.size() < k_most &&
            (!clean || !study.source_of(statement).carries_instructions()))
            counted.push_back(statement);
    std::vector<Printed> prints;
    prints.reserve(counted.size());
    for (const auto statement : counted) prints.push_back(printed_of(study, statement));
    boost::disjoint_sets_with_storage<> witnesses{counted.size()};
    for (std::size_t late = 0; late < counted.size(); ++late)
        for (std::size_t early = 0; early < late; ++early) {
            const auto one = study.statements[counted[early]].source;
            const auto other = study.statements[counted[late]].source;
            const bool same_house =
                study.independence.group[one] == study.independence.group[other];
            if (same_house || are_one_print(prints[early], prints[late]) ||
                have_one_reporter(study, counted[early], prints[early], counted[late],
                                  prints[late]))
                witnesses.union_set(early, late);
        }
    std::set<std::size_t> roots;
    for (std::size_t i = 0; i < counted.size(); ++i) roots.insert(witnesses.find_set(i));
    return roots.size();
}

} // namespace synthesize
