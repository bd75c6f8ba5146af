#include "config/show.hpp"

#include "base/concat.hpp"
#include "config/values.hpp"

#include <algorithm>

namespace config {

namespace {

constexpr std::size_t k_columns = 100;

// `text` in lines of at most k_columns, each begun by "# ".
std::string comment(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        std::size_t end = text.size();
        if (end > k_columns - 2) end = std::min(text.rfind(' ', k_columns - 2), text.size());
        out += base::concat("# ", text.substr(0, end), '\n');
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

// `text` as Option::fallback has it, as the file has it.
std::string sample_value(const Option& option, std::string_view text)
{
    if (option.kind == Kind::integer) return std::string{text};
    if (option.kind != Kind::url_list && option.kind != Kind::network_list) return in_quotes(text);
    std::string out;
    while (!text.empty()) {
        const auto end = std::min(text.find(','), text.size());
        const auto member = text.substr(0, end);
        if (!member.empty()) out += base::concat(out.empty() ? "" : ", ", in_quotes(member));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return base::concat('[', out, ']');
}

std::string choices_line(const Option& option)
{
    std::string out;
    for (const auto choice : option.choices)
        out += base::concat(out.empty() ? "One of: " : ", ", choice);
    return out;
}

} // namespace

std::string show_text(const Loaded& loaded)
{
    std::size_t widest = 0;
    for (const auto& setting : loaded.settings)
        widest = std::max(widest, setting.key.size() + setting.value.size());
    widest = std::min(widest, std::size_t{70});

    std::string out;
    std::string_view section;
    for (const auto& setting : loaded.settings) {
        if (setting.section != section) {
            section = setting.section;
            out += base::concat(out.empty() ? "" : "\n", '[', section, "]\n");
        }
        const auto size = setting.key.size() + setting.value.size();
        const std::string gap(size < widest ? widest - size + 2 : 2, ' ');
        out += base::concat(setting.key, " = ", setting.value, gap, "# ");
        out += setting.place.line == 0 ? std::string{"default"}
                                       : base::concat(loaded.file, ':', setting.place.line);
        out += '\n';
    }
    return out;
}

std::string sample_file(std::span<const ProductDefault> products, const Answers& answers)
{
    std::string out = comment("Configuration of Assay. Keys that are commented out show their "
                              "default; the others must be filled in. `assay config check` finds "
                              "mistakes.");
    const OptionTable table{products};
    for (const auto& section : sections()) {
        out += base::concat("\n[", section.name, "]\n", comment(section.help));
        for (const auto& option : table.rows()) {
            if (option.section != section.name) continue;
            if (!option.help.empty()) out += base::concat('\n', comment(option.help));
            if (option.choices.size() > 1) out += comment(choices_line(option));
            const auto answer = answers.find(base::concat(option.section, '.', option.key));
            const bool is_given = answer != answers.end();
            out += base::concat(option.required || is_given ? "" : "#", option.key, " = ",
                                sample_value(option, is_given ? answer->second : option.fallback),
                                '\n');
        }
    }
    return out;
}

} // namespace config
