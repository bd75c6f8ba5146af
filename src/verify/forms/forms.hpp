// What has a form with rules of its own: identifiers, named formats, references, secrets, signs
// that deceive, links that lead elsewhere.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::forms {

// See the head of each file.
inline constexpr std::string_view k_identifier_checks[] = {
    "ident.isbn", "ident.issn",  "ident.ismn", "ident.gtin",   "ident.orcid",  "ident.isni",
    "ident.iban", "ident.lei",   "ident.isin", "ident.vin",    "ident.imei",   "ident.card",
    "ident.aba",  "ident.cas",   "ident.evm",  "ident.bech32", "ident.base58", "ident.uuid",
    "ident.doi",  "ident.arxiv", "ident.cve",  "ident.email",  "ident.ipv6"};
void check_identifiers(const Document& document, Review& review);

inline constexpr std::string_view k_syntax_checks[] = {"syntax.json", "syntax.xml", "syntax.csv",
                                                       "syntax.brackets", "syntax.url"};
void check_syntax(const Document& document, Review& review);

inline constexpr std::string_view k_citation_checks[] = {
    "cite.missing", "cite.uncited", "cite.caption", "cite.duplicate", "cite.anchor"};
void check_citations(const Document& document, Review& review);

inline constexpr std::string_view k_secret_checks[] = {
    "secret.token",         "secret.private_key",       "secret.jwt",
    "secret.authorization", "secret.connection_string", "secret.assignment"};
void look_for_secrets(const Document& document, Review& review);

inline constexpr std::string_view k_bidi_checks[] = {"unicode.bidi"};
void look_for_bidi(const Document& document, Review& review);

inline constexpr std::string_view k_confusable_checks[] = {"unicode.confusable",
                                                           "unicode.mixed_script"};
void look_for_confusables(const Document& document, Review& review);

inline constexpr std::string_view k_invisible_checks[] = {"unicode.invisible"};
void look_for_invisibles(const Document& document, Review& review);

inline constexpr std::string_view k_exfiltration_checks[] = {"exfil.image", "exfil.link"};
void look_for_exfiltration(const Document& document, Review& review);

inline constexpr std::string_view k_phishing_checks[] = {"url.phish"};
void look_for_phishing(const Document& document, Review& review);

inline constexpr std::string_view k_danger_checks[] = {"code.danger"};
void look_for_dangerous_code(const Document& document, Review& review);

} // namespace verify::forms
