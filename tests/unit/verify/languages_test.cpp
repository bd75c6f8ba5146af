// Right texts in other languages: no critic calls anything in them wrong.
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"
#include "cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <sstream>

namespace {

namespace json = base::json;

class LanguagesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(LanguagesTest);
    CPPUNIT_TEST(nothing_right_is_called_wrong);
    CPPUNIT_TEST_SUITE_END();

public:
    void nothing_right_is_called_wrong()
    {
        std::istringstream rows{
            base::read_file("tests/accuracy/sets/right_languages.jsonl", 400'000)};
        std::string line;
        std::getline(rows, line); // the head of the set
        std::string complaints;
        std::size_t read = 0;
        for (; std::getline(rows, line); ++read) {
            const auto parsed = json::parse(line);
            CPPUNIT_ASSERT(parsed);
            const json_t* row = parsed->get();
            const auto artifact =
                tests::artifact_of(*json::text_member(row, "text"), tests::k_all_critics);
            complaints += complaints_of(*json::text_member(row, "id"), artifact.get());
        }
        CPPUNIT_ASSERT_EQUAL(std::string{}, complaints);
        CPPUNIT_ASSERT(read >= 200);
    }

private:
    static std::string complaints_of(std::string_view id, const json_t* artifact)
    {
        std::string complaints;
        const json_t* findings = json::array_member(artifact, "findings");
        for (std::size_t i = 0; i < json_array_size(findings); ++i) {
            const json_t* view = json_array_get(findings, i);
            if (*json::text_member(view, "severity") != "info")
                complaints += base::concat(id, ": ", *json::text_member(view, "check"), ": ",
                                           *json::text_member(view, "reasoning"), '\n');
        }
        return complaints;
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LanguagesTest);

} // namespace
