// One number as it is printed: digits, grouping, decimal mark.
//
// "1,250" is a thousand or a bit more than one, depending on who wrote it. A lexeme is read under
// one mark; the document decides by majority which mark that is (see read_document).
#pragma once

#include "reading/exact.hpp"

#include <optional>
#include <string_view>

namespace reading {

enum class DecimalMark { point, comma };

struct PrintedNumber {
    Decimal value;
    int place = 0; // exponent of the last printed digit: 0 for "80", -2 for "3.14"
    bool grouped = false;
    bool operator==(const PrintedNumber& other) const
    {
        return value.mantissa == other.value.mantissa && value.exponent == other.value.exponent;
    }
};

// Bytes of the number that begins at `at`: digits with single '.', ',' or '\'' between digits, or a
// leading '.', or spaces between groups of three. 0 when none begins there. Looks ahead at most 64
// bytes; a longer run of digits is reported whole and no reading accepts it.
std::size_t number_length(std::string_view text, std::size_t at);

// nullopt: not a number under this mark ("1.2.3", "1,23,4"), or more than k_max_digits digits.
// Grouping accepted: 1,250 1'250 1 250 12,34,567 (with a decimal point); 1.250 1 250 (comma).
std::optional<PrintedNumber> read_number(std::string_view lexeme, DecimalMark mark);

// The mark this lexeme can only have been written with; nullopt when it could be either.
std::optional<DecimalMark> mark_of(std::string_view lexeme);

} // namespace reading
