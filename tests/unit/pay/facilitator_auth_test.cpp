// Secrets: which are taken, what is said of the others, and what facilitators get to see.
#include "pay/facilitator_auth.hpp"

#include "support/sample_config.hpp"
#include "support/temp_dir.hpp"

#include "base/base64.hpp"
#include "base/concat.hpp"
#include "base/json.hpp"
#include "base/random.hpp"

#include <cppunit/extensions/HelperMacros.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <sys/stat.h>

#include <fstream>
#include <set>
#include <thread>

namespace {

using base::concat;
using pay::FacilitatorAuth;
using pay::JwsKey;
using Key = std::unique_ptr<EVP_PKEY, base::Closer<EVP_PKEY_free>>;
using Bio = std::unique_ptr<BIO, base::Closer<BIO_free>>;
namespace json = base::json;

// RFC 8037, appendices A.1 and A.4.
constexpr std::string_view k_seed = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A";
constexpr std::string_view k_public = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
constexpr std::string_view k_jws =
    "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg"
    "3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg";

std::string from_base64url(std::string text)
{
    std::replace(text.begin(), text.end(), '-', '+');
    std::replace(text.begin(), text.end(), '_', '/');
    return base::from_base64(text).value();
}

std::string ed25519_secret()
{
    return base::to_base64(base::bytes_of(
        concat(from_base64url(std::string{k_seed}), from_base64url(std::string{k_public}))));
}

std::string text_of(BIO* bio)
{
    char* data = nullptr;
    const auto size = BIO_get_mem_data(bio, &data);
    return {data, static_cast<std::size_t>(size)};
}

std::string pem_of(EVP_PKEY* key, const char* password = nullptr)
{
    const Bio bio{BIO_new(BIO_s_mem())};
    std::string word = password != nullptr ? password : "";
    CPPUNIT_ASSERT(PEM_write_bio_PKCS8PrivateKey(
        bio.get(), key, password != nullptr ? EVP_aes_128_cbc() : nullptr, word.data(),
        static_cast<int>(word.size()), nullptr, nullptr));
    return text_of(bio.get());
}

// As `openssl ecparam -genkey` prints it, and CDP for keys of its older kind.
std::string old_pem_of(EVP_PKEY* key)
{
    const Bio bio{BIO_new(BIO_s_mem())};
    CPPUNIT_ASSERT(PEM_write_bio_PrivateKey_traditional(bio.get(), key, nullptr, nullptr, 0,
                                                        nullptr, nullptr));
    return text_of(bio.get());
}

// The private number of one key with the public point of another.
Key mismatched_key()
{
    const Key one{EVP_EC_gen("P-256")};
    const Key other{EVP_EC_gen("P-256")};
    BIGNUM* number = nullptr;
    CPPUNIT_ASSERT(EVP_PKEY_get_bn_param(one.get(), OSSL_PKEY_PARAM_PRIV_KEY, &number));
    const std::unique_ptr<BIGNUM, base::Closer<BN_clear_free>> number_owner{number};
    std::array<unsigned char, 65> point{};
    std::size_t size = 0;
    CPPUNIT_ASSERT(EVP_PKEY_get_octet_string_param(other.get(), OSSL_PKEY_PARAM_PUB_KEY,
                                                   point.data(), point.size(), &size));
    const std::unique_ptr<OSSL_PARAM_BLD, base::Closer<OSSL_PARAM_BLD_free>> builder{
        OSSL_PARAM_BLD_new()};
    OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0);
    OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_PRIV_KEY, number);
    OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), size);
    const std::unique_ptr<OSSL_PARAM, base::Closer<OSSL_PARAM_free>> parameters{
        OSSL_PARAM_BLD_to_param(builder.get())};
    const std::unique_ptr<EVP_PKEY_CTX, base::Closer<EVP_PKEY_CTX_free>> context{
        EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr)};
    EVP_PKEY* made = nullptr;
    CPPUNIT_ASSERT(EVP_PKEY_fromdata_init(context.get()) == 1);
    CPPUNIT_ASSERT(EVP_PKEY_fromdata(context.get(), &made, EVP_PKEY_KEYPAIR, parameters.get()) ==
                   1);
    return Key{made};
}

struct Token {
    std::string signed_text; // header.payload
    json::Ref header;
    json::Ref claims;
    std::string signature;
};

Token read_token(std::string_view header_value)
{
    CPPUNIT_ASSERT(header_value.starts_with("Bearer "));
    const std::string token{header_value.substr(7)};
    const auto first = token.find('.');
    const auto last = token.rfind('.');
    CPPUNIT_ASSERT(first != last);
    return {token.substr(0, last), *json::parse(from_base64url(token.substr(0, first))),
            *json::parse(from_base64url(token.substr(first + 1, last - first - 1))),
            from_base64url(token.substr(last + 1))};
}

