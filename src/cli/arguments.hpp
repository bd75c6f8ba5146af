// The words after a verb: options that were announced, and the rest.
#pragma once

#include "base/result.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

struct AcceptedOption {
    std::string_view name; // "--config"
    bool takes_value = false;
    bool may_repeat = false;
};

// Accepted by every verb that reads the configuration.
inline constexpr AcceptedOption k_config_option{"--config", true};

class Arguments {
public:
    // "--name value", "--name=value", "--flag"; "--" ends options, and "-" alone is a word. The
    // error is one sentence: an unknown option, one given twice that may not be, a missing value,
    // or more than `most_words` other words.
    static base::Result<Arguments, std::string> parse(std::span<const std::string_view> words,
                                                      std::span<const AcceptedOption> accepted,
                                                      std::size_t most_words);

    [[nodiscard]] bool has(std::string_view option) const;
    [[nodiscard]] std::optional<std::string> value(std::string_view option) const;
    // All of one that may be repeated, in their order.
    [[nodiscard]] std::vector<std::string> values(std::string_view option) const;
    [[nodiscard]] const std::vector<std::string>& words() const { return m_words; }

private:
    std::multimap<std::string, std::string, std::less<>> m_options;
    std::vector<std::string> m_words;
};

} // namespace cli
