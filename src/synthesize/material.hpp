// What a buyer hands over to be merged: a question and the texts that may answer it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace synthesize {

// What became of a source before the analysis. Only a `used` one has a text.
enum class SourceStatus { used, unreachable, refused, unsupported, empty };

std::string_view name_of(SourceStatus status);

// One source. Empty strings: not given.
struct Material {
    std::string id; // "S1", "S2", ... by position
    std::string title;
    std::string url;
    std::string published; // ISO 8601 date, or a time that begins with one
    std::string author;
    std::string text; // valid UTF-8; offsets of the artifact are into it
    SourceStatus status = SourceStatus::used;
    std::string reason{}; // why a page was not read, in a word
    bool is_page = false; // read from a page: a stranger's words
    bool is_cut = false;  // the page went on behind this text
};

// At most 20 materials, 2 MB of text in all (checked where requests are parsed).
struct Order {
    std::string query;
    std::vector<Material> materials;
};

} // namespace synthesize
