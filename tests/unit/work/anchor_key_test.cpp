// A key that others may read, that is none, or that is the one buyers pay to, starts no anchorer.
#include "support/sample_config.hpp"
#include "support/temp_dir.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "config/config_fault.hpp"
#include "work/anchor_session.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <cstdlib>

namespace {

const std::string k_dev_key = "0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a";

constexpr const char* k_dev_address = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65";

class AnchorKeyTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(AnchorKeyTest);
    CPPUNIT_TEST(says_what_is_wrong_with_the_file);
    CPPUNIT_TEST(says_nothing_of_its_content);
    CPPUNIT_TEST(refuses_the_key_of_the_account_that_is_paid);
    CPPUNIT_TEST(refuses_another_key_than_the_published_one);
    CPPUNIT_TEST(takes_a_key_with_a_newline);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_folder;

    config::Config config() const
    {
        auto out = support::sample_config("[anchor]\nmode = \"eas\"\n");
        out.service.credentials_dir = m_folder.path();
        return out;
    }
    void put(const std::string& content, unsigned mode = 0600U)
    {
        base::replace_file(m_folder.file("anchor-key"), content, mode);
    }
    std::string error() const { return error(config()); }
    static std::string error(const config::Config& config)
    {
        try {
            static_cast<void>(work::read_anchor_key(config));
        } catch (const config::ConfigFault& fault) {
            return fault.what();
        }
        return {};
    }
    static void assert_holds(const std::string& text, const char* piece)
    {
        CPPUNIT_ASSERT_MESSAGE(text, text.find(piece) != std::string::npos);
    }

public:
    void setUp() override { ::unsetenv("CREDENTIALS_DIRECTORY"); }

    void says_what_is_wrong_with_the_file()
    {
        assert_holds(error(), "cannot be read");
        assert_holds(error(), "anchor.mode = \"off\"");
        put(k_dev_key, 0640U);
        assert_holds(error(), "chmod 0600");
        put("");
        assert_holds(error(), "is empty");
    }

    void says_nothing_of_its_content()
    {
        for (const std::string& content :
             {k_dev_key + "0", k_dev_key.substr(2), k_dev_key + "\n\n", std::string(10'000, 'f')}) {
            put(content);
            const auto said = error();
            assert_holds(said, "is not a key: 0x and 64 hexadecimal digits");
            CPPUNIT_ASSERT(said.find(k_dev_key.substr(2, 10)) == std::string::npos);
        }
    }

    void refuses_the_key_of_the_account_that_is_paid()
    {
        put(k_dev_key);
        auto same = config();
        same.payment.pay_to =
            value::EvmAddress::parse("0x15d34aaf54267db7d7c367839aaf71a00a2c6a65").value();
        assert_holds(error(same), "is the key of payment.pay_to");
    }

    void refuses_another_key_than_the_published_one()
    {
        put(k_dev_key);
        auto published = config();
        const auto& anchor = published.anchor;
        published.anchor.address_text = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
        published.anchor.address = value::EvmAddress::parse(anchor.address_text).value();
        const auto said = error(published);
        assert_holds(said, "anchor.address is another account");
        assert_holds(said, k_dev_address);
        published.anchor.address_text = k_dev_address;
        published.anchor.address = value::EvmAddress::parse(k_dev_address).value();
        CPPUNIT_ASSERT_EQUAL(std::string{}, error(published));
    }

    void takes_a_key_with_a_newline()
    {
        put(k_dev_key + "\n", 0400U);
        CPPUNIT_ASSERT_EQUAL(std::string{"0x15d34aaf54267db7d7c367839aaf71a00a2c6a65"},
                             work::read_anchor_key(config()).address().text());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AnchorKeyTest);

} // namespace
