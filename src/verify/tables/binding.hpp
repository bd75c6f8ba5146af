// Which row or column of a table the words of a statement name.
#pragma once

#include "reading/tables.hpp"
#include "verify/tables/statement.hpp"

#include <map>
#include <span>

namespace verify::tables {

// One row or column that shares words with the statement, and how well.
struct Bound {
    std::size_t index = 0;
    long score = 0;     // 0 to 1000: weight of the shared words by that of all
    bool whole = false; // the statement says every word of the label
    std::size_t shared = 0;
};

// The labels of one axis of a table by their words. A word that few labels have weighs more.
class Labels {
public:
    // In the order of the indexes. `around`: words of a heading above, which may be said and need
    // not be.
    void add(std::size_t index, std::vector<std::string> stems,
             std::vector<std::string> around = {});

    // Best first; none without a shared word. At most k_most_bound.
    [[nodiscard]] std::vector<Bound> bind(std::span<const Word> words) const;
    [[nodiscard]] bool knows(const std::string& stem) const { return m_at.contains(stem); }
    [[nodiscard]] const std::vector<std::string>& stems(std::size_t index) const;

private:
    [[nodiscard]] long weight(const std::string& stem) const;

    std::map<std::string, std::vector<std::size_t>> m_at; // entries that have the word
    struct Entry {
        std::size_t index = 0;
        std::vector<std::string> stems;
        std::vector<std::string> around;
    };
    std::vector<Entry> m_entries;
};

inline constexpr std::size_t k_most_bound = 8;

struct IndexedTable {
    reading::Table table;
    Labels rows;
    Labels columns;
    std::vector<std::size_t> year_columns; // whose head names a year
    std::vector<std::size_t> numeric_columns;
};

IndexedTable index_table(reading::Table table, const reading::Stemmer& stemmer);

} // namespace verify::tables
