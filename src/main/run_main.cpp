// assay-run: an analysis of a text, without sockets. It reads no library when it starts (Makefile).
#include "analysis/program.hpp"

int main(int argc, char** argv)
{
    return analysis::run_program("assay-run", analysis::text_engines(), argc, argv);
}
