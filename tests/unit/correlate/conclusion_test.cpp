// What the conclusion says in words, where that is less than a relation, or more than a figure.
#include "concluded.hpp"

#include "base/concat.hpp"
#include "correlate/correlation.hpp"
#include "support/series.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;
using support::noise;
using support::stream;
using tests::concluded;
using tests::warned;

class ConclusionTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ConclusionTest);
    CPPUNIT_TEST(what_time_alone_says_is_told_as_that);
    CPPUNIT_TEST(an_exact_relation_is_told);
    CPPUNIT_TEST(the_p_that_is_told_says_what_was_searched);
    CPPUNIT_TEST(a_direction_of_changes_only_is_no_claim);
    CPPUNIT_TEST_SUITE_END();

    static json::Ref artifact(request::Stream a, request::Stream b,
                              request::Detrend detrend = request::Detrend::automatic)
    {
        auto out = correlate::correlate({.query = "are they related?",
                                         .streams = {std::move(a), std::move(b)},
                                         .frame = {},
                                         .options = {.detrend = detrend},
                                         .seed = 42});
        return tests::whole_correlation(std::move(out));
    }

    static void has(const std::string& text, std::initializer_list<const char*> parts)
    {
        for (const char* part : parts)
            CPPUNIT_ASSERT_MESSAGE(text, text.find(part) != std::string::npos);
    }

public:
    void what_time_alone_says_is_told_as_that()
    {
        std::vector<double> line;
        std::vector<double> parabola;
        for (int i = 0; i < 200; ++i) {
            line.push_back(0.1 * i);
            parabola.push_back(i * i);
        }
        const auto beside = artifact(stream("line", line), stream("noise", noise(200, 71)));
        CPPUNIT_ASSERT_EQUAL(std::string{"inconclusive"}, concluded(beside));
        has(concluded(beside, "text"),
            {"\"line\" is a straight line: whatever has a trend fits it"});
        CPPUNIT_ASSERT_EQUAL(std::string{"trend:a autocorrelated:a"}, warned(beside));
        CPPUNIT_ASSERT(json_is_null(json::member(beside.get(), "judged")));
        CPPUNIT_ASSERT(json_is_object(json::member(beside.get(), "association")));
        has(concluded(artifact(stream("line", line), stream("curve", parabola)), "text"),
            {"\"line\" is a straight line, and \"curve\" is a parabola", "related or not"});
        // Eight pairs have seven changes.
        const auto few =
            artifact(stream("a", noise(8, 72)), stream("b", noise(8, 73)), request::Detrend::diff);
        has(concluded(few, "text"),
            {"Of the changes from step to step fewer than 8 pairs are left"});
        has(concluded(artifact(stream("a", noise(5, 72)), stream("b", noise(5, 73))), "text"),
            {"There are only 5 pairs of values; at least 8 are needed."});
    }

    void an_exact_relation_is_told()
    {
        const auto celsius = noise(90, 74);
        auto fahrenheit = celsius;
        for (double& each : fahrenheit) each = 1.8 * each + 32;
        const auto found = artifact(stream("C", celsius), stream("F", fahrenheit));
        CPPUNIT_ASSERT_EQUAL(std::string{"positive"}, concluded(found));
        has(concluded(found, "text"), {"That is exact: each can be computed from the other."});
        fahrenheit[7] += 0.01;
        const auto text =
            concluded(artifact(stream("C", celsius), stream("F", fahrenheit)), "text");
        CPPUNIT_ASSERT_MESSAGE(text, text.find("exact") == std::string::npos);
    }

    void the_p_that_is_told_says_what_was_searched()
    {
        const auto source = noise(203, 75);
        const auto found = artifact(stream("a", {source.begin() + 3, source.end()}),
                                    stream("b", {source.begin(), source.end() - 3}));
        has(concluded(found, "text"), {"for the best of 21 shifts", "\"a\" comes first, by P3D"});
        has(concluded(artifact(stream("a", noise(90, 76)), stream("b", noise(90, 77))), "text"),
            {"give by chance with p = ", "; at most 0.025 is asked."});
    }

    void a_direction_of_changes_only_is_no_claim()
    {
        const auto source = noise(201, 700);
        auto b = noise(200, 800);
        for (std::size_t t = 0; t < b.size(); ++t)
            b[t] = source[t] + 0.3 * b[t] + 0.02 * static_cast<double>(t);
        const auto found =
            artifact(stream("a", {source.begin() + 1, source.end()}), stream("b", b));
        CPPUNIT_ASSERT_EQUAL(std::string{"a"}, concluded(found, "lead"));
        has(concluded(found, "text"),
            {"the past of \"b\" helps to predict \"a\" (Granger) is seen in "
             "their changes only, not in their levels"});
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ConclusionTest);

} // namespace
