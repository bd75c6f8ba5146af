// `assay reference check`: what it refuses, what it keeps, and what the operator reads.
#include "cli/reference_check.hpp"

#include "base/clock.hpp"
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "support/quiet_output.hpp"
#include "support/sample_config.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <filesystem>

namespace {

namespace forensics = forensics;
namespace json = base::json;
using cli::BasketNight;
using cli::Exit;

class ReferenceCheckTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ReferenceCheckTest);
    CPPUNIT_TEST(wrong_words_are_usage);
    CPPUNIT_TEST(a_basket_that_is_none_is_an_error);
    CPPUNIT_TEST(where_nothing_can_be_remembered_nothing_is_looked_at);
    CPPUNIT_TEST(the_configuration_names_the_basket_of_scans);
    CPPUNIT_TEST(a_night_without_verdict_leaves_the_file_alone);
    CPPUNIT_TEST(nights_add_up_in_the_file);
    CPPUNIT_TEST(garbage_is_replaced_and_told);
    CPPUNIT_TEST(a_terminal_gets_no_control_characters);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_folder;
    const std::string m_health = m_folder.file("health.json");
    forensics::Day m_today =
        std::chrono::floor<std::chrono::days>(*base::from_rfc3339("2026-11-22T01:00:00Z"));
    std::string m_out;
    std::string m_err;

    Exit reference(const std::vector<std::string>& words)
    {
        std::vector<std::string_view> views{"reference"};
        for (const std::string& word : words) views.push_back(word);
        const support::QuietOutput quiet;
        const Exit exit = cli::run(views);
        m_out = quiet.out();
        m_err = quiet.err();
        return exit;
    }

    Exit check_of(std::string_view basket)
    {
        const std::string file = m_folder.file("basket.json");
        base::replace_file(file, basket, 0644);
        return reference({"check", "--basket", file});
    }

    // Three targets, the first of which is (not) reached.
    BasketNight night(std::string_view reached, std::string_view verdict = "OK")
    {
        const auto basket =
            forensics::parse_basket(R"({"schema_version":1,"health_json":"health.json",)"
                                    R"("route":{"targets":["9.9.9.9","8.8.8.8","1.1.1.1"]}})",
                                    m_folder.file(""));
        const std::string text = base::concat(
            R"({"vantage":{"offline":false},"checks":[{"check":"route","verdict":")", verdict,
            R"(","evidence":{"targets":[{"ip":"9.9.9.9","reached_by":")", reached,
            R"("},{"ip":"8.8.8.8","reached_by":"udp"},{"ip":"1.1.1.1","reached_by":"tcp"}]}}]})");
        auto done = cli::count_basket_night(*basket, json::parse(text)->get(), m_today);
        m_today += std::chrono::days{1};
        return done;
    }

    static std::string first_line_of(const std::string& text)
    {
        return text.substr(0, text.find('\n'));
    }

