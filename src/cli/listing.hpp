// A list of JSON objects: a table for people at a terminal, one object a line for programs.
#pragma once

#include "base/json.hpp"
#include "cli/arguments.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

struct Column {
    std::string_view title;  // "PRICE"
    std::string_view member; // of the object; a dot leads into one within: "transfer.to"
    enum class At { left, right } at = At::left;
};

// Accepted by each verb that lists: JSON on a terminal, too.
inline constexpr AcceptedOption k_json_option{"--json"};

// For people: a line of titles, and one for each row; `none` where there are no rows. Text is safe
// on a terminal, and null is "-". Ends with a line break.
std::string table_text(std::span<const Column> columns, std::span<const base::json::Ref> rows,
                       std::string_view none);

// Whether that is wanted: standard output is a terminal, and --json was not said.
bool is_for_people(const Arguments& arguments);
// On standard output.
void print_list(std::span<const Column> columns, std::span<const base::json::Ref> rows,
                std::string_view none, const Arguments& arguments);

// For people, one object: a line for each of its members; those within are told behind a dot.
std::string members_text(const json_t* object_view);
// On standard output.
void print_one(const base::json::Ref& object, const Arguments& arguments);

} // namespace cli
