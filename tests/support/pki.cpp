#include "support/pki.hpp"

#include "base/base64.hpp"
#include "base/fault.hpp"
#include "base/sha256.hpp"
#include "net/ip_address.hpp"

#include <openssl/ocsp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <atomic>

namespace support {

namespace {

using ExtensionRef = std::unique_ptr<X509_EXTENSION, base::Closer<X509_EXTENSION_free>>;
using OctetsRef = std::unique_ptr<ASN1_OCTET_STRING, base::Closer<ASN1_OCTET_STRING_free>>;
using BioRef = std::unique_ptr<BIO, base::Closer<BIO_free>>;
using DigestRef = std::unique_ptr<EVP_MD_CTX, base::Closer<EVP_MD_CTX_free>>;

void require(bool holds)
{
    if (!holds) throw base::Fault{"OpenSSL refuses to make a certificate"};
}

// What i2d_* of OpenSSL writes.
template <typename T, typename Write> base::Bytes der_by(Write write, T* value)
{
    const int size = write(value, nullptr);
    require(size > 0);
    base::Bytes der(static_cast<std::size_t>(size));
    std::uint8_t* at = der.data();
    require(write(value, &at) == size);
    return der;
}

void append_number(base::Bytes& out, std::uint64_t number, int bytes)
{
    for (int i = bytes - 1; i >= 0; --i)
        out.push_back(static_cast<std::uint8_t>(number >> (8U * static_cast<unsigned>(i))));
}

void append_bytes(base::Bytes& out, base::ByteView bytes)
{
    out.insert(out.end(), bytes.begin(), bytes.end());
}

void append_extension(X509& certificate, X509& issuer, int nid, const std::string& text)
{
    X509V3_CTX context{};
    X509V3_set_ctx(&context, &issuer, &certificate, nullptr, nullptr, 0);
    const ExtensionRef extension{X509V3_EXT_conf_nid(nullptr, &context, nid, text.c_str())};
    require(extension && X509_add_ext(&certificate, extension.get(), -1) == 1);
}

CertificateRef draft(const std::string& common_name, base::Instant not_before,
                     base::Instant not_after, EVP_PKEY& key)
{
    static std::atomic<long> s_serial{1000};
    CertificateRef certificate{X509_new()};
    X509* const raw = certificate.get();
    const auto seconds = [](base::Instant instant) { return base::to_ms(instant) / 1000; };
    X509_NAME* const name = X509_get_subject_name(raw);
    const auto* const text = reinterpret_cast<const unsigned char*>(common_name.c_str());
    require(X509_set_version(raw, 2) == 1 &&
            ASN1_INTEGER_set(X509_get_serialNumber(raw), s_serial++) == 1 &&
            X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, text, -1, -1, 0) == 1 &&
            ASN1_TIME_set(X509_getm_notBefore(raw), seconds(not_before)) != nullptr &&
            ASN1_TIME_set(X509_getm_notAfter(raw), seconds(not_after)) != nullptr &&
            X509_set_pubkey(raw, &key) == 1);
    return certificate;
}

// The SCT extension with `list` in it.
void append_scts(X509& certificate, base::ByteView list)
{
    const OctetsRef inner{ASN1_OCTET_STRING_new()};
    require(ASN1_OCTET_STRING_set(inner.get(), list.data(), static_cast<int>(list.size())) == 1);
    const base::Bytes der = der_by(i2d_ASN1_OCTET_STRING, inner.get());
    const OctetsRef outer{ASN1_OCTET_STRING_new()};
    require(ASN1_OCTET_STRING_set(outer.get(), der.data(), static_cast<int>(der.size())) == 1);
    const ExtensionRef extension{
        X509_EXTENSION_create_by_NID(nullptr, NID_ct_precert_scts, 0, outer.get())};
    require(extension && X509_add_ext(&certificate, extension.get(), -1) == 1);
}

base::Bytes list_of(const std::vector<base::Bytes>& scts)
{
    base::Bytes elements;
    for (const base::Bytes& sct : scts) {
        append_number(elements, sct.size(), 2);
        append_bytes(elements, sct);
    }
    base::Bytes list;
    append_number(list, elements.size(), 2);
    append_bytes(list, elements);
    return list;
}

} // namespace

