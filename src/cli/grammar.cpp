#include "cli/grammar.hpp"

#include "base/concat.hpp"

#include <algorithm>

namespace cli {

namespace {

constexpr std::string_view k_word_letters = "abcdefghijklmnopqrstuvwxyz-";
constexpr std::string_view k_brackets = "[]()";

using Successors = std::map<std::string, std::vector<std::string_view>, std::less<>>;

bool is_word(std::string_view text)
{
    return !text.empty() && !text.starts_with('-') &&
           text.find_first_not_of(k_word_letters) == std::string_view::npos;
}

void add_once(std::vector<std::string_view>& words, std::string_view word)
{
    if (std::ranges::find(words, word) == words.end()) words.push_back(word);
}

int opened_by(std::string_view token)
{
    return static_cast<int>(
        std::ranges::count_if(token, [](char c) { return c == '[' || c == '('; }) -
        std::ranges::count_if(token, [](char c) { return c == ']' || c == ')'; }));
}

std::string_view without_brackets(std::string_view token)
{
    const auto begin = std::min(token.find_first_not_of(k_brackets), token.size());
    return token.substr(begin, token.find_last_not_of(k_brackets) + 1 - begin);
}

// Follows one usage. An alternative begins behind the verb, and behind each | that is in no more
// brackets than the first of all; it leads as far as its own words go.
class Usage {
public:
    Usage(const Verb& verb, Successors& successors)
        : m_verb{verb}, m_successors{successors}, m_path{verb.name}
    {
    }

    void read(std::string_view token)
    {
        if (token == "|" && m_depth == m_alternatives_depth) {
            m_path = m_verb.name;
            m_leads = true;
            return;
        }
        m_depth += opened_by(token);
        const auto word = without_brackets(token);
        if (m_alternatives_depth < 0) m_alternatives_depth = m_depth;
        if (!m_leads) return;
        if (word == "VERB") {
            for (const auto& each : verbs()) add_once(m_successors[m_path], each.name);
            return;
        }
        m_leads = is_word(word);
        if (!m_leads) return;
        add_once(m_successors[m_path], word);
        m_path += base::concat(' ', word);
    }

private:
    const Verb& m_verb;
    Successors& m_successors;
    std::string m_path;
    int m_depth = 0;
    int m_alternatives_depth = -1; // not known before the first word
    bool m_leads = true;
};

} // namespace

std::vector<std::string_view> option_names(const Verb& verb)
{
    std::vector<std::string_view> out;
    for (auto at = verb.usage.find("--"); at < verb.usage.size(); at = verb.usage.find("--", at)) {
        const auto end =
            std::min(verb.usage.find_first_not_of(k_word_letters, at), verb.usage.size());
        add_once(out, verb.usage.substr(at, end - at));
        at = end;
    }
    return out;
}

Successors words_after()
{
    Successors out;
    for (const auto& verb : verbs()) {
        out[""].push_back(verb.name);
        Usage usage{verb, out};
        auto rest = verb.usage.substr(verb.name.size());
        while (!rest.empty()) {
            const auto end = std::min(rest.find(' '), rest.size());
            if (end > 0) usage.read(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return out;
}

} // namespace cli
