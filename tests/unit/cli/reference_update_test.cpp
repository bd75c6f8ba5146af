// The list of logs is taken from its publisher only, whole and never backwards.
#include "cli/reference_update.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "forensics/ct/log_list.hpp"
#include "forensics/ct/log_list_signature.hpp"
#include "support/ct_logs.hpp"
#include "support/fake_http.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <filesystem>

namespace {

using cli::ReferenceUpdate;

class ReferenceUpdateTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ReferenceUpdateTest);
    CPPUNIT_TEST(without_an_answer_nothing_changes);
    CPPUNIT_TEST(what_is_not_signed_is_not_taken);
    CPPUNIT_TEST(what_is_signed_but_no_list_is_not_taken);
    CPPUNIT_TEST(a_list_goes_forward_only);
    CPPUNIT_TEST(the_previous_one_is_kept);
    CPPUNIT_TEST(a_broken_file_is_replaced);
    CPPUNIT_TEST(without_any_list_it_is_tried_again);
    CPPUNIT_TEST(the_publishers_key_is_his);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_directory;
    const std::string m_path = m_directory.file("logs.json");
    support::KeyRef m_key = support::make_key();
    std::vector<support::CtLogSigner> m_logs{4};

    [[nodiscard]] std::string list_of(std::size_t operators, const std::string& published) const
    {
        std::vector<support::LogOperator> rows;
        for (std::size_t i = 0; i < operators; ++i)
            rows.push_back({base::concat("op", i), support::log_entry(m_logs[i], "log", ""), ""});
        return support::log_list(rows, published);
    }

    ReferenceUpdate update(const std::string& text, const std::string& signature)
    {
        support::FakeHttp http;
        http.will_answer(200, text);
        http.will_answer(200, signature);
        return cli::update_log_list(http, source(), m_path);
    }

    ReferenceUpdate update(const std::string& text)
    {
        return update(text, support::signature_of(text, *m_key));
    }

    [[nodiscard]] cli::ReferenceSource source() const
    {
        return {"https://lists.example/list.json", "https://lists.example/list.sig",
                support::public_pem_of(*m_key)};
    }

    [[nodiscard]] std::string content(const std::string& path) const
    {
        return base::read_file(path, forensics::k_max_log_list_bytes);
    }

