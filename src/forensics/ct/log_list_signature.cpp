#include "forensics/ct/log_list_signature.hpp"

#include "base/closer.hpp"
#include "base/fault.hpp"
#include "base/hex.hpp"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <memory>

namespace forensics {

namespace {

using BioRef = std::unique_ptr<BIO, base::Closer<BIO_free>>;
using KeyRef = std::unique_ptr<EVP_PKEY, base::Closer<EVP_PKEY_free>>;
using DigestRef = std::unique_ptr<EVP_MD_CTX, base::Closer<EVP_MD_CTX_free>>;

constexpr std::string_view k_key_pem =
    "-----BEGIN PUBLIC KEY-----\n"
    "MIICIjANBgkqhkiG9w0BAQEFAAOCAg8AMIICCgKCAgEAsu0BHGnQ++W2CTdyZyxv\n"
    "HHRALOZPlnu/VMVgo2m+JZ8MNbAOH2cgXb8mvOj8flsX/qPMuKIaauO+PwROMjiq\n"
    "fUpcFm80Kl7i97ZQyBDYKm3MkEYYpGN+skAR2OebX9G2DfDqFY8+jUpOOWtBNr3L\n"
    "rmVcwx+FcFdMjGDlrZ5JRmoJ/SeGKiORkbbu9eY1Wd0uVhz/xI5bQb0OgII7hEj+\n"
    "i/IPbJqOHgB8xQ5zWAJJ0DmG+FM6o7gk403v6W3S8qRYiR84c50KppGwe4YqSMkF\n"
    "bLDleGQWLoaDSpEWtESisb4JiLaY4H+Kk0EyAhPSb+49JfUozYl+lf7iFN3qRq/S\n"
    "IXXTh6z0S7Qa8EYDhKGCrpI03/+qprwy+my6fpWHi6aUIk4holUCmWvFxZDfixox\n"
    "K0RlqbFDl2JXMBquwlQpm8u5wrsic1ksIv9z8x9zh4PJqNpCah0ciemI3YGRQqSe\n"
    "/mRRXBiSn9YQBUPcaeqCYan+snGADFwHuXCd9xIAdFBolw9R9HTedHGUfVXPJDiF\n"
    "4VusfX6BRR/qaadB+bqEArF/TzuDUr6FvOR4o8lUUxgLuZ/7HO+bHnaPFKYHHSm+\n"
    "+z1lVDhhYuSZ8ax3T0C3FZpb7HMjZtpEorSV5ElKJEJwrhrBCMOD8L01EoSPrGlS\n"
    "1w22i9uGHMn/uGQKo28u7AsCAwEAAQ==\n"
    "-----END PUBLIC KEY-----\n";

} // namespace

std::string_view log_list_key_pem()
{
    return k_key_pem;
}

bool is_signed(std::string_view text, std::string_view signature, std::string_view key_pem)
{
    const BioRef in{BIO_new_mem_buf(key_pem.data(), static_cast<int>(key_pem.size()))};
    const KeyRef key{in ? PEM_read_bio_PUBKEY(in.get(), nullptr, nullptr, nullptr) : nullptr};
    const DigestRef digest{EVP_MD_CTX_new()};
    if (!key || !digest ||
        EVP_DigestVerifyInit(digest.get(), nullptr, EVP_sha256(), nullptr, key.get()) != 1)
        throw base::Fault{"no key to verify a signature with"};
    const auto given = base::bytes_of(signature);
    const auto bytes = base::bytes_of(text);
    const bool is_good =
        EVP_DigestVerify(digest.get(), given.data(), given.size(), bytes.data(), bytes.size()) == 1;
    ERR_clear_error();
    return is_good;
}

} // namespace forensics
