// The pages of the manual and the completion of bash, from the tables of verbs and of options.
#pragma once

#include <string>

namespace cli {

std::string page_of_verbs();         // assay(1)
std::string page_of_configuration(); // assay.toml(5)
std::string bash_completion();

} // namespace cli
