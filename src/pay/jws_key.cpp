#include "pay/jws_key.hpp"

#include "base/base64.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>

#include <array>
#include <limits>

namespace pay {

namespace {

using base::refuse;
using DigestContext = std::unique_ptr<EVP_MD_CTX, base::Closer<EVP_MD_CTX_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, base::Closer<EVP_PKEY_CTX_free>>;
using Bio = std::unique_ptr<BIO, base::Closer<BIO_free>>;
using EcdsaSignature = std::unique_ptr<ECDSA_SIG, base::Closer<ECDSA_SIG_free>>;

constexpr std::size_t k_seed_bytes = 32;
constexpr std::size_t k_ed25519_secret_bytes = 2 * k_seed_bytes;
constexpr std::size_t k_ed25519_base64_chars = 88;
constexpr int k_coordinate_bytes = 32; // of P-256

// OpenSSL keeps what went wrong for the thread; it is not told, since it may quote the input.
struct ErrorsForgotten {
    ~ErrorsForgotten() { ERR_clear_error(); }
};

// Wipes its bytes at the end.
template <std::size_t N> struct SecretBytes : std::array<unsigned char, N> {
    ~SecretBytes() { OPENSSL_cleanse(this->data(), N); }
};

// Keeps OpenSSL from asking for the password of an encrypted key on the terminal.
int no_password(char*, int, int, void*)
{
    return -1;
}

// DER, as OpenSSL makes it, to r and s of fixed length, as RFC 7518 section 3.4 wants them.
base::Bytes raw_ecdsa(const base::Bytes& der)
{
    const unsigned char* at = der.data();
    const EcdsaSignature signature{d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(der.size()))};
    if (!signature) throw base::Fault{"an ECDSA signature is not DER"};
    base::Bytes out(2 * std::size_t{k_coordinate_bytes});
    if (BN_bn2binpad(ECDSA_SIG_get0_r(signature.get()), out.data(), k_coordinate_bytes) < 0 ||
        BN_bn2binpad(ECDSA_SIG_get0_s(signature.get()), out.data() + k_coordinate_bytes,
                     k_coordinate_bytes) < 0)
        throw base::Fault{"an ECDSA signature is too long"};
    return out;
}

} // namespace

base::Result<JwsKey, std::string> JwsKey::parse(std::string_view secret)
{
    const ErrorsForgotten forgotten;
    if (secret.starts_with("-----BEGIN ")) return parse_p256(secret);
    if (secret.starts_with('{'))
        return refuse(std::string{"is a JSON file: put only the value of its privateKey there"});
    return parse_ed25519(secret);
}

base::Result<JwsKey, std::string> JwsKey::parse_ed25519(std::string_view base64)
{
    const auto refuse_shape = [] {
        return refuse(std::string{"is neither base64 of 64 bytes (an Ed25519 secret) nor a PEM "
                                  "private key: copy the secret again, without blanks"});
    };
    if (base64.size() != k_ed25519_base64_chars || !base64.ends_with("==")) return refuse_shape();
    // Two bytes more than the secret has: what the padding stands for.
    SecretBytes<k_ed25519_secret_bytes + 2> bytes;
    const int length =
        EVP_DecodeBlock(bytes.data(), reinterpret_cast<const unsigned char*>(base64.data()),
                        static_cast<int>(base64.size()));
    if (length != static_cast<int>(bytes.size())) return refuse_shape();

    Handle key{EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, bytes.data(), k_seed_bytes)};
    if (!key) throw base::Fault{"OpenSSL has no Ed25519"};
    std::array<unsigned char, k_seed_bytes> derived{};
    std::size_t size = derived.size();
    if (EVP_PKEY_get_raw_public_key(key.get(), derived.data(), &size) != 1 ||
        size != derived.size())
        throw base::Fault{"OpenSSL derives no public key"};
    if (CRYPTO_memcmp(derived.data(), bytes.data() + k_seed_bytes, k_seed_bytes) != 0)
        return refuse(std::string{"is damaged: its public half does not belong to its seed; copy "
                                  "the secret again"});
    return JwsKey{std::move(key)};
}

base::Result<JwsKey, std::string> JwsKey::parse_p256(std::string_view pem)
{
    if (pem.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        return refuse(std::string{"is too long"});
    const Bio bio{BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()))};
    if (!bio) throw base::Fault{"no memory for a key"};
    Handle key{PEM_read_bio_PrivateKey(bio.get(), nullptr, &no_password, nullptr)};
    if (!key)
        return refuse(std::string{"is not an unencrypted PEM private key: its line breaks must be "
                                  "real ones, not \\n"});
    std::array<char, 64> group{};
    if (EVP_PKEY_is_a(key.get(), "EC") != 1 ||
        EVP_PKEY_get_group_name(key.get(), group.data(), group.size(), nullptr) != 1 ||
        std::string_view{group.data()} != SN_X9_62_prime256v1)
        return refuse(std::string{"is a PEM key of another kind: an EC key on P-256 (prime256v1) "
                                  "is wanted"});
    const KeyContext check{EVP_PKEY_CTX_new_from_pkey(nullptr, key.get(), nullptr)};
    if (!check) throw base::Fault{"no memory for a key"};
    if (EVP_PKEY_check(check.get()) != 1)
        return refuse(std::string{"is damaged: its public half does not belong to its private "
                                  "one; copy the secret again"});
    return JwsKey{std::move(key)};
}

std::string_view JwsKey::algorithm() const
{
    return EVP_PKEY_is_a(m_key.get(), "ED25519") == 1 ? "EdDSA" : "ES256";
}

std::string JwsKey::sign(std::string_view header, std::string_view payload) const
{
    const ErrorsForgotten forgotten;
    const bool is_eddsa = algorithm() == "EdDSA";
    std::string token = base::concat(base::to_base64url(base::bytes_of(header)), '.',
                                     base::to_base64url(base::bytes_of(payload)));
    const auto input = base::bytes_of(token);
    const DigestContext context{EVP_MD_CTX_new()};
    std::size_t size = 0;
    // Ed25519 hashes by itself and takes the message in one piece.
    if (!context ||
        EVP_DigestSignInit(context.get(), nullptr, is_eddsa ? nullptr : EVP_sha256(), nullptr,
                           m_key.get()) != 1 ||
        EVP_DigestSign(context.get(), nullptr, &size, input.data(), input.size()) != 1)
        throw base::Fault{"OpenSSL cannot begin to sign a token"};
    base::Bytes signature(size);
    if (EVP_DigestSign(context.get(), signature.data(), &size, input.data(), input.size()) != 1)
        throw base::Fault{"OpenSSL cannot sign a token"};
    signature.resize(size);
    return base::concat(token, '.',
                        base::to_base64url(is_eddsa ? signature : raw_ecdsa(signature)));
}

} // namespace pay
