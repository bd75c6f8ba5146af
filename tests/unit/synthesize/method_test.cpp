// The worked examples of the METHOD pages: their numbers are those of the engine.
#include "analysis/run.hpp"
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <cmath>
#include <sstream>

namespace {

namespace json = base::json;

class MethodTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(MethodTest);
    CPPUNIT_TEST(the_examples_give_their_tables);
    CPPUNIT_TEST_SUITE_END();

    static std::string trimmed(std::string text)
    {
        const auto first = text.find_first_not_of(" `");
        if (first == std::string::npos) return {};
        return text.substr(first, text.find_last_not_of(" `") - first + 1);
    }

    // A member by its path, elements of arrays by their index; three digits of a number.
    static std::string told(const json_t* view, const std::string& path)
    {
        std::istringstream names{path};
        for (std::string name; std::getline(names, name, '.');)
            view = json_is_array(view) ? json_array_get(view, std::stoul(name))
                                       : json::member(view, name.c_str());
        if (json_is_string(view)) return std::string{json::text_of(view)};
        if (!json_is_number(view)) return json_is_null(view) ? "null" : "missing";
        std::ostringstream out;
        out.precision(3);
        out << json_number_value(view);
        return out.str();
    }

    // The first request of the page, and the first table behind `heading`.
    static void check_table(const std::string& path, const char* product, std::string_view heading)
    {
        const auto page = base::read_file(path, 100'000);
        const auto begin = page.find("```json\n") + 8;
        const auto request = page.substr(begin, page.find("```", begin) - begin);
        const auto made = analysis::run_product(analysis::text_engines(), product, request);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(made.output, analysis::k_exit_artifact, made.exit_status);
        const auto artifact = json::parse(made.output);
        std::istringstream rows{page.substr(page.find("|---|---|", page.find(heading)))};
        std::string row;
        std::getline(rows, row);
        int checked = 0;
        while (std::getline(rows, row) && row.starts_with('|')) {
            const auto middle = row.find('|', 1);
            const auto member = trimmed(row.substr(1, middle - 1));
            const auto value = trimmed(row.substr(middle + 1, row.rfind('|') - middle - 1));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(member, value, told(artifact->get(), member));
            ++checked;
        }
        CPPUNIT_ASSERT(checked >= 8);
    }

public:
    void the_examples_give_their_tables()
    {
        const std::string folder = "src/";
        check_table(folder + "correlate/METHOD.md", "correlation", "## An example");
        check_table(folder + "synthesize/METHOD.md", "synthesis", "## An example");
        check_table(folder + "synthesize/METHOD.md", "brief", "## The same as a brief");
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(MethodTest);

} // namespace
