// The artifacts of synthesis and brief as JSON: what is hashed, anchored and sold.
#pragma once

#include "base/json.hpp"
#include "synthesize/map.hpp"

namespace synthesize {

// Bytes [begin, end) of a source's text.
struct Cited {
    std::size_t source = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

// The place of a line, a statement, or some words of a statement.
Cited cited(const Line& line);
Cited cited(const Map& map, std::size_t statement);
Cited cited(const Map& map, std::size_t statement, Run words);

bool overlap(const Cited& one, const Cited& other);
// Whether some difference has a side there.
bool has_side_in(const Map& map, const Cited& place);

// The text there, as it stands, and in one line.
std::string_view text_at(const Map& map, const Cited& place);
std::string quote_of(const Map& map, const Cited& place);
// {source, published, start, end, quote}: code points of the source's text, quote ==
// text[start:end].
base::json::Ref citation_json(const Map& map, const Cited& place);

// "Probably: “...”", or how unsure it is that the quote answers; of a map with an answer.
std::string answer_text(const Map& map);

// {output, source, start, end}: where something in the artifact comes from.
base::json::Ref sourcing_json(const Map& map, std::string_view output, const Cited& place);

// One side of a difference: those who give the same value.
struct Side {
    std::string value; // as the first of them writes it
    std::vector<Position> positions;
};
std::vector<Side> sides_of(const Map& map, const Difference& difference);

// The sources of the map, in the buyer's order.
base::json::Ref sources_json(const Map& map);

// What the sources say: `verdict`, `offset_unit` and all that follows from it, without `sources`.
base::json::Ref findings_json(const Map& map);

// All members of `name` ("synthesis/3", "brief/3") but `sections` and `usage`.
base::json::Ref artifact_json(const Map& map, std::string_view name);

} // namespace synthesize