public:
    void wrong_words_are_usage()
    {
        for (const auto& words :
             std::vector<std::vector<std::string>>{{},
                                                   {"look"},
                                                   {"check", "update"},
                                                   {"check", "--to", m_health},
                                                   {"update", "--basket", m_health},
                                                   {"check", "--basket"}}) {
            CPPUNIT_ASSERT(reference(words) == Exit::usage);
            CPPUNIT_ASSERT(!m_err.empty() && m_out.empty());
        }
    }

    void a_basket_that_is_none_is_an_error()
    {
        CPPUNIT_ASSERT(check_of("{}") == Exit::error);
        CPPUNIT_ASSERT(m_err.find("schema_version") != std::string::npos);
    }

    void where_nothing_can_be_remembered_nothing_is_looked_at()
    {
        CPPUNIT_ASSERT(check_of(R"({"schema_version":1})") == Exit::error);
        CPPUNIT_ASSERT(m_err.find("health_json: missing") != std::string::npos);
    }

    void the_configuration_names_the_basket_of_scans()
    {
        const std::string file = m_folder.file("assay.toml");
        const std::string basket = m_folder.file("of_scans.json");
        base::replace_file(basket, R"({"schema_version":1})", 0644);
        base::replace_file(
            file, base::concat(support::k_sample_toml, "[forensics]\nbasket = \"", basket, "\"\n"),
            0644);
        CPPUNIT_ASSERT(reference({"check", "--config", file}) == Exit::error);
        CPPUNIT_ASSERT(m_err.find(basket + ": health_json") != std::string::npos);
        CPPUNIT_ASSERT(reference({"check", "--config", file + ".absent"}) == Exit::usage);
    }

    // By the real program: a basket that asks no server.
    void a_night_without_verdict_leaves_the_file_alone()
    {
        base::replace_file(m_health, "{", 0644);
        CPPUNIT_ASSERT(check_of(R"({"schema_version":1,"health_json":"health.json"})") ==
                       Exit::unreachable);
        CPPUNIT_ASSERT_EQUAL(std::string{"{\"counted\":false,\"entries\":[],\"news\":0}\n"}, m_out);
        CPPUNIT_ASSERT(m_err.find("nothing is counted") != std::string::npos);
        CPPUNIT_ASSERT(m_err.find("the nights before are not known") != std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::string{"{"}, base::read_file(m_health, 10));
    }

    void nights_add_up_in_the_file()
    {
        CPPUNIT_ASSERT(exit_of_night(night("nothing")) == Exit::ok);
        CPPUNIT_ASSERT(exit_of_night(night("nothing", "INCONCLUSIVE")) == Exit::unreachable);
        CPPUNIT_ASSERT_EQUAL(std::string{"route   9.9.9.9  failed   unreachable, nights: 2 of 3 "
                                         "since 2026-11-22\n"
                                         "route   8.8.8.8  fine\n"
                                         "route   1.1.1.1  fine\n"},
                             night_table(night("nothing")));
        const BasketNight third = night("nothing");
        CPPUNIT_ASSERT(exit_of_night(third) == Exit::doubtful);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, night_news(third).size());
        CPPUNIT_ASSERT_EQUAL(std::string{"route 9.9.9.9: retired (unreachable)"},
                             night_news(third)[0]);
        const auto told = json::parse(night_json(third));
        const json_t* first_view = json_array_get(json::array_member(told->get(), "entries"), 0);
        CPPUNIT_ASSERT(json::text_member(first_view, "retired_since") == "2026-11-25");
        CPPUNIT_ASSERT_EQUAL(std::string{"route   9.9.9.9  retired  since 2026-11-25, good nights: "
                                         "1 of 3"},
                             first_line_of(night_table(night("udp"))));
        night("udp");
        CPPUNIT_ASSERT(exit_of_night(night("udp")) == Exit::ok);
        CPPUNIT_ASSERT(forensics::read_health(m_health)->empty());
    }

    void garbage_is_replaced_and_told()
    {
        for (const std::string& text : {std::string{"[1]"}, std::string(100'000, '{')}) {
            base::replace_file(m_health, text, 0644);
            const BasketNight done = night("nothing");
            CPPUNIT_ASSERT(!done.problem.empty());
            CPPUNIT_ASSERT(night_news(done)[0].find("not known") != std::string::npos);
            CPPUNIT_ASSERT_EQUAL(1, forensics::read_health(m_health)->at(0).failed_nights);
        }
    }

    void a_terminal_gets_no_control_characters()
    {
        BasketNight odd;
        odd.sightings.push_back({{"route", "\x1b[2J", "", ""}, forensics::Seen::fine, "\a"});
        odd.news.push_back(
            {forensics::HealthNews::Kind::suspect, odd.sightings[0].entry, "\x1b[1m"});
        for (const std::string& text : {night_table(odd), night_news(odd).back()})
            CPPUNIT_ASSERT(text.find('\x1b') == std::string::npos &&
                           text.find('\a') == std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ReferenceCheckTest);

} // namespace
