// assay-scan: what needs sockets, a scan of the network and the pages that a request names.
#include "analysis/program.hpp"

int main(int argc, char** argv)
{
    return analysis::run_program("assay-scan", analysis::scan_engines(), argc, argv);
}
