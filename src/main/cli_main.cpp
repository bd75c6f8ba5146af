// assay: the operator's command.
#include "base/fault.hpp"
#include "cli/verbs.hpp"
#include "startup/exit.hpp"

#include <exception>
#include <iostream>
#include <vector>

int main(int argc, char** argv)
{
    const std::vector<std::string_view> words{argv + 1, argv + argc};
    try {
        return static_cast<int>(cli::run(words));
    } catch (const base::Fault& fault) {
        std::cerr << "assay: " << fault.said() << '\n';
        return static_cast<int>(startup::Exit::error);
    } catch (const std::exception& error) {
        std::cerr << "assay: " << error.what() << '\n';
        return static_cast<int>(startup::Exit::error);
    }
}