KeyRef make_key()
{
    KeyRef key{EVP_EC_gen("P-256")};
    require(key != nullptr);
    return key;
}

base::Bytes der_of(const X509& certificate)
{
    return der_by(i2d_X509, &certificate);
}

std::string pem_of(const X509& certificate)
{
    const BioRef out{BIO_new(BIO_s_mem())};
    require(PEM_write_bio_X509(out.get(), &certificate) == 1);
    char* text = nullptr;
    const long size = BIO_get_mem_data(out.get(), &text);
    return {text, static_cast<std::size_t>(size)};
}

std::string pem_of(const EVP_PKEY& private_key)
{
    const BioRef out{BIO_new(BIO_s_mem())};
    require(PEM_write_bio_PrivateKey(out.get(), &private_key, nullptr, nullptr, 0, nullptr,
                                     nullptr) == 1);
    char* text = nullptr;
    const long size = BIO_get_mem_data(out.get(), &text);
    return {text, static_cast<std::size_t>(size)};
}

std::string public_pem_of(const EVP_PKEY& key)
{
    const BioRef out{BIO_new(BIO_s_mem())};
    require(PEM_write_bio_PUBKEY(out.get(), &key) == 1);
    char* text = nullptr;
    const long size = BIO_get_mem_data(out.get(), &text);
    return {text, static_cast<std::size_t>(size)};
}

std::string signature_of(std::string_view text, EVP_PKEY& private_key)
{
    const DigestRef digest{EVP_MD_CTX_new()};
    const auto bytes = base::bytes_of(text);
    std::string signature(512, '\0');
    std::size_t size = signature.size();
    auto* const out = reinterpret_cast<unsigned char*>(signature.data());
    require(EVP_DigestSignInit(digest.get(), nullptr, EVP_sha256(), nullptr, &private_key) == 1 &&
            EVP_DigestSign(digest.get(), out, &size, bytes.data(), bytes.size()) == 1);
    signature.resize(size);
    return signature;
}

CtLogSigner::CtLogSigner() : m_key{make_key()}, m_key_der{der_by(i2d_PUBKEY, m_key.get())} {}

std::string CtLogSigner::key_base64() const
{
    return base::to_base64(m_key_der);
}

std::string CtLogSigner::id_base64() const
{
    return base::to_base64(base::sha256(m_key_der));
}

base::Bytes CtLogSigner::sign(base::ByteView signed_entry, base::Instant timestamp) const
{
    const auto ms = static_cast<std::uint64_t>(base::to_ms(timestamp));
    base::Bytes text{0, 0}; // version 1, certificate_timestamp
    append_number(text, ms, 8);
    append_bytes(text, signed_entry);
    append_number(text, 0, 2); // no extensions
    const std::string signature = signature_of(base::text_of(text), *m_key);

    base::Bytes sct{0};
    append_bytes(sct, base::sha256(m_key_der));
    append_number(sct, ms, 8);
    append_number(sct, 0, 2);
    append_bytes(sct, base::Bytes{4, 3}); // SHA-256, ECDSA
    append_number(sct, signature.size(), 2);
    append_bytes(sct, base::bytes_of(signature));
    return sct;
}

base::Bytes CtLogSigner::sign_certificate(const X509& leaf, base::Instant timestamp) const
{
    base::Bytes entry{0, 0};
    const base::Bytes der = der_of(leaf);
    append_number(entry, der.size(), 3);
    append_bytes(entry, der);
    return sign(entry, timestamp);
}

