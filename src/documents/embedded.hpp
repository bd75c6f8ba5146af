// Files of www/ (but the examples), of src/documents, and the schemas in the rooms of products:
// part of the programs, so that rendering needs no other file. The table is made by embed_files.sh
// when the programs are built.
#pragma once

#include "base/json.hpp"

#include <span>
#include <string_view>

namespace documents {

struct EmbeddedFile {
    std::string_view name; // of a file of www/ its path below it; of any other without its folder
    std::string_view content;
};

std::span<const EmbeddedFile> embedded_files();

// Throws Fault when there is no such file: a bug.
std::string_view embedded_file(std::string_view name);
// The same of one in JSON.
base::json::Ref embedded_json(std::string_view name);

} // namespace documents
