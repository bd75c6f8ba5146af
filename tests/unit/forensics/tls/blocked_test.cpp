// Hosts that are kept from us while others are not.
#include "unit/forensics/tls/tls_seen.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace forensics;
using namespace tls_case;

class TlsBlockedTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(TlsBlockedTest);
    CPPUNIT_TEST(one_that_is_kept_from_us);
    CPPUNIT_TEST_SUITE_END();

public:
    void one_that_is_kept_from_us()
    {
        using enum TlsClass;
        for (const TlsClass kind : {unreachable, handshake_failed}) {
            const auto one = judge({seen("a", is_public), seen("b", is_public),
                                    seen("c", is_public), seen("d", kind)});
            CPPUNIT_ASSERT(one.verdict == Verdict::warn);
            CPPUNIT_ASSERT_EQUAL(std::string{"host_blocked"}, std::string{one.reasons.front()});
        }
        // No packet went there.
        CPPUNIT_ASSERT(judge({seen("a", is_public), seen("b", is_public), seen("c", is_public),
                              seen("d", not_tried)})
                           .verdict == Verdict::ok);
        // What a buyer names may be down.
        CPPUNIT_ASSERT(judge({custom("d", unreachable), seen("a", is_public), seen("b", is_public),
                              seen("c", is_public)})
                           .verdict == Verdict::ok);
        TlsHostSeen dot = seen("a", unreachable);
        dot.role = TlsRole::dot;
        const std::vector<TlsHostSeen> closed{seen("a", is_public), seen("b", is_public),
                                              seen("c", is_public), dot, dot};
        CPPUNIT_ASSERT(judge(closed).reasons == std::vector<Reason>{"dot_blocked"});
        TlsHostSeen deaf = seen("a", is_public);
        deaf.answers_quic = false;
        CPPUNIT_ASSERT(judge({deaf, deaf, seen("b", is_public)}).reasons ==
                       std::vector<Reason>{"quic_blocked"});
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TlsBlockedTest);

} // namespace
