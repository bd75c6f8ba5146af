// Finds what belongs to this program: installed (programs in PREFIX/lib/assay, files in
// PREFIX/share/assay), or in the tree it was built in (build/MODE).
#pragma once

#include <filesystem>
#include <string_view>

namespace startup {

// The directory of this program and its siblings.
std::filesystem::path program_directory();

// The file or directory `name` of PREFIX/share/assay when it is there, else `in_tree`, a path from
// the root of the tree. Whether that exists is not looked at.
std::filesystem::path shared_file(std::string_view name, std::string_view in_tree);

} // namespace startup