Authority::Authority(const std::string& common_name) : m_key{make_key()}
{
    using namespace std::chrono;
    m_certificate = draft(common_name, base::Instant{sys_days{year{2010} / 1 / 1}},
                          base::Instant{sys_days{year{2049} / 12 / 31}}, *m_key);
    X509* const raw = m_certificate.get();
    require(X509_set_issuer_name(raw, X509_get_subject_name(raw)) == 1);
    append_extension(*raw, *raw, NID_basic_constraints, "critical,CA:TRUE");
    append_extension(*raw, *raw, NID_subject_key_identifier, "hash");
    require(X509_sign(raw, m_key.get(), EVP_sha256()) > 0);
}

CertificateRef Authority::issue(const LeafRequest& request, EVP_PKEY& key) const
{
    CertificateRef leaf = draft(request.names.front(), request.not_before, request.not_after, key);
    X509* const raw = leaf.get();
    require(X509_set_issuer_name(raw, X509_get_subject_name(m_certificate.get())) == 1);
    std::string names;
    for (const std::string& name : request.names)
        names +=
            (names.empty() ? "" : ",") + ((net::IpAddress::parse(name) ? "IP:" : "DNS:") + name);
    append_extension(*raw, *m_certificate, NID_subject_alt_name, names);
    append_extension(*raw, *m_certificate, NID_authority_key_identifier, "keyid");
    require(X509_sign(raw, m_key.get(), EVP_sha256()) > 0);

    // A precertificate's entry: the hash of the issuer's key and what will be signed, without SCTs.
    base::Bytes entry{0, 1};
    append_bytes(entry, base::sha256(der_by(i2d_PUBKEY, m_key.get())));
    const base::Bytes unsigned_part = der_by(i2d_re_X509_tbs, raw);
    append_number(entry, unsigned_part.size(), 3);
    append_bytes(entry, unsigned_part);
    std::vector<base::Bytes> scts;
    for (const EmbeddedSct& each : request.scts) {
        scts.push_back(each.log->sign(entry, each.timestamp));
        if (each.is_forged) scts.back()[40] ^= 1U; // the last byte of the timestamp
    }
    if (!request.raw_sct_list.empty())
        append_scts(*raw, request.raw_sct_list);
    else if (!scts.empty())
        append_scts(*raw, list_of(scts));
    require(X509_sign(raw, m_key.get(), EVP_sha256()) > 0);
    return leaf;
}

std::string Authority::staple(const X509& leaf, bool is_revoked, int days) const
{
    constexpr long k_day = 86'400;
    const std::unique_ptr<OCSP_BASICRESP, base::Closer<OCSP_BASICRESP_free>> basic{
        OCSP_BASICRESP_new()};
    const std::unique_ptr<OCSP_CERTID, base::Closer<OCSP_CERTID_free>> id{
        OCSP_cert_to_id(EVP_sha256(), &leaf, m_certificate.get())};
    const std::unique_ptr<ASN1_TIME, base::Closer<ASN1_TIME_free>> from{
        X509_gmtime_adj(nullptr, -k_day)};
    const std::unique_ptr<ASN1_TIME, base::Closer<ASN1_TIME_free>> until{
        X509_gmtime_adj(nullptr, (days - 1) * k_day)};
    const int status = is_revoked ? V_OCSP_CERTSTATUS_REVOKED : V_OCSP_CERTSTATUS_GOOD;
    require(OCSP_basic_add1_status(basic.get(), id.get(), status, 0,
                                   is_revoked ? from.get() : nullptr, from.get(),
                                   until.get()) != nullptr &&
            OCSP_basic_sign(basic.get(), m_certificate.get(), m_key.get(), EVP_sha256(), nullptr,
                            0) == 1);
    const std::unique_ptr<OCSP_RESPONSE, base::Closer<OCSP_RESPONSE_free>> response{
        OCSP_response_create(OCSP_RESPONSE_STATUS_SUCCESSFUL, basic.get())};
    unsigned char* der = nullptr;
    const int size = i2d_OCSP_RESPONSE(response.get(), &der);
    require(size > 0);
    const std::string out{reinterpret_cast<const char*>(der), static_cast<std::size_t>(size)};
    OPENSSL_free(der);
    return out;
}

} // namespace support
