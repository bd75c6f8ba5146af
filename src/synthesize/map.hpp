// The source map: what the sources say nearest to a question, and nothing of what they do not say.
#pragma once

#include "synthesize/answer.hpp"
#include "synthesize/ballot.hpp"
#include "synthesize/differs.hpp"
#include "synthesize/independence.hpp"
#include "synthesize/values.hpp"
#include "synthesize/words.hpp"

namespace synthesize {

enum class Verdict { corroborated, contested, changed, single_source, not_sure, insufficient };

std::string_view name_of(Verdict verdict);

struct Map {
    explicit Map(const Order& whole) : order{whole} {}

    const Order& order;
    std::string_view language; // of most of the sources
    Vocabulary vocabulary;
    std::vector<std::unique_ptr<Source>> sources; // in their canonical order
    Independence independence;
    std::optional<Asked> asked;
    Ballot ballot;
    std::vector<Statement> statements; // of all sources, in their order
    std::optional<Meanings> meanings;  // of the vocabulary
    std::vector<Series> values;
    std::vector<Difference> differs;
    std::vector<Word> words_absent; // of English questions alone
    std::optional<Answer> answer;
    Verdict verdict = Verdict::insufficient;

    [[nodiscard]] const Source& source_of(std::size_t statement) const
    {
        return *sources[statements[statement].source];
    }
    [[nodiscard]] statements::Comparison compare(std::size_t first, std::size_t second) const;
    [[nodiscard]] bool is_read() const;
};

// `order` must outlive the map. Linear in the text but for sorting. The same sources give the same
// map in whatever order they are listed.
Map make_map(const Order& order);

} // namespace synthesize
