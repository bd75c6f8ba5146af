// Validation where no server answers: it ends when it must, and knows nothing.
#include "net/dnssec.hpp"

#include "base/fault.hpp"
#include "base/fd.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class DnssecTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(DnssecTest);
    CPPUNIT_TEST(silence_is_unknown);
    CPPUNIT_TEST(an_anchor_that_is_none_is_a_fault);
    CPPUNIT_TEST(nothing_asked_is_nothing_known);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_directory;
    const std::string m_anchor = m_directory.file("root.key");
    // Loopback, where no server is on port 53.
    const net::IpAddress m_nobody = *net::IpAddress::parse("127.9.9.9");
    const std::vector<std::string> m_names{"a.example", "b.example"};

    std::vector<net::DnssecOutcome> validate(const std::vector<std::string>& names)
    {
        return net::validate_dnssec(m_nobody, m_anchor, names,
                                    std::chrono::steady_clock::now() +
                                        std::chrono::milliseconds{200});
    }

public:
    void setUp() override
    {
        // The root's key of 2017, as IANA publishes its digest.
        base::replace_file(m_anchor,
                           ". IN DS 20326 8 2 "
                           "E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D\n",
                           0600);
    }

    void silence_is_unknown()
    {
        const auto outcomes = validate(m_names);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, outcomes.size());
        for (const net::DnssecOutcome& each : outcomes)
            CPPUNIT_ASSERT(each.state == net::DnssecState::unknown);
    }

    void an_anchor_that_is_none_is_a_fault()
    {
        const std::vector<std::string> one{"a.example"};
        CPPUNIT_ASSERT_THROW(net::validate_dnssec(m_nobody, m_directory.file("absent.key"), one,
                                                  std::chrono::steady_clock::now()),
                             base::Fault);
    }

    void nothing_asked_is_nothing_known() { CPPUNIT_ASSERT(validate({}).empty()); }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DnssecTest);

} // namespace
