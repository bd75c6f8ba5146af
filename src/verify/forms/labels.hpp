// Words that say what the digits after them are: "ISBN", "routing number", "wallet".
#pragma once

#include "reading/document.hpp"
#include "verify/law/words.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace verify::forms {

enum class Scheme {
    isbn,
    issn,
    ismn,
    gtin,
    orcid,
    isni,
    iban,
    lei,
    isin,
    vin,
    imei,
    card,
    aba,
    cas,
    doi,
    account // of a chain: a wallet, an address
};

// Bytes of the view.
struct Label {
    Scheme scheme = Scheme::isbn;
    std::uint32_t begin = 0;
    std::uint32_t end = 0; // behind "-13" of "ISBN-13"
    // The place where what it names would begin, when nothing but words like "number" and "is" and
    // signs stand between.
    std::optional<std::uint32_t> named;
};

std::optional<Scheme> scheme_of(std::string_view folded_word);

// In the order of the text. Linear.
std::vector<Label> find_labels(const Document& document);

} // namespace verify::forms
