// Facts that no year changes: capitals, codes of countries and currencies, chemical symbols. From
// a table that the build makes of Debian's iso-codes, unicode-cldr-core and bodr and of known.tsv,
// and that is part of the programs: read by any thread, and never changed.
//
// The licences of the data ask for their notices; see README.md.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reading {

class Facts {
public:
    static const Facts& embedded();

    struct Row {
        std::string_view relation;
        std::string_view subject;
        std::string_view value;
    };

    // All that holds of the subject, in lower case; empty: nothing is known of it. Relations are
    // those of table.hpp.
    [[nodiscard]] std::span<const Row> values(std::string_view relation,
                                              std::string_view subject) const;
    // Whether it is the value of any subject; `folded` is in lower case.
    [[nodiscard]] bool is_value(std::string_view relation, const std::string& folded) const;
    // All rows of a relation.
    [[nodiscard]] std::span<const Row> rows(std::string_view relation) const;
    // Name and version of the data a relation was made of: "iso-codes 4.15.0".
    [[nodiscard]] std::string_view source(std::string_view relation) const;

private:
    Facts();

    std::vector<Row> m_rows; // sorted
    std::set<std::string> m_values;
};

} // namespace reading
