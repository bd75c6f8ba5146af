// Whether two sentences of one text give one thing two values, as statements are compared that
// synthesis merges.
#pragma once

#include "statements/disagreement.hpp"
#include "verify/law/critic.hpp"

#include <memory>

namespace verify::model {

class TwoValues {
public:
    // Reads the statements of the document, which must outlive it.
    explicit TwoValues(const Document& document);
    ~TwoValues();
    TwoValues(const TwoValues&) = delete;
    TwoValues& operator=(const TwoValues&) = delete;

    // contradiction.value, where both tell one thing, which does not change, with two numbers or
    // two dates. Sentences of the document; the order means nothing.
    [[nodiscard]] std::optional<Finding> between(std::size_t left, std::size_t right) const;

private:
    [[nodiscard]] const statements::Statement* statement_of(std::size_t sentence) const;

    const Document& m_document;
    std::vector<sources::Material> m_materials;
    statements::Vocabulary m_vocabulary;
    std::vector<std::unique_ptr<statements::Source>> m_sources;
    std::vector<statements::Statement> m_statements;
    std::unique_ptr<const statements::Meanings> m_meanings;
};

} // namespace verify::model
