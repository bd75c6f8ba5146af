// Columns of times and of numbers as people write them. How each is to be read is decided from the
// whole column: "03/04/2025" and "1,234" say nothing alone.
#pragma once

#include "base/json.hpp"
#include "value/instant.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace request {

struct NoValue {};    // null, an empty field, or what is written for one
struct Unreadable {}; // neither a number nor a text
using Cell = std::variant<NoValue, Unreadable, double, std::string>;

Cell cell_of(const json_t* value_view); // nullptr: unreadable
// Blanks around it are left out. No value: nothing, or in any case "null", "NA", "N/A", "#N/A",
// "NaN", "none", "missing", "-", "--" or ".".
Cell cell_of(std::string_view field);

// Why a column cannot be read at all: what it shows, and what to write instead.
struct ColumnRefusal {
    std::size_t at = 0; // the first cell that it is about
    std::string reason;
};

template <typename Value> struct Column {
    // One for each cell; nullopt: no value, or none that can be read.
    std::vector<std::optional<Value>> values;
    std::optional<ColumnRefusal> refusal; // then there are no values
};

inline constexpr std::string_view k_time_forms =
    "Input should be an RFC 3339 date and time (UTC without an offset), a date (2025-01-31), a "
    "month (2025-01), a quarter (2025-Q1), a year, or a number of seconds since 1970";

// A moment as Instant::parse() takes it, a month ("2025-01"), a quarter ("2025-Q1"), a date with
// the year first ("2025/01/31") or last ("01/31/2025", "31.01.2025"), or a number; each is its
// first moment in UTC, in which a time without an offset is taken to be, too, as exports write
// it ("2024-03-05 12:00"). Where the year is last, one date of the column has to show which of the
// others is the day. Numbers are seconds since 1970, unless all of them are years of 1900 to 2100,
// or months ("202501") or dates ("20250131") of these.
Column<value::Instant> read_times(const std::vector<Cell>& cells);

// What is known of the decimal mark besides the numbers: a file whose fields stand between commas
// has no decimal comma, one with semicolons is written where there is one.
enum class MarkHint { none, point, comma };

struct NumberColumn : Column<double> {
    std::string unit; // "%", "$", "€"; empty: none
};

// Numbers with or without groups of three ("1,234", "1 234.5", "1'234"), and a sign of a currency
// or of percent, which all have in common. Where "1,234" or "1.234" can be read in two ways,
// another number of the column or the hint has to tell; with neither a point is the decimal mark,
// as in JSON, and a comma is refused.
NumberColumn read_numbers(const std::vector<Cell>& cells, MarkHint hint);

// Whether the cell alone could be a time, or a number.
bool may_be_time(const Cell& cell);
bool may_be_number(const Cell& cell);

} // namespace request
