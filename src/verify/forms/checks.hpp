// The checks of the room, whose rows stand beside their code:
// what has a form with rules of its own.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::forms {

extern const Check k_ident_isbn;
extern const Check k_ident_issn;
extern const Check k_ident_ismn;
extern const Check k_ident_gtin;
extern const Check k_ident_orcid;
extern const Check k_ident_isni;
extern const Check k_ident_iban;
extern const Check k_ident_lei;
extern const Check k_ident_isin;
extern const Check k_ident_vin;
extern const Check k_ident_imei;
extern const Check k_ident_card;
extern const Check k_ident_aba;
extern const Check k_ident_cas;
extern const Check k_ident_evm;
extern const Check k_ident_bech32;
extern const Check k_ident_base58;
extern const Check k_ident_doi;
extern const Check k_ident_cve;
extern const Check k_ident_email;
extern const Check k_syntax_url;
extern const Check k_cite_anchor;
extern const Check k_secret_token;
extern const Check k_secret_private_key;
extern const Check k_secret_jwt;
extern const Check k_secret_authorization;
extern const Check k_secret_connection_string;
extern const Check k_secret_assignment;

// In the order in which they look: who looks first speaks first (law/ledger.hpp).
extern const Family k_identifiers;
extern const Family k_syntax;
extern const Family k_anchors;
extern const Family k_secrets;
extern const Family k_bidi;
extern const Family k_confusables;
extern const Family k_invisibles;
extern const Family k_exfiltration;
extern const Family k_phishing;
extern const Family k_danger;
inline constexpr const Family* k_families[] = {
    &k_identifiers, &k_syntax,     &k_anchors,      &k_secrets,  &k_bidi,
    &k_confusables, &k_invisibles, &k_exfiltration, &k_phishing, &k_danger};

} // namespace verify::forms
