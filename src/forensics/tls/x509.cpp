#include "forensics/tls/x509.hpp"

#include <openssl/err.h>
#include <openssl/evp.h>

#include <algorithm>

namespace forensics {

namespace {

// Not Closer<OPENSSL_free>: that is a macro.
struct OpensslFree {
    void operator()(std::uint8_t* bytes) const noexcept
    {
        CRYPTO_free(bytes, OPENSSL_FILE, OPENSSL_LINE);
    }
};

using KeyRef = std::unique_ptr<EVP_PKEY, base::Closer<EVP_PKEY_free>>;

std::optional<base::Instant> instant_of(const ASN1_TIME* time)
{
    using namespace std::chrono;
    std::tm parts{};
    if (time == nullptr || ASN1_TIME_to_tm(time, &parts) != 1) return std::nullopt;
    const year_month_day date{year{parts.tm_year + 1900},
                              month{static_cast<unsigned>(parts.tm_mon + 1)},
                              day{static_cast<unsigned>(parts.tm_mday)}};
    if (!date.ok()) return std::nullopt;
    return base::Instant{sys_days{date}} + hours{parts.tm_hour} + minutes{parts.tm_min} +
           seconds{parts.tm_sec};
}

} // namespace

X509Ref parse_certificate(base::ByteView der)
{
    if (der.empty() || der.size() > k_max_certificate_bytes) return {};
    const std::uint8_t* at = der.data();
    X509Ref certificate{d2i_X509(nullptr, &at, static_cast<long>(der.size()))};
    ERR_clear_error(); // a stranger's bytes; what was wrong with them is of no interest
    if (at != der.data() + der.size()) return {};
    return certificate;
}

X509StackRef stack_of(std::span<const std::string> ders)
{
    X509StackRef out{sk_X509_new_null()};
    for (const std::string& der : ders) {
        X509Ref each = parse_certificate(base::bytes_of(der));
        if (each && sk_X509_push(out.get(), each.get()) > 0)
            static_cast<void>(each.release()); // the stack's from now on
    }
    return out;
}

bool is_public_key(base::ByteView der)
{
    constexpr std::size_t k_max_key_bytes = 4096;
    if (der.empty() || der.size() > k_max_key_bytes) return false;
    const std::uint8_t* at = der.data();
    const KeyRef key{d2i_PUBKEY(nullptr, &at, static_cast<long>(der.size()))};
    ERR_clear_error();
    return key && at == der.data() + der.size();
}

bool is_signed_by(X509& certificate, const X509& issuer)
{
    EVP_PKEY* const key = X509_get0_pubkey(&issuer); // borrowed
    const bool is_signed = key != nullptr && X509_verify(&certificate, key) == 1;
    ERR_clear_error();
    return is_signed;
}

std::optional<Validity> validity_of(const X509& certificate)
{
    const auto not_before = instant_of(X509_get0_notBefore(&certificate));
    const auto not_after = instant_of(X509_get0_notAfter(&certificate));
    if (!not_before || !not_after) return std::nullopt;
    return Validity{*not_before, *not_after};
}

base::Sha256 key_digest_of(const X509& certificate)
{
    X509_PUBKEY* const key = X509_get_X509_PUBKEY(&certificate); // borrowed
    std::uint8_t* der = nullptr;
    const int size = i2d_X509_PUBKEY(key, &der);
    const std::unique_ptr<std::uint8_t, OpensslFree> owned{der};
    return base::sha256({der, static_cast<std::size_t>(std::max(size, 0))});
}

std::string text_of_name(const X509_NAME* name)
{
    constexpr std::size_t k_most = 300;
    const std::unique_ptr<BIO, base::Closer<BIO_free>> out{BIO_new(BIO_s_mem())};
    // Escapes what is neither printable nor ASCII.
    constexpr unsigned long k_style = XN_FLAG_ONELINE & ~static_cast<unsigned long>(XN_FLAG_SPC_EQ);
    if (!out || X509_NAME_print_ex(out.get(), name, 0, k_style) < 0) return {};
    char* text = nullptr;
    const long size = BIO_get_mem_data(out.get(), &text);
    return {text, std::min(static_cast<std::size_t>(std::max(size, 0L)), k_most)};
}

std::vector<std::string> words_of_name(const X509_NAME* name)
{
    constexpr std::size_t k_most = 16;
    std::vector<std::string> words;
    for (const int kind : {NID_organizationName, NID_organizationalUnitName, NID_commonName}) {
        int at = -1;
        while ((at = X509_NAME_get_index_by_NID(name, kind, at)) >= 0 && words.size() < k_most) {
            const ASN1_STRING* value = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, at));
            std::uint8_t* utf8 = nullptr;
            const int size = ASN1_STRING_to_UTF8(&utf8, value);
            const std::unique_ptr<std::uint8_t, OpensslFree> owned{utf8};
            if (size > 0)
                words.emplace_back(
                    base::text_of(base::ByteView{utf8, static_cast<std::size_t>(size)}));
        }
    }
    ERR_clear_error();
    return words;
}

} // namespace forensics
