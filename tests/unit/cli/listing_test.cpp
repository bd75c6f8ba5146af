// Lists as people and programs are shown them, and verbs whose first word says what to do.
#include "cli/listing.hpp"
#include "cli/tasks.hpp"

#include "base/json.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <vector>

namespace {

namespace json = base::json;
using cli::Column;

class ListingTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ListingTest);
    CPPUNIT_TEST(columns_are_as_wide_as_what_is_in_them);
    CPPUNIT_TEST(a_terminal_is_not_obeyed);
    CPPUNIT_TEST(an_empty_list_says_so);
    CPPUNIT_TEST(members_stand_below_each_other);
    CPPUNIT_TEST(a_task_takes_its_own_words);
    CPPUNIT_TEST_SUITE_END();

    static constexpr Column k_columns[] = {
        {"NAME", "name"}, {"USDC", "sum.usdc", Column::At::right}, {"WHY", "why"}};

public:
    void columns_are_as_wide_as_what_is_in_them()
    {
        std::vector<json::Ref> rows;
        rows.push_back(json::object("name", "a", "sum", json::object("usdc", "10.50"), "why", ""));
        rows.push_back(json::object("name", "longer", "sum", json::value(nullptr), "why", "late"));
        CPPUNIT_ASSERT_EQUAL(std::string{"NAME     USDC  WHY\n"
                                         "a       10.50  -\n"
                                         "longer      -  late\n"},
                             cli::table_text(k_columns, rows, "none"));
    }

    void a_terminal_is_not_obeyed()
    {
        std::vector<json::Ref> rows;
        rows.push_back(json::object("name", "\x1b[31m\nx", "why", true));
        const auto text = cli::table_text(k_columns, rows, "none");
        CPPUNIT_ASSERT(text.find('\x1b') == std::string::npos);
        CPPUNIT_ASSERT(text.find("?[31m?x     -  true\n") != std::string::npos);
    }

    void an_empty_list_says_so()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"no job\n"}, cli::table_text(k_columns, {}, "no job"));
    }

    void members_stand_below_each_other()
    {
        const auto object = json::object("mode", "eas", "last", json::object("nonce", 7, "tx", ""));
        CPPUNIT_ASSERT_EQUAL(std::string{"mode        eas\n"
                                         "last.nonce  7\n"
                                         "last.tx     -\n"},
                             cli::members_text(object.get()));
    }

    void a_task_takes_its_own_words()
    {
        constexpr cli::Task k_tasks[] = {{.word = "list", .options = {"--state"}},
                                         {.word = "show", .object = "a job id"}};
        constexpr cli::AcceptedOption k_options[] = {cli::k_config_option, {"--state", true}};
        const auto error_of = [&](std::vector<std::string_view> words) {
            const auto chosen = cli::choose_task(words, k_tasks, k_options);
            return chosen ? std::string{} : chosen.error();
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"say what: list or show"}, error_of({"lists"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"show needs a job id"}, error_of({"show"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"too many words"}, error_of({"list", "x"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"show takes no --state"},
                             error_of({"show", "x", "--state=a"}));
        CPPUNIT_ASSERT_EQUAL(std::string{}, error_of({"--state", "a", "--config=f"}));
        const std::vector<std::string_view> words{"show", "x"};
        const auto shown = cli::choose_task(words, k_tasks, k_options);
        CPPUNIT_ASSERT(shown && shown->is("show") && shown->object == "x");
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ListingTest);

} // namespace
