// Which rows, columns and kinds of rows a sentence of free prose names, and where: by the whole
// label, by a word that no other label of the table has, by a year or a month.
#pragma once

#include "verify/tables/tables.hpp"

#include <map>
#include <string>
#include <vector>

namespace verify::tables {

struct Mention {
    std::size_t index = 0;   // of a row, a column or a group
    std::uint32_t begin = 0; // in the view
    std::uint32_t end = 0;
    bool whole = false; // every word of the label is said
};

// Rows that hold the same text in a column: "bull" in two of five rows.
struct Group {
    std::vector<std::string> stems;
    std::vector<std::size_t> rows;
};

// The labels of a table as prose may use them.
class Axes {
public:
    Axes(const Document& document, const reading::Table& table, const reading::Stemmer& stemmer);

    [[nodiscard]] const reading::Table& table() const { return *m_table; }
    // The rows that are not about others, as totals and means are.
    [[nodiscard]] const std::vector<std::size_t>& rows() const { return m_rows; }
    [[nodiscard]] const std::vector<Group>& groups() const { return m_groups; }
    [[nodiscard]] const std::vector<std::size_t>& columns() const { return m_columns; }
    // nullptr where no number stands.
    [[nodiscard]] const reading::TableCell* number(std::size_t row, std::size_t column) const;
    [[nodiscard]] std::string_view label(std::size_t row) const;
    [[nodiscard]] reading::Cell label_place(std::size_t row) const;
    // Whether two columns hold one measure at two times, or asked and given: years, "Alive, season
    // 1" and "Alive, season 2", "Old" and "New".
    [[nodiscard]] bool is_one_measure(std::size_t left, std::size_t right) const;
    // The only two such columns of the table, the earlier one first; nullopt when there are more.
    [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> pair() const;

    [[nodiscard]] std::vector<Mention> rows_named(const Statement& statement) const;
    [[nodiscard]] std::vector<Mention> columns_named(const Statement& statement) const;
    [[nodiscard]] std::vector<Mention> groups_named(const Statement& statement) const;

private:
    void read_labels(const reading::Stemmer& stemmer);
    void read_groups(const reading::Stemmer& stemmer);

    const Document* m_document;
    const reading::Table* m_table;
    std::size_t m_label_column = 0;
    std::vector<std::size_t> m_rows;
    std::vector<std::size_t> m_columns; // with numbers, apart from that of the labels
    std::vector<std::vector<std::string>> m_row_stems;
    std::vector<std::vector<std::string>> m_column_stems;
    std::map<std::string, std::size_t> m_row_count;
    std::map<std::string, std::size_t> m_column_count;
    std::vector<Group> m_groups;
};

// What the number in [begin, end) is said of: the last before it ("the bulls averaged 295"), or the
// first behind it where the sentence tells its numbers first.
const Mention* subject_of(const std::vector<Mention>& mentions, const Statement& statement,
                          std::uint32_t begin, std::uint32_t end);

// The one nearest to [begin, end); nullptr when there is none.
const Mention* nearest(const std::vector<Mention>& mentions, std::uint32_t begin,
                       std::uint32_t end);

} // namespace verify::tables
