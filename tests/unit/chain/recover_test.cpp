// One signature, one signer: malformed and malleable ones are refused before any key is recovered.
#include "chain/recover.hpp"

#include "support/wallet.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>

namespace {

using chain::RecoverRefusal;

class RecoverTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RecoverTest);
    CPPUNIT_TEST(refuses_every_length_but_65);
    CPPUNIT_TEST(refuses_every_v_but_27_28_0_1);
    CPPUNIT_TEST(refuses_scalars_out_of_range);
    CPPUNIT_TEST(refuses_the_malleable_twin);
    CPPUNIT_TEST(refuses_points_that_are_not_on_the_curve);
    CPPUNIT_TEST(a_changed_digest_names_somebody_else);
    CPPUNIT_TEST(recovers_with_either_form_of_v);
    CPPUNIT_TEST_SUITE_END();

    // keccak256 of nothing: any 32 bytes will do.
    const value::Digest m_digest{base::sha256({})};
    const support::Wallet m_wallet{7};
    const base::Bytes m_good = m_wallet.sign(m_digest);

    void assert_refused(RecoverRefusal refusal, const base::Bytes& signature)
    {
        const auto signer = chain::recover_signer(m_digest, signature);
        CPPUNIT_ASSERT(!signer && signer.error() == refusal);
    }
    base::Bytes with_scalar(std::size_t offset, std::string_view digits) const
    {
        base::Bytes out = m_good;
        const auto scalar = base::from_hex(digits);
        std::copy(scalar->begin(), scalar->end(),
                  out.begin() + static_cast<std::ptrdiff_t>(offset));
        return out;
    }

public:
    void refuses_every_length_but_65()
    {
        for (const std::size_t length : {0U, 1U, 64U, 66U, 130U, 6'000U}) {
            base::Bytes signature = m_good;
            signature.resize(length);
            assert_refused(RecoverRefusal::wrong_length, signature);
        }
    }

    void refuses_every_v_but_27_28_0_1()
    {
        for (int v = 0; v < 256; ++v) {
            if (v == 0 || v == 1 || v == 27 || v == 28) continue;
            base::Bytes signature = m_good;
            signature[64] = static_cast<std::uint8_t>(v);
            assert_refused(RecoverRefusal::wrong_v, signature);
        }
    }

    void refuses_scalars_out_of_range()
    {
        const std::string zero(64, '0');
        const std::string order =
            "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
        const std::string all(64, 'f');
        for (const std::size_t offset : {0U, 32U})
            for (const std::string& scalar : {zero, order, all})
                assert_refused(RecoverRefusal::out_of_range, with_scalar(offset, scalar));
    }

    void refuses_the_malleable_twin()
    {
        assert_refused(RecoverRefusal::high_s, support::malleated(m_good));
        // The first value past half of the group order.
        assert_refused(
            RecoverRefusal::high_s,
            with_scalar(32, "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a1"));
    }

    void refuses_points_that_are_not_on_the_curve()
    {
        // 5 is no x coordinate of secp256k1.
        assert_refused(RecoverRefusal::no_key, with_scalar(0, std::string(63, '0') + "5"));
    }

    void a_changed_digest_names_somebody_else()
    {
        const auto other = chain::recover_signer(value::Digest{base::Sha256{9}}, m_good);
        CPPUNIT_ASSERT(!other || *other != m_wallet.address());
    }

    void recovers_with_either_form_of_v()
    {
        base::Bytes low_v = m_good;
        low_v[64] = static_cast<std::uint8_t>(low_v[64] - 27);
        CPPUNIT_ASSERT(chain::recover_signer(m_digest, m_good).value() == m_wallet.address());
        CPPUNIT_ASSERT(chain::recover_signer(m_digest, low_v).value() == m_wallet.address());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RecoverTest);

} // namespace
