// What a contest of two things of a table is read with: the names of rows and columns as a sentence
// writes them, in its own spelling ("BERT+MLP", "G2S-GGNN").
#pragma once

#include "verify/tables/clause.hpp"
#include "verify/tables/derived.hpp"

namespace verify::tables {

// A word with its hyphens and signs, without punctuation around it.
struct Spelling {
    std::uint32_t begin = 0; // in the view
    std::uint32_t end = 0;
    std::string_view folded;
};

// A run of words that one or more lines of one axis are called by.
struct Name {
    std::size_t at = 0; // of the words
    std::size_t size = 0;
    bool is_column = false;
    std::vector<std::size_t> lines; // rows, or columns
};

// Valid as long as the scene.
class Names {
public:
    Names(const Scene& scene, const Clause& segment);

    [[nodiscard]] const std::vector<Spelling>& words() const { return m_words; }
    [[nodiscard]] const std::vector<Name>& all() const { return m_all; }
    // The lines of an axis that hold numbers and sum up no others.
    [[nodiscard]] const std::vector<std::size_t>& lines(bool is_column) const;
    // Whether a label, the name of a section or the caption of the table has the word.
    [[nodiscard]] bool knows(std::string_view word) const;
    // The only line of the axis whose label has the word.
    [[nodiscard]] std::optional<std::size_t> line_with(std::string_view word, bool is_column) const;
    // 1 where more is better in the line, -1 where less is, 0 where that is open.
    [[nodiscard]] int better(std::size_t line, bool is_column) const;
    [[nodiscard]] std::string_view text(const Name& name) const;

private:
    struct Label {
        std::size_t line = 0;
        bool is_column = false;
        std::vector<Spelling> words;
    };
    void read_labels();
    void find_names();
    [[nodiscard]] std::size_t common(const Label& label, std::size_t at, std::size_t from) const;
    void find_family(std::size_t at, Name& out) const;
    [[nodiscard]] bool is_telling(const Name& name) const;

    const Scene* m_scene;
    std::vector<Spelling> m_words;
    std::vector<Label> m_labels;
    std::vector<Spelling> m_caption;
    std::vector<std::size_t> m_rows;
    std::vector<std::size_t> m_columns;
    std::vector<Name> m_all; // in the order of the words, apart from one another
};

// The parts of a sentence that "while", "but" or a semicolon sets apart.
std::vector<Clause> segments_of(const Scene& scene);

} // namespace verify::tables
