// Spans and quotes of the text that was sent and of its sources, as the artifact shows them: code
// points and bytes, secrets masked.
#pragma once

#include "verify/law/critic.hpp"

#include <string>
#include <vector>

namespace verify {

class Places {
public:
    // `document` and `sources` must outlive the Places. Masks are the findings' marks that say so,
    // and `secrets`, which are of the sources.
    Places(const Document& document, std::span<const Finding> findings,
           std::vector<const Document*> sources = {}, std::span<const Mark> secrets = {});

    // {start, end, byte_start, byte_end, line, col}: code points from 0, lines and columns from 1;
    // and `source` of a mark in one.
    [[nodiscard]] base::json::Ref span(const Mark& mark) const;

    // {start, end} in code points alone.
    [[nodiscard]] base::json::Ref extent(const Mark& mark) const;

    // The text of the mark. Of a secret in it only the first four characters are shown, its length
    // and the first eight hex digits of its SHA-256: enough to find it, too little to use it.
    [[nodiscard]] std::string quote(const Mark& mark) const;
    [[nodiscard]] bool is_masked(const Mark& mark) const;

    // A text that a check wrote, with the secrets masked that it repeats, in whatever case: a
    // statement that one critic quotes may hold what another one finds to be a secret.
    [[nodiscard]] std::string without_secrets(std::string text) const;
    // The same of every string in a JSON value; shared when nothing is to be masked.
    [[nodiscard]] base::json::Ref without_secrets(const json_t* value_view) const;

private:
    [[nodiscard]] const Document& document_of(const Mark& mark) const
    {
        return mark.source ? *m_sources[*mark.source] : m_document;
    }

    const Document& m_document;
    std::vector<const Document*> m_sources;
    // Text by text, and in order, apart from each other.
    std::vector<Mark> m_masks;
    std::vector<std::pair<std::string, std::string>> m_secrets; // in lower case, with their masks
};

} // namespace verify
