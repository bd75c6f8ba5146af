// The verifier: what a text states in a form that has rules of its own. Statistical results, means
// of whole numbers, tables, conversions between units, numbers with check digits, named formats,
// references.
#pragma once

#include "verify/critic.hpp"

namespace verify::verifier {

std::span<const Family> families();

// The families; see the head of each file.
inline constexpr std::string_view k_p_value_checks[] = {"stats.pvalue"};
void check_p_values(const Document& document, Review& review);

inline constexpr std::string_view k_estimate_checks[] = {"stats.impossible", "stats.effect"};
void check_estimates(const Document& document, Review& review);

inline constexpr std::string_view k_whole_number_checks[] = {"grim.mean", "grim.percent",
                                                             "grimmer.sd", "debit.sd"};
void check_whole_numbers(const Document& document, Review& review);

inline constexpr std::string_view k_table_checks[] = {"table.total", "table.row", "table.percent"};
void check_tables(const Document& document, Review& review);

inline constexpr std::string_view k_unit_checks[] = {"unit.conversion", "unit.impossible"};
void check_units(const Document& document, Review& review);
// Of check_units.
void check_impossible(const Passage& sentence, Review& review);

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

} // namespace verify::verifier
