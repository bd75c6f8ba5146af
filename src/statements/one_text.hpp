// A text whose sentences are compared with each other, as those of several sources are.
#pragma once

#include "statements/disagreement.hpp"

#include <memory>

namespace statements {

class OneText {
public:
    // Reads the statements of the document that tell a value; it must outlive them.
    explicit OneText(const reading::Document& document);
    OneText(const OneText&) = delete;
    OneText& operator=(const OneText&) = delete;

    [[nodiscard]] const std::vector<Statement>& all() const { return m_statements; }
    [[nodiscard]] const Source& source() const { return *m_sources.front(); }
    [[nodiscard]] Comparison compare(const Statement& first, const Statement& second) const;

private:
    sources::Material m_material; // of which nothing but the text is known
    Vocabulary m_vocabulary;
    std::vector<std::unique_ptr<Source>> m_sources; // one
    std::vector<Statement> m_statements;
    Meanings m_meanings;
};

} // namespace statements
