// What `assay config check` says of a good configuration's surroundings.
#include "cli/config_notes.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "documents/documents.hpp"
#include "startup/shop.hpp"
#include "support/pki.hpp"
#include "support/sample_config.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using base::concat;
using namespace std::chrono_literals;

class ConfigNotesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ConfigNotesTest);
    CPPUNIT_TEST(garbage_for_a_site_or_a_certificate_is_no_fault);
    CPPUNIT_TEST(a_certificate_is_told_of_three_weeks_before_its_end);
    CPPUNIT_TEST(documents_of_another_configuration_are_told);
    CPPUNIT_TEST(a_secret_that_others_may_open_is_told);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir folder;

    std::string notes_of_site(std::string_view lines) const
    {
        const auto site = folder.file("site.conf");
        base::replace_file(site, lines, 0644);
        std::string out;
        for (const auto& note : cli::notes_of_certificates(site)) out += note + '\n';
        return out;
    }

    std::string notes_of_certificate(base::Instant end) const
    {
        static const support::Authority authority{"Root"};
        const auto key = support::make_key();
        const auto leaf = authority.issue(
            {{"assay.example"}, base::SystemClock{}.now() - 2000h, end, {}, {}}, *key);
        const auto path = folder.file("certificate.pem");
        base::replace_file(path, support::pem_of(*leaf), 0644);
        return notes_of_site(concat("server {\n    ssl_certificate ", path, ";\n}\n"));
    }

public:
    void garbage_for_a_site_or_a_certificate_is_no_fault()
    {
        CPPUNIT_ASSERT(cli::notes_of_certificates("/nonexistent/site").empty());
        CPPUNIT_ASSERT(cli::notes_of_certificates("/dev/zero").empty());
        CPPUNIT_ASSERT_EQUAL(std::string{}, notes_of_site(std::string(1'000, '\0')));
        CPPUNIT_ASSERT_EQUAL(std::string{},
                             notes_of_site("ssl_certificate\n#ssl_certificate /x;\n"));
        const auto path = folder.file("garbage.pem");
        for (const auto* text : {"", "-----BEGIN CERTIFICATE-----\nAAAA\n", "\xff"}) {
            base::replace_file(path, text, 0644);
            const auto told = notes_of_site(concat("ssl_certificate ", path, ";\n"));
            CPPUNIT_ASSERT_MESSAGE(told, told.ends_with("cannot be read from here\n"));
        }
    }

    void a_certificate_is_told_of_three_weeks_before_its_end()
    {
        const auto now = base::SystemClock{}.now();
        const auto ended = notes_of_certificate(now - 1h);
        CPPUNIT_ASSERT_MESSAGE(ended, ended.find("has ended") != std::string::npos);
        const auto soon = notes_of_certificate(now + 20 * 24h + 1h);
        CPPUNIT_ASSERT_MESSAGE(soon, soon.find("ends in 20 days") != std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::string{}, notes_of_certificate(now + 21 * 24h + 1h));
    }

    void documents_of_another_configuration_are_told()
    {
        const auto config = support::sample_config(
            concat("[discovery]\ndocument_root = \"", folder.path(), "\"\n"));
        const auto told = [&] {
            std::vector<std::string> notes;
            cli::add_notes(config, {}, notes);
            return notes.empty() ? std::string{} : notes.front();
        };
        const auto file = folder.file("routes.digest");
        CPPUNIT_ASSERT_EQUAL(std::string{}, told()); // not rendered yet
        base::replace_file(file, "0x12\n", 0644);
        CPPUNIT_ASSERT_MESSAGE(told(), told().find("another configuration") != std::string::npos);
        const auto catalog = startup::catalog_of(config);
        base::replace_file(file, documents::digest(catalog).text() + '\n', 0644);
        CPPUNIT_ASSERT_EQUAL(std::string{}, told());
    }

    void a_secret_that_others_may_open_is_told()
    {
        const auto path = folder.file("key");
        for (const unsigned mode : {0640U, 0604U, 0700U, 0660U}) {
            base::replace_file(path, "key", mode);
            CPPUNIT_ASSERT(cli::note_of_wide_mode(path));
        }
        for (const unsigned mode : {0600U, 0400U}) {
            base::replace_file(path, "key", mode);
            CPPUNIT_ASSERT(!cli::note_of_wide_mode(path));
        }
        CPPUNIT_ASSERT(!cli::note_of_wide_mode("/nonexistent"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ConfigNotesTest);

} // namespace
