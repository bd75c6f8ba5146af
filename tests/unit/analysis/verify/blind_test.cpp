// How much of what nobody had in mind when the rules were written is found: tables of statements,
// each with a correct twin. Prints what is missed; fails on a family below its floor and on any
// twin that is called wrong.
#include "analysis/run.hpp"
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <charconv>
#include <sstream>

namespace {

namespace json = base::json;

// Above info.
bool is_called_wrong(const std::string& text)
{
    const auto request = json::object("payload", text);
    const auto result = analysis::run_product("verify_basic", json::dump(request.get()), -1);
    CPPUNIT_ASSERT_EQUAL_MESSAGE(text, analysis::k_exit_artifact, result.exit_status);
    const auto artifact = json::parse(result.output);
    CPPUNIT_ASSERT_MESSAGE(result.output, artifact.has_value());
    const json_t* findings_view = json::array_member(artifact->get(), "findings");
    for (std::size_t i = 0; i < json_array_size(findings_view); ++i)
        if (*json::text_member(json_array_get(findings_view, i), "severity") != "info") return true;
    return false;
}

// The text of a row: without its mark, and with "\n" for a line end.
std::string text_of(const std::string& row)
{
    std::string out = row.substr(2);
    for (auto at = out.find("\\n"); at != std::string::npos; at = out.find("\\n", at))
        out.replace(at, 2, "\n");
    return out;
}

struct Family {
    std::string name = "none";
    int floor = 0;
    int found = 0;
    std::string missed;
};

class BlindTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(BlindTest);
    CPPUNIT_TEST(first_set_is_found_and_its_twins_are_left_alone);
    CPPUNIT_TEST(second_set_is_found_and_its_twins_are_left_alone);
    CPPUNIT_TEST(what_a_fair_reader_accepts_is_left_alone);
    CPPUNIT_TEST_SUITE_END();

    static void judge(const std::string& name)
    {
        std::istringstream rows{
            base::read_file(base::concat("tests/unit/analysis/verify/", name), 1'000'000)};
        std::string complaints;
        Family family;
        std::size_t judged = 0;
        const auto close = [&] {
            if (family.found < family.floor)
                complaints += base::concat("\n", family.name, " ", family.found, " found, floor ",
                                           family.floor, family.missed);
        };
        for (std::string row; std::getline(rows, row);) {
            if (row.starts_with("[")) {
                close();
                const auto space = row.find(' ');
                family =
                    Family{.name = row.substr(1, space - 1), .floor = 0, .found = 0, .missed = {}};
                std::from_chars(row.data() + space + 1, row.data() + row.size(), family.floor);
            } else if (row.starts_with("- ")) {
                ++judged;
                if (is_called_wrong(text_of(row))) {
                    ++family.found;
                } else {
                    family.missed += "\n  " + row;
                }
            } else if (row.starts_with("+ ")) {
                ++judged;
                if (is_called_wrong(text_of(row))) complaints += "\ncalled wrong: " + row;
            }
        }
        close();
        CPPUNIT_ASSERT_MESSAGE("no rows", judged > 0);
        CPPUNIT_ASSERT_EQUAL(std::string{}, complaints);
    }

public:
    void first_set_is_found_and_its_twins_are_left_alone() { judge("blind_first.txt"); }
    void second_set_is_found_and_its_twins_are_left_alone() { judge("blind_second.txt"); }
    void what_a_fair_reader_accepts_is_left_alone() { judge("charitable.txt"); }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BlindTest);

} // namespace
