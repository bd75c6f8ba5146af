// ident.*: check digits by the examples of their standards, and what only looks like an identifier.
#include "../cases.hpp"

#include "base/hex.hpp"
#include "base/keccak.hpp"
#include "verify/forms/check_digits.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <string>

namespace {

using tests::Case;
namespace forms = verify::forms;

class VerifierIdentifiersTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(VerifierIdentifiersTest);
    CPPUNIT_TEST(published_examples_have_their_check_digits);
    CPPUNIT_TEST(wrong_identifiers_are_found);
    CPPUNIT_TEST(one_that_stands_often_is_told_once);
    CPPUNIT_TEST(right_and_other_numbers_are_left_alone);
    CPPUNIT_TEST(a_fitting_check_digit_verifies_no_claim);
    CPPUNIT_TEST(hostile_texts_end);
    CPPUNIT_TEST_SUITE_END();

public:
    void published_examples_have_their_check_digits()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"7"}, forms::gtin_check("978030640615"));
        CPPUNIT_ASSERT_EQUAL(std::string{"2"}, forms::mod11_check("030640615"));
        CPPUNIT_ASSERT_EQUAL(std::string{"X"}, forms::mod11_check("080442957"));
        CPPUNIT_ASSERT_EQUAL(std::string{"5"}, forms::mod11_check("0378595"));
        CPPUNIT_ASSERT_EQUAL(std::string{"7"}, forms::mod11_2_check("000000021825009"));
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, forms::luhn_check("411111111111111"));
        CPPUNIT_ASSERT_EQUAL(std::string{"5"}, forms::luhn_check("US037833100"));
        CPPUNIT_ASSERT_EQUAL(std::string{"82"}, forms::mod97_check("WEST12345698765432GB"));
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, forms::routing_check("02100002"));
        CPPUNIT_ASSERT_EQUAL(std::string{"5"}, forms::cas_check("773218"));
        CPPUNIT_ASSERT_EQUAL(std::string{"X"}, forms::vin_check("1M8GDM9AXKP042788"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"},
            base::to_hex(base::keccak256({})));
    }

    void wrong_identifiers_are_found()
    {
        constexpr Case k_rows[] = {
            {"See ISBN 978-0-306-40615-8.", "ident.isbn", "978-0-306-40615-8", "\"7\""},
            {"See ISBN 0-306-40615-3 there.", "ident.isbn", "0-306-40615-3", "\"2\""},
            {"ISBNs 978-0-306-40615-7, 978-0-306-40615-8", "ident.isbn", "978-0-306-40615-8"},
            {"ISSN 0378-5956", "ident.issn", "0378-5956", "\"5\""},
            {"Pay to GB82 WEST 1234 5698 7654 33 today.", "ident.iban",
             "GB82 WEST 1234 5698 7654 33"},
            {"IBAN GB82 WEST 1234 5698 7654 3 please", "ident.iban", "GB82 WEST 1234 5698 7654 3"},
            {"Water is CAS 7732-18-6.", "ident.cas", "7732-18-6", "\"5\""},
            {"ORCID: 0000-0002-1825-0098", "ident.orcid", "0000-0002-1825-0098", "\"7\""},
            {"Send to 0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed.", "ident.evm",
             "0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
             "\"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\""},
            {"To bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5 now", "ident.bech32",
             "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", "\"v8f3t4\""},
            {"bitcoin 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", "ident.base58",
             "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"},
            {"The fix is CVE-2019-31.", "ident.cve", "CVE-2019-31"},
            {"Ask a..b@host.example about it.", "ident.email", "a..b@host.example"},
        };
        tests::expect_all(k_rows, tests::k_verifier_alone);
    }

    void one_that_stands_often_is_told_once()
    {
        std::string text;
        for (int i = 0; i < 30; ++i) text += "The book has ISBN 978-0-306-40615-8 on its back. ";
        text += "Another has ISBN 0-306-40615-3.";
        const auto artifact = tests::artifact_of(text, tests::k_verifier_alone);
        const json_t* findings_view = base::json::array_member(artifact.get(), "findings");
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, json_array_size(findings_view));
        const json_t* places_view =
            base::json::array_member(json_array_get(findings_view, 0), "spans");
        CPPUNIT_ASSERT_EQUAL(std::size_t{20}, json_array_size(places_view));
    }

    void right_and_other_numbers_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {""},
            {"See ISBN 978-0-306-40615-7, or ISBN 0-306-40615-2, or ISBN 0-8044-2957-X."},
            {"The ISBN 978-0-306-40615-8 is invalid."},
            {"Order 4111111111111112 was sent."},
            {"The account of the wallet is 4111 1111 1111 1111."},
            {"A commit bc164b6e2e7d36b263970f16f54de63048b84a36 was made."},
            {"The unit paysvc-fcgi@.service is started."},
            {"git clone git@github.example:a/b.git"},
            {"0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED and "
             "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"},
            {"Address 0x5aAe...eAed was used."},
            {"BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"},
            {"The European VIN WVWZZZ1JZXW000001 has no check digit."},
            {"He was born in 1990-1994, ISSN holders say."},
            {"doi.org/10/abcd is short, 10.1000/182 is the handbook."},
        };
        tests::expect_all(k_rows, tests::k_verifier_alone);
    }

    // That a number is well written says nothing about what is said of it.
    void a_fitting_check_digit_verifies_no_claim()
    {
        namespace json = base::json;
        const auto artifact = tests::artifact_of(
            "The well known handbook about steam engines has the ISBN 978-0-306-40615-7.",
            tests::k_verifier_alone);
        const json_t* claims_view = json::array_member(artifact.get(), "claims");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, json_array_size(claims_view));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"unverifiable"},
            std::string{*json::text_member(json_array_get(claims_view, 0), "status")});
    }

    void hostile_texts_end()
    {
        constexpr std::size_t k_large = 200'000;
        for (const std::string_view part :
             {"vin ", "ISBN 9", "@", "a@b.c", "0x", "bc1", "1a", "978-", "DE00", "CVE-",
              "2001:", "isin 0000", "btc 1A", "0000-0000-"}) {
            std::string text;
            while (text.size() + part.size() < k_large) text += part;
            CPPUNIT_ASSERT(tests::artifact_of(text, tests::k_verifier_alone) != nullptr);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(VerifierIdentifiersTest);

} // namespace
