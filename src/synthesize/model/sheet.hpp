// What a model is shown of an order: the sentences that tell most, each behind a number.
#pragma once

#include "synthesize/study.hpp"
#include "verify/model/sheet.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace synthesize::model {

// The words of statements without the secrets that stand in their sources.
class Wording {
public:
    // `study` must outlive it.
    explicit Wording(const Study& study) : m_study{study}, m_secrets(study.sources.size()) {}

    [[nodiscard]] std::string of(std::size_t statement);

private:
    const Study& m_study;
    std::vector<std::optional<std::vector<verify::Mark>>> m_secrets; // of each source, when read
};

// A line with a number. nullopt: a sentence of ours.
struct Row {
    std::optional<std::size_t> statement;
    std::string text;
};

struct Sheet {
    std::string material;
    std::vector<Row> rows;
    // Of ours, by row: two that cannot both be true, and two that say the same.
    std::array<std::size_t, 2> opposed{};
    std::array<std::size_t, 2> same{};
};

// The best words of each claim, and of another origin where it has two; what the summary says
// first. As many as come to `most_tokens` at most. Nothing of a source that gives orders to its
// readers: it would give them to the model.
std::vector<std::size_t> worth_asking(const Study& study, Wording& wording,
                                      std::size_t most_tokens);

// With sentences of ours at places that no author can know before (llm::Settings::nonce).
Sheet make_sheet(const Study& study, Wording& wording, const std::vector<std::size_t>& statements,
                 std::string_view nonce);

} // namespace synthesize::model
