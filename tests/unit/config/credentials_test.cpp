// A secret is a private file or it is refused.
#include "config/credentials.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "config/places.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <sys/stat.h>

#include <cstdlib>

namespace {

using base::concat;
// As if the key anchor.key_credential named it.
auto read_credential(std::string_view name, const std::string& folder)
{
    return config::read_credential({"anchor.key_credential", name}, folder);
}

class CredentialsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(CredentialsTest);
    CPPUNIT_TEST(files_open_to_others_are_refused);
    CPPUNIT_TEST(absent_empty_huge_and_odd_files_are_refused);
    CPPUNIT_TEST(what_names_no_file_may_be_the_secret_itself);
    CPPUNIT_TEST(one_newline_at_the_end_is_dropped);
    CPPUNIT_TEST(the_folder_of_systemd_comes_first_and_needs_no_mode);
    CPPUNIT_TEST(places_follow_the_environment);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_folder;

    void put(const std::string& name, std::string_view content, unsigned mode)
    {
        base::replace_file(m_folder.file(name), content, 0600);
        // Set-user-ID would not outlive a write by anybody but root.
        CPPUNIT_ASSERT_EQUAL(0, ::chmod(m_folder.file(name).c_str(), mode));
    }
    [[nodiscard]] const std::string& path() const { return m_folder.path(); }
    [[nodiscard]] std::string error_of(std::string_view name) const
    {
        const auto read = read_credential(name, path());
        return read ? std::string{} : read.error();
    }

public:
    void setUp() override { ::unsetenv("CREDENTIALS_DIRECTORY"); }

    void files_open_to_others_are_refused()
    {
        for (const unsigned mode : {0644U, 0640U, 0604U, 0620U, 0601U, 0700U, 04600U}) {
            put("key", "secret", mode);
            CPPUNIT_ASSERT(error_of("key").find("chmod 0600") != std::string::npos);
            CPPUNIT_ASSERT(error_of("key").find("secret") == std::string::npos);
        }
        for (const unsigned mode : {0600U, 0400U}) {
            put("key", "secret", mode);
            CPPUNIT_ASSERT_EQUAL(std::string{"secret"}, *read_credential("key", path()));
        }
    }

    void absent_empty_huge_and_odd_files_are_refused()
    {
        CPPUNIT_ASSERT(error_of("none").find("No such file") != std::string::npos);
        put("empty", "\n", 0600);
        CPPUNIT_ASSERT(error_of("empty").ends_with("is empty"));
        put("huge", std::string(config::k_credential_max_bytes + 1, 'x'), 0600);
        CPPUNIT_ASSERT(error_of("huge").find("longer than") != std::string::npos);
        CPPUNIT_ASSERT_EQUAL(0, ::mkfifo(concat(path(), "/pipe").c_str(), 0600));
        CPPUNIT_ASSERT(error_of("pipe").ends_with("is not a file"));
        for (const auto& error : {error_of("none"), read_credential("none", "").error()}) {
            CPPUNIT_ASSERT(error.find("LoadCredential=") != std::string::npos);
            CPPUNIT_ASSERT(error.starts_with("anchor.key_credential names"));
        }
    }

    void what_names_no_file_may_be_the_secret_itself()
    {
        constexpr std::string_view k_pasted = "0123456789abcdef0123456789abcdef";
        CPPUNIT_ASSERT(error_of(k_pasted).find(k_pasted) == std::string::npos);
        CPPUNIT_ASSERT(read_credential(k_pasted, "").error().find(k_pasted) == std::string::npos);
    }

    void one_newline_at_the_end_is_dropped()
    {
        put("key", "a\nb\n\n", 0600);
        CPPUNIT_ASSERT_EQUAL(std::string{"a\nb\n"}, *read_credential("key", path()));
    }

    void the_folder_of_systemd_comes_first_and_needs_no_mode()
    {
        support::TempDir other;
        base::replace_file(other.file("key"), "theirs", 0440);
        put("key", "ours", 0600);
        put("only", "here", 0600);
        ::setenv("CREDENTIALS_DIRECTORY", other.path().c_str(), 1);
        const auto first = read_credential("key", path());
        const auto second = read_credential("only", path());
        ::unsetenv("CREDENTIALS_DIRECTORY");
        CPPUNIT_ASSERT_EQUAL(std::string{"theirs"}, *first);
        CPPUNIT_ASSERT_EQUAL(std::string{"here"}, *second);
    }

    void places_follow_the_environment()
    {
        ::setenv("ASSAY_RUN_DIR", "/tmp/elsewhere", 1);
        CPPUNIT_ASSERT_EQUAL(std::string{"/tmp/elsewhere/wake"}, config::places().wake_file());
        ::unsetenv("ASSAY_RUN_DIR");
        CPPUNIT_ASSERT_EQUAL(std::string{"/run/assay/worker.lock"}, config::places().worker_lock());
        CPPUNIT_ASSERT_EQUAL(std::string{"x.toml"}, config::config_file("x.toml"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CredentialsTest);

} // namespace
