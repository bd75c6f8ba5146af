// The texts that a buyer hands over, or names as pages: what synthesis merges, what a text is
// reviewed against, and where streams may come from.
#pragma once

#include "base/json.hpp"
#include "value/instant.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sources {

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
    // The URL of a page that the buyer gave, from which `url` may have been led on.
    std::string asked{};
    bool titles_itself = false; // the title is the page's: a stranger's word, too
};

// When it was published: a date alone is its first moment in UTC. nullopt: not given.
std::optional<value::Instant> published_at(const Material& material);

// The sources of a request that has passed request::check_request, as they could be read, in order;
// none where it has no member `sources`. Throws Fault when it has not passed. `pages_view`: of each
// source null, or what became of the page that it names (see extract()); nullptr: no page was read,
// and each that was to be is unreachable.
std::vector<Material> materials_of(const json_t* request, const json_t* pages_view);

// An element of an artifact's `sources` that nothing was found out about: its text has `chars` code
// points.
base::json::Ref source_json(const Material& material, SourceStatus status, std::string_view text,
                            std::size_t chars);

} // namespace sources
