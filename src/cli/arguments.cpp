#include "cli/arguments.hpp"

#include "base/concat.hpp"

#include <algorithm>

namespace cli {

using base::concat;
using base::refuse;

base::Result<Arguments, std::string> Arguments::parse(std::span<const std::string_view> words,
                                                      std::span<const AcceptedOption> accepted,
                                                      std::size_t most_words)
{
    Arguments out;
    bool takes_options = true;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto word = words[i];
        if (takes_options && word == "--") {
            takes_options = false;
            continue;
        }
        if (!takes_options || !word.starts_with('-') || word == "-") {
            out.m_words.emplace_back(word);
            continue;
        }
        const auto equals = std::min(word.find('='), word.size());
        const auto name = word.substr(0, equals);
        const auto option = std::find_if(accepted.begin(), accepted.end(),
                                         [name](const auto& each) { return each.name == name; });
        if (option == accepted.end()) return refuse(concat("unknown option ", name));
        const bool has_value = equals < word.size();
        if (has_value && !option->takes_value) return refuse(concat(name, " takes no value"));
        std::string value{has_value ? word.substr(equals + 1) : std::string_view{}};
        if (option->takes_value && !has_value) {
            if (++i == words.size()) return refuse(concat(name, " needs a value"));
            value = words[i];
        }
        if (!option->may_repeat && out.has(name)) return refuse(concat(name, " is given twice"));
        out.m_options.emplace(name, std::move(value));
    }
    if (out.m_words.size() > most_words)
        return refuse(concat("unexpected word ", out.m_words[most_words]));
    return out;
}

bool Arguments::has(std::string_view option) const
{
    return m_options.find(option) != m_options.end();
}

std::optional<std::string> Arguments::value(std::string_view option) const
{
    const auto found = m_options.find(option);
    if (found == m_options.end()) return std::nullopt;
    return found->second;
}

std::vector<std::string> Arguments::values(std::string_view option) const
{
    std::vector<std::string> out;
    const auto [first, last] = m_options.equal_range(option);
    for (auto at = first; at != last; ++at) out.push_back(at->second);
    return out;
}

} // namespace cli
