#include "startup/installation.hpp"

namespace startup {

namespace fs = std::filesystem;

fs::path program_directory()
{
    return fs::read_symlink("/proc/self/exe").parent_path();
}

fs::path shared_file(std::string_view name, std::string_view in_tree)
{
    const fs::path installed = program_directory() / "../../share/assay" / name;
    return fs::exists(installed) ? installed : program_directory() / "../.." / in_tree;
}

} // namespace startup