bool verifies(EVP_PKEY* key, const EVP_MD* digest, std::string_view text,
              std::string_view signature)
{
    const std::unique_ptr<EVP_MD_CTX, base::Closer<EVP_MD_CTX_free>> context{EVP_MD_CTX_new()};
    const auto input = base::bytes_of(text);
    const auto bytes = base::bytes_of(signature);
    return EVP_DigestVerifyInit(context.get(), nullptr, digest, nullptr, key) == 1 &&
           EVP_DigestVerify(context.get(), bytes.data(), bytes.size(), input.data(),
                            input.size()) == 1;
}

std::string der_of(std::string_view raw)
{
    const auto bytes = base::bytes_of(raw);
    const std::unique_ptr<ECDSA_SIG, base::Closer<ECDSA_SIG_free>> signature{ECDSA_SIG_new()};
    ECDSA_SIG_set0(signature.get(), BN_bin2bn(bytes.data(), 32, nullptr),
                   BN_bin2bn(bytes.data() + 32, 32, nullptr));
    unsigned char* der = nullptr;
    const int size = i2d_ECDSA_SIG(signature.get(), &der);
    std::string out{reinterpret_cast<char*>(der), static_cast<std::size_t>(size)};
    OPENSSL_free(der);
    return out;
}

class FacilitatorAuthTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(FacilitatorAuthTest);
    CPPUNIT_TEST(what_is_no_secret_is_refused);
    CPPUNIT_TEST(a_damaged_ed25519_secret_is_refused);
    CPPUNIT_TEST(keys_of_other_kinds_are_refused);
    CPPUNIT_TEST(tokens_that_no_header_can_carry_are_refused);
    CPPUNIT_TEST(refusals_of_the_configuration_name_credential_and_fix);
    CPPUNIT_TEST(without_authentication_there_is_no_header);
    CPPUNIT_TEST(a_bearer_is_sent_as_it_is);
    CPPUNIT_TEST(eddsa_signs_as_published);
    CPPUNIT_TEST(es256_signatures_are_raw_and_verify);
    CPPUNIT_TEST(a_cdp_token_says_what_cdp_wants);
    CPPUNIT_TEST(each_request_has_a_token_of_its_own);
    CPPUNIT_TEST(uris_name_the_place_as_cdp_compares_it);
    CPPUNIT_TEST(threads_sign_at_the_same_time);
    CPPUNIT_TEST_SUITE_END();

    const base::Instant now = base::instant_from_ms(1'790'000'000'999);

    static std::string refusal(std::string_view secret)
    {
        const auto key = JwsKey::parse(secret);
        CPPUNIT_ASSERT_MESSAGE(std::string{secret}, !key);
        // Not eight characters of a secret are told to anybody.
        for (std::size_t at = 0; secret.size() > 40 && at + 8 <= secret.size(); at += 8)
            if (const auto part = secret.substr(at, 8); part.find(' ') == part.npos)
                CPPUNIT_ASSERT(key.error().find(part) == std::string::npos);
        return key.error();
    }
    static void assert_holds(const std::string& text, std::string_view part)
    {
        CPPUNIT_ASSERT_MESSAGE(text, text.find(part) != std::string::npos);
    }
    static FacilitatorAuth cdp(std::string_view secret)
    {
        return FacilitatorAuth::cdp("organizations/7/apiKeys/\"9\"", secret).value();
    }

