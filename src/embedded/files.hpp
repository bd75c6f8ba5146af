// Files of www/ (but the examples), of src/documents and src/schemas, and the schemas in the rooms
// of products: part of the programs, so that rendering needs no other file. The table is made by
// embed_files.sh when the programs are built.
#pragma once

#include "base/json.hpp"

#include <span>
#include <string_view>

namespace embedded {

struct File {
    std::string_view name; // of a file of www/ its path below it; of any other without its folder
    std::string_view content;
};

std::span<const File> files();

// Throws Fault when there is no such file: a bug.
std::string_view file(std::string_view name);
// The same of one in JSON.
base::json::Ref json_file(std::string_view name);

} // namespace embedded
