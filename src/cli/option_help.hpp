// What each option of `assay` means and is by default: help, the manual's page and its test read
// this table.
#pragma once

#include "cli/verbs.hpp"

#include <string_view>

namespace cli {

struct OptionHelp {
    std::string_view verb; // "": it means the same behind each verb that has no row of its own
    std::string_view option;
    std::string_view meaning; // a sentence with its default
};

std::span<const OptionHelp> option_help();

// `option` is one of the usage of `verb`; one without a row is a bug, a Fault.
std::string_view meaning_of_option(const Verb& verb, std::string_view option);

} // namespace cli
