// Check digits of identifiers: what they must be, given the rest.
//
// Texts are compact: digits and capital letters, no separators, and without the check digits. What
// is not a digit or letter counts as 0; callers pass only what they have looked at.
#pragma once

#include <string>
#include <string_view>

namespace verify::forms {

// Weights 3 and 1 from the right: GTIN, ISBN-13, ISMN (GS1 General Specifications 7.9).
std::string gtin_check(std::string_view body);

// Weights falling to 2, modulo 11, "X" for ten: ISBN-10 (ISO 2108:1992), ISSN (ISO 3297).
std::string mod11_check(std::string_view body);

// ISO 7064 MOD 11-2: ORCID, ISNI (ISO 27729).
std::string mod11_2_check(std::string_view body);

// Luhn (ISO/IEC 7812-1, annex B): payment cards, IMEI. Letters count as two digits, as in an ISIN
// (ISO 6166).
std::string luhn_check(std::string_view body);

// ISO 7064 MOD 97-10, two digits: LEI (ISO 17442); of an IBAN (ISO 13616) the body is the account
// followed by the country.
std::string mod97_check(std::string_view body);

// Weights 3, 7, 1: routing numbers of the American Bankers Association.
std::string routing_check(std::string_view body);

// Positions from the right, modulo 10: CAS Registry Numbers.
std::string cas_check(std::string_view body);

// The ninth character of all 17 (49 CFR 565.15).
std::string vin_check(std::string_view whole);

} // namespace verify::forms
