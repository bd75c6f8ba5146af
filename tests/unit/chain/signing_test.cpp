// What we sign is what every other signer makes of the same key and transaction: RFC 6979 and the
// lower s leave one answer only.
#include "chain/fee_transaction.hpp"

#include "chain/recover.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using chain::SigningKey;

// A key that every local chain knows, without money on it.
constexpr std::string_view k_dev_key =
    "0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a";

class SigningTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SigningTest);
    CPPUNIT_TEST(refuses_what_is_no_key);
    CPPUNIT_TEST(a_key_names_its_account);
    CPPUNIT_TEST(the_example_of_eip_155);
    CPPUNIT_TEST(transactions_are_those_of_viem);
    CPPUNIT_TEST(the_signer_can_be_recovered);
    CPPUNIT_TEST_SUITE_END();

    const SigningKey m_key = SigningKey::parse(k_dev_key).value();

    static chain::FeeTransaction transaction(std::uint64_t nonce)
    {
        return {.chain_id = 8453,
                .nonce = nonce,
                .tip_wei = 0,
                .max_fee_wei = 1,
                .gas_limit = 21'000,
                .to =
                    value::EvmAddress::parse("0x4200000000000000000000000000000000000021").value(),
                .data = {}};
    }
    void expect(const char* raw, const char* hash, const chain::FeeTransaction& transaction)
    {
        const auto made = chain::sign(transaction, m_key);
        CPPUNIT_ASSERT_EQUAL(std::string{raw}, base::to_hex_0x(made.raw));
        CPPUNIT_ASSERT_EQUAL(std::string{hash}, made.hash.text());
    }

public:
    void refuses_what_is_no_key()
    {
        const std::string zero(64, '0');
        const std::string order =
            "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
        const std::string good{k_dev_key};
        for (const std::string& text :
             {std::string{}, std::string{"0x"}, "0x" + zero, "0x" + order, good.substr(2),
              good + "00", good.substr(0, 64), good + "\n", "0x" + std::string(64, 'g')})
            CPPUNIT_ASSERT_MESSAGE(text, !SigningKey::parse(text));
    }

    void a_key_names_its_account()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"0x15d34aaf54267db7d7c367839aaf71a00a2c6a65"},
                             m_key.address().text());
    }

    void the_example_of_eip_155()
    {
        const auto example =
            SigningKey::parse("0x4646464646464646464646464646464646464646464646464646464646464646");
        const auto digest = value::Digest::parse(
            "0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53");
        const auto signature = example->sign(digest.value());
        CPPUNIT_ASSERT_EQUAL(
            std::string{"28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276"},
            base::to_hex(signature.r.bytes()));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"67cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83"},
            base::to_hex(signature.s.bytes()));
        CPPUNIT_ASSERT_EQUAL(0, static_cast<int>(signature.y_parity)); // v is 37
    }

    void transactions_are_those_of_viem()
    {
        expect(
            "0x02f8648221058080018252089442000000000000000000000000000000000000218080c080a064ba7b"
            "f1644e63d1a70b9531175c61f5fe3475b923b88fd28d0fd09fc7b42053a016f973a00660960eb725f83c"
            "5a8c24d6a819257d7d16d9dc114bc2e3c032f161",
            "0xd169bdebce73b73c3017936317b5c99682cf974b5dad7d9db5457f6674264170", transaction(0));
        auto stamping = transaction(7);
        stamping.tip_wei = 1'000'000;
        stamping.max_fee_wei = 2'500'000;
        stamping.gas_limit = 60'790;
        stamping.data = {0x4d, 0x00, 0x30, 0x70};
        stamping.data.resize(4 + 32, 0xab);
        expect(
            "0x02f88e82210507830f4240832625a082ed7694420000000000000000000000000000000000002180a4"
            "4d003070ababababababababababababababababababababababababababababababababc080a0644b64"
            "50b2bf99678941a9e74d222dc5fb262a52881de45c080a97dcb38185a6a0484b8cccea3c1c050af51a04"
            "774ed66098b6605761319aa39000b5eeaf9835c0",
            "0x47cf9fdfeb1c133df39a8c3a6a65096b960ebba49085fd367d0f8c4cc1df8449", stamping);
        // Its r begins with a zero byte, which is left out.
        auto shorter = transaction(41);
        shorter.tip_wei = 1;
        shorter.max_fee_wei = 2;
        shorter.gas_limit = 30'000;
        expect(
            "0x02f8638221052901028275309442000000000000000000000000000000000000218080c0019f4e6399"
            "91485e08413e4df99ebf7282b3c00a012d266006774cb23dc1602e6aa057042c0c769c5d50a1d024a675"
            "a53fed8b286ff147f9087dff8e215893ce7db9",
            "0x37122cf7ed26e42724dc7005366e32be17b68001b0dcb934dca5ddbc64372d83", shorter);
    }

    void the_signer_can_be_recovered()
    {
        for (std::uint8_t name = 0; name < 100; ++name) {
            const value::Digest digest{base::Sha256{name}};
            const auto signature = m_key.sign(digest);
            base::Bytes compact{signature.r.bytes().begin(), signature.r.bytes().end()};
            compact.insert(compact.end(), signature.s.bytes().begin(), signature.s.bytes().end());
            compact.push_back(signature.y_parity);
            CPPUNIT_ASSERT(chain::recover_signer(digest, compact).value() == m_key.address());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SigningTest);

} // namespace
