// Log lists: what is refused, what is left out, and when a fetched one may replace another.
#include "forensics/ct/log_list.hpp"

#include "base/base64.hpp"
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "support/ct_logs.hpp"
#include "support/pki.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace forensics;
using support::log_entry;
using support::log_list;

class CtLogListTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(CtLogListTest);
    CPPUNIT_TEST(garbage_is_refused);
    CPPUNIT_TEST(size_and_count_are_bounded);
    CPPUNIT_TEST(one_unreadable_log_does_not_cost_the_rest);
    CPPUNIT_TEST(names_cannot_carry_control_characters);
    CPPUNIT_TEST(tiled_logs_alone_are_a_list);
    CPPUNIT_TEST(a_log_changes_hands);
    CPPUNIT_TEST(a_fetched_list_has_four_operators_and_is_no_older);
    CPPUNIT_TEST(published_lists_are_read);
    CPPUNIT_TEST_SUITE_END();

    support::CtLogSigner m_first;
    support::CtLogSigner m_second;

    static CtLogListRefusal refusal_of(std::string_view text)
    {
        const auto parsed = parse_ct_log_list(text);
        CPPUNIT_ASSERT_MESSAGE(std::string{text.substr(0, 80)}, !parsed);
        return parsed.error();
    }

public:
    void garbage_is_refused()
    {
        using enum CtLogListRefusal;
        for (const char* text : {"", "{", "\xff\xfe", "{\"a\":1}{", "nul"})
            CPPUNIT_ASSERT(refusal_of(text) == not_json);
        const std::string head = R"({"version":"1","log_list_timestamp":"2026-01-02T12:57:01Z",)";
        for (const std::string& text :
             {std::string{"[]"}, std::string{"7"}, std::string{"{}"}, head + R"("operators":{}})",
              head + R"("operators":null})",
              std::string{R"({"version":1,"log_list_timestamp":"2026-01-02T12:57:01Z",)"
                          R"("operators":[]})"},
              std::string{R"({"version":"1","log_list_timestamp":"yesterday","operators":[]})"}})
            CPPUNIT_ASSERT_MESSAGE(text, refusal_of(text) == wrong_shape);
        for (const char* operators :
             {"[]", "[7]", R"([{"name":"A"}])", R"([{"name":"A","logs":[7,null,{}]}])"})
            CPPUNIT_ASSERT_MESSAGE(
                operators, refusal_of(head + "\"operators\":" + operators + "}") == no_logs);
    }

    void size_and_count_are_bounded()
    {
        using enum CtLogListRefusal;
        CPPUNIT_ASSERT(refusal_of(std::string(k_max_log_list_bytes + 1, ' ')) == too_large);
        std::string many = "7";
        for (std::size_t i = 0; i < k_max_logs; ++i) many += ",7";
        CPPUNIT_ASSERT(refusal_of(log_list({{"A", many, ""}})) == too_many_logs);
    }

    void one_unreadable_log_does_not_cost_the_rest()
    {
        const std::string good = log_entry(m_first, "good", support::k_usable);
        const std::string wrong_id = base::concat(R"({"log_id":")", m_first.id_base64(),
                                                  R"(","key":")", m_second.key_base64(), "\"}");
        const std::string no_key = base::concat(
            R"({"key":"AAAA","log_id":")",
            base::to_base64(base::sha256(base::bytes_of(*base::from_base64("AAAA")))), "\"}");
        const std::string backwards =
            log_entry(m_second, "x",
                      R"("temporal_interval":{"start_inclusive":"2026-01-01T00:00:00Z",)"
                      R"("end_exclusive":"2025-01-01T00:00:00Z"})");
        const auto list = parse_ct_log_list(
            log_list({{"A", wrong_id + "," + no_key + "," + backwards + "," + good, ""}}));
        CPPUNIT_ASSERT(list);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, list->logs().size());
        CPPUNIT_ASSERT_EQUAL(std::string{"good"}, list->logs()[0].name);
        CPPUNIT_ASSERT(list->logs()[0].state == CtLogState::usable);
    }

    void names_cannot_carry_control_characters()
    {
        const auto list = parse_ct_log_list(log_list(
            {{"\\u001b[1m", log_entry(m_first, "a\\nlog\\u00e4", support::k_usable), ""}}));
        CPPUNIT_ASSERT_EQUAL(std::string{"a?log??"}, list->logs()[0].name);
        CPPUNIT_ASSERT_EQUAL(std::string{"?[1m"}, list->logs()[0].operator_name);
    }

    void tiled_logs_alone_are_a_list()
    {
        const auto list = parse_ct_log_list(
            log_list({{"A", "", log_entry(m_first, "tiled", support::k_usable)}}));
        CPPUNIT_ASSERT(list && list->logs()[0].is_tiled);
        CPPUNIT_ASSERT(list->find(list->logs()[0].id) == list->logs().data());
        CPPUNIT_ASSERT(list->find({}) == nullptr);
    }

    void a_log_changes_hands()
    {
        const auto list = parse_ct_log_list(
            log_list({{"Now",
                       log_entry(m_first, "log",
                                 R"("previous_operators":[)"
                                 R"({"name":"Second","end_time":"2025-01-01T00:00:00Z"},)"
                                 R"({"name":"First","end_time":"2024-01-01T00:00:00Z"}])"),
                       ""}}));
        const auto at = [&](const char* when) {
            return list->logs()[0].operator_at(*base::from_rfc3339(when));
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"First"}, at("2023-12-31T23:59:59Z"));
        CPPUNIT_ASSERT_EQUAL(std::string{"Second"}, at("2024-01-01T00:00:00Z"));
        CPPUNIT_ASSERT_EQUAL(std::string{"Now"}, at("2025-01-01T00:00:00Z"));
    }

    void a_fetched_list_has_four_operators_and_is_no_older()
    {
        std::vector<support::CtLogSigner> logs(4);
        const auto list_of = [&](std::size_t operators, const char* published) {
            std::vector<support::LogOperator> rows;
            for (std::size_t i = 0; i < operators; ++i)
                rows.push_back(
                    {base::concat("op", i), log_entry(logs[i], "log", support::k_usable), ""});
            return *parse_ct_log_list(log_list(rows, published));
        };
        const CtLogList now = list_of(4, "2026-01-02T12:57:01Z");
        CPPUNIT_ASSERT(!refuse_replacement(now, nullptr));
        CPPUNIT_ASSERT(!refuse_replacement(now, &now));
        CPPUNIT_ASSERT(refuse_replacement(list_of(3, "2026-01-02T12:57:01Z"), nullptr) ==
                       CtLogListReplaceRefusal::too_few_operators);
        CPPUNIT_ASSERT(refuse_replacement(list_of(4, "2026-01-02T12:57:00Z"), &now) ==
                       CtLogListReplaceRefusal::older);
    }

    // Lists as they were published, when they are at hand.
    void published_lists_are_read()
    {
        struct Row {
            const char* file;
            std::size_t operators;
            std::size_t logs;
        };
        for (const Row& row : {Row{"appmattus/log_list_80.14.json", 8, 75},
                               Row{"appmattus/old_log_list.json", 6, 29},
                               Row{"appmattus/old_log_list_tiled_logs.json", 7, 44},
                               Row{"appmattus/old_log_list_valid_until.json", 1, 4},
                               Row{"ctgo/loglist3.json", 2, 5}}) {
            const auto path = support::ct_vector(row.file);
            if (!path) return;
            const auto list = parse_ct_log_list(base::read_file(*path, k_max_log_list_bytes));
            CPPUNIT_ASSERT_MESSAGE(row.file, list);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(row.file, row.logs, list->logs().size());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(row.file, row.operators, list->operator_count());
        }
        const auto cut = support::ct_vector("appmattus/old_log_list_incomplete.json");
        CPPUNIT_ASSERT(refusal_of(base::read_file(*cut, k_max_log_list_bytes)) ==
                       CtLogListRefusal::not_json);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CtLogListTest);

} // namespace
