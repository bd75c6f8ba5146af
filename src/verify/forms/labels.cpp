#include "verify/forms/labels.hpp"

#include "reading/ascii.hpp"

namespace verify::forms {

namespace {

struct Word {
    std::string_view word;
    Scheme scheme;
};

constexpr Word k_label_words[] = {
    {"isbn", Scheme::isbn},        {"eisbn", Scheme::isbn},       {"isbns", Scheme::isbn},
    {"issn", Scheme::issn},        {"eissn", Scheme::issn},       {"pissn", Scheme::issn},
    {"issns", Scheme::issn},       {"ismn", Scheme::ismn},        {"ean", Scheme::gtin},
    {"gtin", Scheme::gtin},        {"upc", Scheme::gtin},         {"barcode", Scheme::gtin},
    {"orcid", Scheme::orcid},      {"isni", Scheme::isni},        {"iban", Scheme::iban},
    {"lei", Scheme::lei},          {"isin", Scheme::isin},        {"vin", Scheme::vin},
    {"chassis", Scheme::vin},      {"imei", Scheme::imei},        {"card", Scheme::card},
    {"visa", Scheme::card},        {"mastercard", Scheme::card},  {"amex", Scheme::card},
    {"maestro", Scheme::card},     {"aba", Scheme::aba},          {"routing", Scheme::aba},
    {"rtn", Scheme::aba},          {"cas", Scheme::cas},          {"casrn", Scheme::cas},
    {"doi", Scheme::doi},          {"wallet", Scheme::account},   {"address", Scheme::account},
    {"bitcoin", Scheme::account},  {"btc", Scheme::account},      {"contract", Scheme::account},
    {"litecoin", Scheme::account}, {"dogecoin", Scheme::account}, {"tron", Scheme::account},
    {"payto", Scheme::account}};

// What may stand between a label and what it names.
constexpr std::string_view k_fillers[] = {
    "number", "numbers",    "no",         "nr",        "num",     "code",    "id",         "is",
    "are",    "was",        "has",        "the",       "of",      "as",      "its",        "print",
    "online", "electronic", "hardcover",  "paperback", "card",    "routing", "transit",    "aba",
    "rn",     "registry",   "identifier", "entity",    "account", "visa",    "mastercard", "amex",
    "and",    "with",       "shows",      "reads",     "org",     "https",   "http",       "credit",
    "debit",  "hash",       "key",        "address",   "wallet",  "to",      "vin",        "abs",
    "pdf",    "bitcoin",    "btc",        "ethereum",  "eth",     "dx",      "doi"};

constexpr std::size_t k_most_filler = 44;
constexpr std::string_view k_signs = " \t\n:=#()\"'|[]`,./*";

bool is_word_char(char c)
{
    return reading::is_letter(c) || reading::is_digit(c);
}

// "-13", " 13:", "-A"
std::size_t variant_length(std::string_view text, std::size_t at)
{
    if (at + 1 >= text.size() || (text[at] != '-' && text[at] != ' ')) return 0;
    std::size_t end = at + 1;
    while (end < text.size() && reading::is_digit(text[end]) && end < at + 4) ++end;
    const std::size_t digits = end - at - 1;
    if (digits == 0 && text[at] == '-' && end < text.size() && reading::is_letter(text[end])) ++end;
    const bool is_size =
        reading::is_one_of(text.substr(at + 1, digits), {"8", "10", "12", "13", "14"});
    if (end == at + 1 || (digits > 0 && !is_size)) return 0;
    const bool goes_on = end < text.size() && (is_word_char(text[end]) || text[end] == '-');
    return goes_on ? 0 : end - at;
}

std::optional<std::uint32_t> named_after(std::string_view folded, std::size_t at)
{
    const std::size_t limit = std::min(folded.size(), at + k_most_filler);
    int lines = 0;
    while (at < limit) {
        const char c = folded[at];
        if (k_signs.find(c) != std::string_view::npos) {
            if (c == '\n' && ++lines > 1) return std::nullopt;
            // A full stop before a blank ends a sentence, but not after "no".
            const bool stops = c == '.' && at + 1 < limit && reading::is_blank(folded[at + 1]) &&
                               !folded.substr(0, at).ends_with("no") &&
                               !folded.substr(0, at).ends_with("nr");
            if (stops) return std::nullopt;
            ++at;
            continue;
        }
        if (!is_word_char(c)) return std::nullopt;
        std::size_t end = at;
        while (end < folded.size() && is_word_char(folded[end])) ++end;
        const std::string_view word = folded.substr(at, end - at);
        if (!reading::is_one_of(word, k_fillers)) return static_cast<std::uint32_t>(at);
        at = end;
    }
    return std::nullopt;
}

} // namespace

std::optional<Scheme> scheme_of(std::string_view folded_word)
{
    for (const auto& each : k_label_words)
        if (each.word == folded_word) return each.scheme;
    return std::nullopt;
}

std::vector<Label> find_labels(const Document& document)
{
    const std::string_view folded = document.view.folded;
    std::vector<Label> out;
    for (std::size_t at = 0; at < folded.size();) {
        if (!reading::is_letter(folded[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < folded.size() && is_word_char(folded[end])) ++end;
        const std::string_view word = folded.substr(at, end - at);
        auto scheme = scheme_of(word);
        if (!scheme && word == "identifier" && folded.substr(0, at).ends_with("entity "))
            scheme = Scheme::lei;
        if (scheme) {
            const std::size_t behind = end + variant_length(folded, end);
            out.push_back({*scheme, static_cast<std::uint32_t>(at),
                           static_cast<std::uint32_t>(behind), named_after(folded, behind)});
        }
        at = end;
    }
    return out;
}

} // namespace verify::forms
