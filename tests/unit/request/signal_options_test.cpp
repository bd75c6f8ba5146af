// How streams are to be compared, as buyers wish it.
#include "request/signal_options.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;

class SignalOptionsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SignalOptionsTest);
    CPPUNIT_TEST(wrong_wishes_are_told_with_their_place);
    CPPUNIT_TEST(wishes_are_read);
    CPPUNIT_TEST_SUITE_END();

    static std::string read(const std::string& text)
    {
        const auto given = json::parse("[" + text + "]");
        CPPUNIT_ASSERT_MESSAGE(text, given.has_value());
        const auto options = request::read_signal_options(json_array_get(given->get(), 0));
        std::string out;
        if (options)
            return std::string{request::name_of(options->aggregate)} + " " +
                   std::string{request::name_of(options->detrend)} + " " +
                   std::to_string(options->alpha);
        for (const auto& problem : options.error()) {
            out += problem.place.empty() ? "" : std::get<std::string>(problem.place[0]) + " ";
            out += problem.message + "; ";
        }
        return out;
    }

public:
    void wrong_wishes_are_told_with_their_place()
    {
        const std::pair<std::string, std::string> rows[] = {
            {"3", "Input should be a valid object; "},
            {R"({"aggregate": "max"})",
             "aggregate Input should be 'mean', 'last', 'sum' or 'median'; "},
            {R"({"aggregate": 1})",
             "aggregate Input should be 'mean', 'last', 'sum' or 'median'; "},
            {R"({"detrend": "cubic"})",
             "detrend Input should be 'auto', 'none', 'linear' or 'diff'; "},
            {R"({"alpha": 0})", "alpha Input should be a number from 0.001 to 0.2; "},
            {R"({"alpha": 0.5, "detrend": []})",
             "detrend Input should be 'auto', 'none', 'linear' or 'diff'; alpha Input should be a "
             "number from 0.001 to 0.2; "},
            {R"({"alpha": "0.05"})", "alpha Input should be a number from 0.001 to 0.2; "},
        };
        for (const auto& [text, told] : rows) CPPUNIT_ASSERT_EQUAL(told, read(text));
    }

    void wishes_are_read()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"mean auto 0.050000"}, read("{}"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"median linear 0.010000"},
            read(R"({"aggregate": "median", "detrend": "linear", "alpha": 0.01, "more": 1})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"mean auto 0.050000"},
                             read(R"({"aggregate": null, "detrend": null, "alpha": null})"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SignalOptionsTest);

} // namespace
