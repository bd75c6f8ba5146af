#include "base/concat.hpp"
#include "catalog/alarms.hpp"
#include "cli/grammar.hpp"
#include "cli/option_help.hpp"
#include "config/suggest.hpp"

#include <algorithm>
#include <iostream>

namespace cli {

namespace {

void print_all()
{
    std::size_t width = 0;
    for (const auto& verb : verbs()) width = std::max(width, verb.name.size());
    std::cout << "usage: assay VERB [words]\n\n";
    for (const auto& verb : verbs())
        std::cout << "  " << verb.name << std::string(width + 2 - verb.name.size(), ' ')
                  << verb.summary << '\n';
    std::cout << '\n' << help_for_all();
}

void print_options(const Verb& verb)
{
    const auto names = option_names(verb);
    if (!names.empty()) std::cout << "\noptions:\n";
    for (const auto name : names)
        std::cout << "  " << name << "\n      " << meaning_of_option(verb, name) << '\n';
}

// What each means and what to do.
void print_alarms()
{
    for (const auto& alarm : catalog::alarms())
        std::cout << alarm.name << '\n'
                  << "    " << alarm.meaning << '\n'
                  << "    -> " << alarm.remedy << '\n';
}

} // namespace

std::string_view help_for_all()
{
    return "The configuration is --config FILE, else $ASSAY_CONFIG, else /etc/assay/assay.toml.\n"
           "Exit: 0 done, 1 failed, 2 wrong words or configuration, 3 something outside did not "
           "answer,\n      4 not yet, 5 in doubt, 6 undisputed, 10 a dry run.\n";
}

Exit run_help(Words words)
{
    if (words.size() > 1) return complain_usage(verb_named("help"), "takes one verb at most");
    if (words.empty()) {
        print_all();
        return Exit::ok;
    }
    if (words.front() == "alarms") {
        print_alarms();
        return Exit::ok;
    }
    for (const auto& verb : verbs()) {
        if (verb.name != words.front()) continue;
        std::cout << "usage: assay " << verb.usage << '\n' << verb.summary << '\n';
        print_options(verb);
        std::cout << "\nexamples:\n";
        for (const auto example : verb.examples)
            if (!example.empty()) std::cout << "  assay " << example << '\n';
        return Exit::ok;
    }
    return complain_usage(verb_named("help"),
                          base::concat("no verb ", config::printable(words.front())));
}

} // namespace cli
