// Whether two sentences of one text give one thing two values, as statements are compared that
// synthesis merges.
#pragma once

#include "statements/one_text.hpp"
#include "verify/law/critic.hpp"

namespace verify::model {

class TwoValues {
public:
    // Reads the statements of the document, which must outlive it.
    explicit TwoValues(const Document& document) : m_document{document}, m_text{document} {}

    // contradiction.value, where both tell one thing, which does not change, with two numbers or
    // two dates. Sentences of the document; the order means nothing.
    [[nodiscard]] std::optional<Finding> between(std::size_t left, std::size_t right) const;

private:
    const Document& m_document;
    statements::OneText m_text;
};

} // namespace verify::model