public:
    void what_is_no_secret_is_refused()
    {
        const auto good = ed25519_secret();
        for (const std::string& text :
             {std::string{}, std::string{"secret"}, std::string(88, 'A'),
              std::string(86, '*') + "==", good + "\n", ' ' + good, good.substr(0, 87),
              good.substr(0, 86), good + good, std::string(16'000, 'A'),
              base::to_base64(base::bytes_of(std::string(32, 'k'))),
              base::to_base64(base::bytes_of(std::string(63, 'k'))),
              base::to_base64(base::bytes_of(std::string(65, 'k'))), std::string(88, '\0')})
            assert_holds(refusal(text), "neither base64 of 64 bytes");
        assert_holds(refusal(std::string(88, '=')), "copy the secret again");
        assert_holds(refusal(R"({"id":"x","privateKey":"y"})"), "only the value of its privateKey");
    }

    void a_damaged_ed25519_secret_is_refused()
    {
        const auto good = ed25519_secret();
        CPPUNIT_ASSERT(JwsKey::parse(good));
        for (std::size_t at = 0; at < 86; ++at) {
            auto bad = good;
            bad[at] = bad[at] == 'A' ? 'Q' : 'A';
            assert_holds(refusal(bad), "its public half does not belong");
        }
        assert_holds(refusal(base::to_base64(base::bytes_of(std::string(64, 'k')))),
                     "its public half does not belong");
    }

    void keys_of_other_kinds_are_refused()
    {
        for (const char* curve : {"P-384", "P-521", "secp256k1"}) {
            const Key key{EVP_EC_gen(curve)};
            assert_holds(refusal(pem_of(key.get())), "P-256 (prime256v1) is wanted");
        }
        const Key ed25519{EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519")};
        assert_holds(refusal(pem_of(ed25519.get())), "P-256 (prime256v1) is wanted");
        assert_holds(refusal(pem_of(mismatched_key().get())), "does not belong");

        const Key good{EVP_EC_gen("P-256")};
        const auto pem = pem_of(good.get());
        CPPUNIT_ASSERT(JwsKey::parse(pem));
        auto one_line = pem;
        for (auto at = one_line.find('\n'); at != std::string::npos; at = one_line.find('\n'))
            one_line.replace(at, 1, "\\n");
        assert_holds(refusal(one_line), "line breaks must be real ones");
        assert_holds(refusal(pem.substr(0, pem.size() / 2)), "not an unencrypted PEM");
        assert_holds(refusal("-----BEGIN EC PRIVATE KEY-----\n-----END EC PRIVATE KEY-----\n"),
                     "not an unencrypted PEM");
        // No operator is asked for the password on the terminal.
        assert_holds(refusal(pem_of(good.get(), "password")), "not an unencrypted PEM");
        const Bio bio{BIO_new(BIO_s_mem())};
        CPPUNIT_ASSERT(PEM_write_bio_PUBKEY(bio.get(), good.get()));
        assert_holds(refusal(text_of(bio.get())), "not an unencrypted PEM");
    }

    void tokens_that_no_header_can_carry_are_refused()
    {
        for (const std::string& token :
             {std::string{}, std::string{"a b"}, std::string{"a\r\nX: y"}, std::string{"a\n"},
              std::string{"a\0b", 3}, std::string{"t\xc3\xa9"}, std::string{"a\x7f"}}) {
            const auto auth = FacilitatorAuth::bearer(token);
            CPPUNIT_ASSERT(!auth);
            assert_holds(auth.error(), "put only the token there");
        }
    }

    void refusals_of_the_configuration_name_credential_and_fix()
    {
        const support::TempDir folder;
        auto config = support::sample_config();
        CPPUNIT_ASSERT(FacilitatorAuth::from(config));
        config.service.credentials_dir = folder.path();
        config.facilitator.auth_credential = "cdp-key";
        config.facilitator.cdp_key_id = "key";
        const auto from = [&](config::FacilitatorAuth auth, std::string_view content) {
            config.facilitator.auth = auth;
            std::ofstream{folder.file("cdp-key")} << content;
            ::chmod(folder.file("cdp-key").c_str(), 0600);
            return FacilitatorAuth::from(config);
        };
        using Kind = config::FacilitatorAuth;
        config.facilitator.auth = Kind::cdp;
        assert_holds(FacilitatorAuth::from(config).error(),
                     "facilitator.auth_credential names a credential");
        assert_holds(from(Kind::cdp, "wr0ng").error(), "credential cdp-key is neither base64");
        assert_holds(from(Kind::bearer, "wr0ng t0ken").error(), "credential cdp-key holds blanks");
        CPPUNIT_ASSERT_EQUAL(std::string{"Bearer t0ken"},
                             from(Kind::bearer, "t0ken\n")
                                 ->header(net::HttpMethod::get, "https://f.example/x", now));
        const auto good = from(Kind::cdp, ed25519_secret() + "\n");
        CPPUNIT_ASSERT(good);
        CPPUNIT_ASSERT(good->header(net::HttpMethod::get, "https://f.example/x", now).size() > 100);
    }

    void without_authentication_there_is_no_header()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{}, FacilitatorAuth{}.header(net::HttpMethod::post,
                                                                     "https://f.example/x", now));
    }

    void a_bearer_is_sent_as_it_is()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"Bearer a.b-c~d"},
                             FacilitatorAuth::bearer("a.b-c~d")->header(
                                 net::HttpMethod::post, "https://f.example/x", now));
    }

    void eddsa_signs_as_published()
    {
        const auto key = JwsKey::parse(ed25519_secret());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"EdDSA"}, key->algorithm());
        CPPUNIT_ASSERT_EQUAL(std::string{k_jws},
                             key->sign(R"({"alg":"EdDSA"})", "Example of Ed25519 signing"));
    }

    void es256_signatures_are_raw_and_verify()
    {
        const Key key{EVP_EC_gen("P-256")};
        for (const auto& pem : {pem_of(key.get()), old_pem_of(key.get())}) {
            const auto auth = cdp(pem);
            // Often enough that numbers with leading zeros occur.
            for (int i = 0; i < 600; ++i) {
                const auto token =
                    read_token(auth.header(net::HttpMethod::post, "https://f.example/verify", now));
                CPPUNIT_ASSERT(json::text_member(token.header.get(), "alg") == "ES256");
                CPPUNIT_ASSERT_EQUAL(std::size_t{64}, token.signature.size());
                CPPUNIT_ASSERT(
                    verifies(key.get(), EVP_sha256(), token.signed_text, der_of(token.signature)));
            }
        }
    }

    void a_cdp_token_says_what_cdp_wants()
    {
        const auto token =
            read_token(cdp(ed25519_secret())
                           .header(net::HttpMethod::post,
                                   "https://api.cdp.coinbase.com/platform/v2/x402/verify", now));
        const auto bytes = from_base64url(std::string{k_public});
        const auto raw = base::bytes_of(bytes);
        const Key key{
            EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, raw.data(), raw.size())};
        CPPUNIT_ASSERT(verifies(key.get(), nullptr, token.signed_text, token.signature));
        const auto nonce = std::string{json::text_member(token.header.get(), "nonce").value()};
        CPPUNIT_ASSERT_EQUAL(std::size_t{32}, nonce.size());
        CPPUNIT_ASSERT(base::from_hex(nonce));
        CPPUNIT_ASSERT_EQUAL(
            concat(R"({"alg":"EdDSA","kid":"organizations/7/apiKeys/\"9\"","typ":"JWT","nonce":")",
                   nonce, "\"}"),
            json::dump(token.header.get()));
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"({"sub":"organizations/7/apiKeys/\"9\"","iss":"cdp",)"
                        R"("uris":["POST api.cdp.coinbase.com/platform/v2/x402/verify"],)"
                        R"("iat":1790000000,"nbf":1790000000,"exp":1790000120})"},
            json::dump(token.claims.get()));
    }

    void each_request_has_a_token_of_its_own()
    {
        const auto auth = cdp(ed25519_secret());
        std::set<std::string> seen;
        for (int i = 0; i < 100; ++i)
            seen.insert(auth.header(net::HttpMethod::post, "https://f.example/verify", now));
        CPPUNIT_ASSERT_EQUAL(std::size_t{100}, seen.size());
    }

    void uris_name_the_place_as_cdp_compares_it()
    {
        const auto auth = cdp(ed25519_secret());
        const auto uri = [&](net::HttpMethod method, std::string_view url) {
            const auto token = read_token(auth.header(method, url, now));
            const json_t* uris_view = json::array_member(token.claims.get(), "uris");
            CPPUNIT_ASSERT_EQUAL(std::size_t{1}, json_array_size(uris_view));
            return std::string{json::text_of(json_array_get(uris_view, 0))};
        };
        using enum net::HttpMethod;
        CPPUNIT_ASSERT_EQUAL(std::string{"GET f.example/supported"},
                             uri(get, "https://F.Example:443/supported"));
        CPPUNIT_ASSERT_EQUAL(std::string{"POST f.example:8443/a/settle"},
                             uri(post, "https://f.example:8443/a/settle?x=1"));
        CPPUNIT_ASSERT_EQUAL(std::string{"POST 127.0.0.1:443/verify"},
                             uri(post, "http://127.0.0.1:443/verify"));
        CPPUNIT_ASSERT_EQUAL(std::string{"POST 127.0.0.1/verify"},
                             uri(post, "http://127.0.0.1:80/verify"));
    }

    void threads_sign_at_the_same_time()
    {
        const Key key{EVP_EC_gen("P-256")};
        for (const auto& secret : {pem_of(key.get()), ed25519_secret()}) {
            const auto auth = cdp(secret);
            std::vector<std::thread> threads;
            std::atomic<int> good = 0;
            for (int i = 0; i < 4; ++i)
                threads.emplace_back([&] {
                    for (int n = 0; n < 50; ++n)
                        good +=
                            !auth.header(net::HttpMethod::post, "https://f.example/", now).empty();
                });
            for (auto& thread : threads) thread.join();
            CPPUNIT_ASSERT_EQUAL(200, good.load());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FacilitatorAuthTest);

} // namespace
