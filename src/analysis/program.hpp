// What `assay-run` and `assay-scan` are: NAME PRODUCT [--basket FILE], a request on standard input,
// an artifact on standard output. From the worker also: progress goes to descriptor 3, an envelope
// comes from descriptor 4, and a model is asked through descriptor 5 (DESIGN.md, 9).
#pragma once

#include "analysis/registry.hpp"

namespace analysis {

// main() of the program of that name, which holds these engines. Ends the process, unless it
// cannot do its work.
int run_program(const char* name, const Engines& engines, int argc, char** argv);

} // namespace analysis
