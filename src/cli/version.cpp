#include "cli/verbs.hpp"

#include <iostream>

namespace cli {

Exit run_version(Words words)
{
    if (!words.empty()) return complain_usage(verb_named("version"), "takes no words");
    std::cout << "assay " << ASSAY_VERSION << '\n';
    return Exit::ok;
}

} // namespace cli
