#include "cli/manual_pages.hpp"

#include "base/concat.hpp"
#include "cli/grammar.hpp"
#include "cli/option_help.hpp"
#include "config/values.hpp"
#include "startup/load_config.hpp"

namespace cli {

namespace {

using base::concat;

// A text as roff prints it as it is: hyphens that can be copied, and no line that is a request.
std::string plain(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
    }
    return out;
}

std::string title(std::string_view name, std::string_view section)
{
    return concat(".TH ", name, ' ', section, R"( "" "assay )", ASSAY_VERSION,
                  R"(" "Operating Assay"
.nh
.ad l
.SH NAME
)");
}

// An entry of a list of terms.
std::string entry(std::string_view term, std::string_view text)
{
    return concat(".TP\n.B ", plain(term), '\n', plain(text), '\n');
}

// What the loader says to a value that is wrong whatever is asked for.
std::string limits(const config::Option& option)
{
    const bool is_list =
        option.kind == config::Kind::url_list || option.kind == config::Kind::network_list;
    const config::Raw wrong =
        is_list
            ? config::Raw{std::vector<std::string>(static_cast<std::size_t>(option.maximum) + 1)}
            : config::Raw{std::string{'\1'}};
    return concat("It ", config::parse_value(option, wrong).error(), '.');
}

std::string fallback(const config::Option& option)
{
    if (option.required) return "There is no default: it must be given.";
    if (option.fallback.empty()) return "By default it is empty.";
    return concat("The default is ", option.fallback, '.');
}

std::string joined(const std::vector<std::string_view>& words)
{
    std::string out;
    for (const auto word : words) out += concat(out.empty() ? "" : " ", word);
    return out;
}

} // namespace

std::string page_of_verbs()
{
    std::string out = concat(title("ASSAY", "1"), R"(assay \- operate Assay, and check its results
.SH SYNOPSIS
.B assay
.I VERB
.RI [ words ]
.SH VERBS
)");
    for (const auto& verb : verbs()) {
        out += entry(verb.usage, verb.summary);
        const auto options = option_names(verb);
        if (!options.empty()) out += ".RS\n";
        for (const auto option : options) out += entry(option, meaning_of_option(verb, option));
        if (!options.empty()) out += ".RE\n";
    }
    out += ".SH EXAMPLES\n.nf\n";
    for (const auto& verb : verbs())
        for (const auto example : verb.examples)
            if (!example.empty()) out += concat("assay ", plain(example), '\n');
    out += concat(".fi\n.SH CONFIGURATION AND EXIT STATUS\n.nf\n", plain(help_for_all()), R"(.fi
.SH SEE ALSO
.BR assay.toml (5),
.BR assay\-api (8),
.BR assay\-worker (8);
.I /usr/share/assay/doc/OPERATING.md
)");
    return out;
}

std::string page_of_configuration()
{
    std::string out = concat(title("ASSAY.TOML", "5"), R"(assay.toml \- the configuration of Assay
.SH DESCRIPTION
Programs read
.I /etc/assay/assay.toml
when they start.
It is a file of TOML: below, each section with its keys.
.B assay config init
prints one to begin with,
.B assay config check
every mistake at once, and
.B assay config show
what is in effect.
Secrets are files named by keys that end in
.BR _credential ,
never values.
)");
    const config::OptionTable table{startup::knowledge().products};
    for (const auto& section : config::sections()) {
        out += concat(".SH [", section.name, "]\n", plain(section.help), '\n');
        for (const auto& option : table.rows())
            if (option.section == section.name)
                out += entry(option.key, concat(option.help, option.help.empty() ? "" : "\n",
                                                limits(option), '\n', fallback(option)));
    }
    out += R"(.SH SEE ALSO
.BR assay (1)
)";
    return out;
}

std::string bash_completion()
{
    std::string out = R"(# Completion of bash for assay, made by `assay manual`.
_assay()
{
    local words=
    if [[ $2 == -* ]]; then
        case ${COMP_WORDS[1]} in
)";
    for (const auto& verb : verbs())
        if (const auto options = option_names(verb); !options.empty())
            out += concat("        ", verb.name, ") words=\"", joined(options), "\" ;;\n");
    out += R"(        esac
    else
        case ${COMP_WORDS[*]:1:COMP_CWORD-1} in
)";
    for (const auto& [before, words] : words_after())
        out += concat("        \"", before, "\") words=\"", joined(words), "\" ;;\n");
    out += R"(        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$2")
}
complete -o default -F _assay assay
)";
    return out;
}

} // namespace cli
