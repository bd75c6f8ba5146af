// Sets of texts that measure a model: the one that the program makes, and rows of files.
#include "base/concat.hpp"
#include "cli/llm_sets.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>

namespace {

using base::concat;

class LlmSetsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(LlmSetsTest);
    CPPUNIT_TEST(a_row_is_whole_or_refused);
    CPPUNIT_TEST(sources_are_given_as_a_request_has_them);
    CPPUNIT_TEST(the_made_set_has_enough_twins);
    CPPUNIT_TEST_SUITE_END();

    static constexpr std::string_view k_head = "{\"set\":\"two\"}\n";

public:
    void a_row_is_whole_or_refused()
    {
        for (const std::string_view row :
             {R"({"id":"a"})", R"({"id":"a","wrong":"12 is 13.","quote":"14","right":"12."})",
              R"({"id":"a","wrong":"12 is 13.","quote":"13"})",
              R"({"id":"a","text":"Tea.","flag":true})", R"({"text":"Tea.","flag":false})",
              R"({"id":"a","text":"Tea.","flag":false,"sources":[]})",
              R"({"id":"a","text":"Tea.","flag":false,"sources":"Tea."})",
              R"({"id":"a","text":"Tea.","flag":false,"sources":[{"text":"Tea."},{"url":"x"}]})"}) {
            const auto read = cli::read_set(concat(k_head, row, '\n'));
            CPPUNIT_ASSERT_MESSAGE(std::string{row}, !read);
            CPPUNIT_ASSERT_EQUAL(std::string{"line 2 is no case"}, read.error());
        }
        CPPUNIT_ASSERT_EQUAL(std::string{"line 1 does not name the set"},
                             cli::read_set("{}\n").error());
    }

    void sources_are_given_as_a_request_has_them()
    {
        const auto read = cli::read_set(concat(
            k_head, R"({"id":"a","wrong":"Tea is hot.","quote":"hot","right":"Tea is cold.")",
            R"(,"sources":[{"title":"Tea","text":"Tea is cold."}]})", '\n',
            R"({"id":"b","text":"Tea.","flag":false})", '\n'));
        CPPUNIT_ASSERT(read);
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, read->size());
        CPPUNIT_ASSERT_EQUAL(
            std::string{
                R"({"payload":"Tea is hot.","sources":[{"title":"Tea","text":"Tea is cold."}]})"},
            base::json::dump(read->front().request().get()));
        CPPUNIT_ASSERT_EQUAL(read->at(0).sources, read->at(1).sources);
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"payload":"Tea."})"},
                             base::json::dump(read->back().request().get()));
    }

    void the_made_set_has_enough_twins()
    {
        const auto made = cli::made_set();
        CPPUNIT_ASSERT_EQUAL(std::size_t{480}, made.cases.size());
        CPPUNIT_ASSERT_EQUAL(made.sha256(), cli::made_set().sha256());
        for (std::size_t i = 0; i < made.cases.size(); i += 2) {
            const auto& wrong = made.cases[i];
            CPPUNIT_ASSERT(wrong.is_wrong && wrong.text.find(wrong.quote) != std::string::npos);
            CPPUNIT_ASSERT(!made.cases[i + 1].is_wrong && made.cases[i + 1].text != wrong.text);
            CPPUNIT_ASSERT_EQUAL(i < 400, wrong.sources.empty());
            CPPUNIT_ASSERT_EQUAL(wrong.sources, made.cases[i + 1].sources);
        }
        // The texts without sources are those of the first edition, so that figures compare.
        cli::BenchSet plain{"", {made.cases.begin(), made.cases.begin() + 400}};
        const std::string first_edition =
            "0x1d5e5d5e11bb0cf16f5d011a9aa6ae83cb7b7ebf9a038bffaba57f65afdd764e";
        CPPUNIT_ASSERT_EQUAL(first_edition, plain.sha256());
        plain.cases.front().sources = made.cases.back().sources;
        CPPUNIT_ASSERT(plain.sha256() != first_edition);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LlmSetsTest);

} // namespace