public:
    void without_an_answer_nothing_changes()
    {
        support::FakeHttp silent;
        silent.will_fail(net::HttpFailureKind::not_sent, "refused");
        CPPUNIT_ASSERT(cli::update_log_list(silent, source(), m_path) ==
                       ReferenceUpdate::no_answer);
        support::FakeHttp missing;
        missing.will_answer(404, list_of(4, "2026-01-01T00:00:00Z"));
        CPPUNIT_ASSERT(cli::update_log_list(missing, source(), m_path) ==
                       ReferenceUpdate::no_answer);
        support::FakeHttp half;
        half.will_answer(200, list_of(4, "2026-01-01T00:00:00Z"));
        half.will_answer(500, "");
        CPPUNIT_ASSERT(cli::update_log_list(half, source(), m_path) == ReferenceUpdate::no_answer);
        CPPUNIT_ASSERT(!std::filesystem::exists(m_path));
        // No answer is unbounded, and none is waited for without end.
        CPPUNIT_ASSERT_EQUAL(forensics::k_max_log_list_bytes, half.requests[0].response_limit);
        CPPUNIT_ASSERT(half.requests[1].total_timeout.count() > 0);
    }

    void what_is_not_signed_is_not_taken()
    {
        const std::string text = list_of(4, "2026-01-01T00:00:00Z");
        const auto stranger = support::make_key();
        for (const std::string& signature :
             {std::string{}, std::string{"garbage"}, support::signature_of(text, *stranger),
              support::signature_of(text + " ", *m_key)})
            CPPUNIT_ASSERT(update(text, signature) == ReferenceUpdate::bad_signature);
        CPPUNIT_ASSERT(!std::filesystem::exists(m_path));
    }

    void what_is_signed_but_no_list_is_not_taken()
    {
        CPPUNIT_ASSERT(update("<html>") == ReferenceUpdate::unreadable);
        CPPUNIT_ASSERT(update("{}") == ReferenceUpdate::unreadable);
        CPPUNIT_ASSERT(update(list_of(3, "2026-01-01T00:00:00Z")) ==
                       ReferenceUpdate::too_few_operators);
        CPPUNIT_ASSERT(!std::filesystem::exists(m_path));
    }

    void a_list_goes_forward_only()
    {
        const std::string now = list_of(4, "2026-01-02T00:00:00Z");
        CPPUNIT_ASSERT(update(now) == ReferenceUpdate::replaced);
        CPPUNIT_ASSERT(update(list_of(4, "2026-01-01T00:00:00Z")) == ReferenceUpdate::older);
        CPPUNIT_ASSERT(update(now) == ReferenceUpdate::unchanged);
        CPPUNIT_ASSERT_EQUAL(now, content(m_path));
        CPPUNIT_ASSERT(!std::filesystem::exists(m_path + ".previous"));
    }

    void the_previous_one_is_kept()
    {
        const std::string first = list_of(4, "2026-01-01T00:00:00Z");
        const std::string second = list_of(4, "2026-01-02T00:00:00Z");
        CPPUNIT_ASSERT(update(first) == ReferenceUpdate::replaced);
        CPPUNIT_ASSERT(update(second) == ReferenceUpdate::replaced);
        CPPUNIT_ASSERT_EQUAL(second, content(m_path));
        CPPUNIT_ASSERT_EQUAL(first, content(m_path + ".previous"));
    }

    void a_broken_file_is_replaced()
    {
        base::replace_file(m_path, "{\"version\":", 0600);
        CPPUNIT_ASSERT(update(list_of(4, "2026-01-01T00:00:00Z")) == ReferenceUpdate::replaced);
    }

    // The real list and its signature, where they are at hand.
    void the_publishers_key_is_his()
    {
        namespace forensics = forensics;
        CPPUNIT_ASSERT(!forensics::is_signed("", "", forensics::log_list_key_pem()));
        CPPUNIT_ASSERT_THROW(forensics::is_signed("", "", "no key"), base::Fault);
        const auto list = support::ct_vector("appmattus/log_list_80.14.json");
        const auto signature = support::ct_vector("appmattus/log_list_80.14.sig");
        if (!list || !signature) return;
        std::string text = content(*list);
        CPPUNIT_ASSERT(
            forensics::is_signed(text, content(*signature), forensics::log_list_key_pem()));
        text.back() ^= 1;
        CPPUNIT_ASSERT(
            !forensics::is_signed(text, content(*signature), forensics::log_list_key_pem()));
    }

    void without_any_list_it_is_tried_again()
    {
        int tries = 0;
        int good_from = 100;
        bool is_there = false;
        std::vector<int> rests;
        const auto run = [&] {
            tries = 0;
            rests.clear();
            return cli::update_until_there(
                [&] {
                    if (++tries < good_from) return ReferenceUpdate::no_answer;
                    is_there = true;
                    return ReferenceUpdate::replaced;
                },
                [&] { return is_there; },
                [&](std::chrono::minutes pause) {
                    rests.push_back(static_cast<int>(pause.count()));
                });
        };
        CPPUNIT_ASSERT(run() == ReferenceUpdate::no_answer);
        CPPUNIT_ASSERT(rests == (std::vector<int>{1, 5, 15}));
        good_from = 3;
        CPPUNIT_ASSERT(run() == ReferenceUpdate::replaced);
        CPPUNIT_ASSERT(rests == (std::vector<int>{1, 5}));
        // With a list at hand the next day is early enough.
        good_from = 100;
        CPPUNIT_ASSERT(run() == ReferenceUpdate::no_answer);
        CPPUNIT_ASSERT_EQUAL(1, tries);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ReferenceUpdateTest);

} // namespace
