// The signature by which the publisher of the browsers' list says which CT logs there are.
#pragma once

#include <string_view>

namespace forensics {

// The list is published here, and beside it, with ".sig" for ".json", its signature.
inline constexpr std::string_view k_log_list_url =
    "https://www.gstatic.com/ct/log_list/v3/log_list.json";
inline constexpr std::string_view k_log_list_signature_url =
    "https://www.gstatic.com/ct/log_list/v3/log_list.sig";

// The key of that signature, RSA with 4096 bits, as published at
// https://www.gstatic.com/ct/log_list/v3/log_list_pubkey.pem.
std::string_view log_list_key_pem();

// RSA (PKCS #1 v1.5) or ECDSA with SHA-256 over the bytes as they are. False for anything that is
// not a signature. Throws Fault when `key_pem` is not a public key.
bool is_signed(std::string_view text, std::string_view signature, std::string_view key_pem);

} // namespace forensics
