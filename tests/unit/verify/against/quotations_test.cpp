// source.quote on the quotations of tests/accuracy, which another author wrote.
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "sourced.hpp"
#include "verify/against/comparison.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <sstream>

namespace {

namespace json = base::json;
namespace against = verify::against;

class QuotationsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(QuotationsTest);
    CPPUNIT_TEST(each_is_told_for_what_it_is);
    CPPUNIT_TEST(signs_and_short_ones_are_no_quotations);
    CPPUNIT_TEST_SUITE_END();

    // What is told of each quotation of a line that is not as expected.
    static std::string complaints_of(const json_t* row_view)
    {
        std::vector<sources::Material> materials;
        const json_t* sources_view = json::array_member(row_view, "sources");
        for (std::size_t i = 0; i < json_array_size(sources_view); ++i) {
            const json_t* source_view = json_array_get(sources_view, i);
            materials.push_back(tests::given(*json::text_member(source_view, "text"),
                                             *json::text_member(source_view, "title")));
        }
        const reading::Document text{*json::text_member(row_view, "text")};
        const against::Comparison with{text, materials};
        const auto& found = with.quotations;
        std::string out;
        const json_t* quotes_view = json::array_member(row_view, "quotes");
        for (std::size_t i = 0; i < json_array_size(quotes_view); ++i) {
            const auto quote = *json::text_member(json_array_get(quotes_view, i), "quote");
            const auto expected = *json::text_member(json_array_get(quotes_view, i), "expect");
            const auto at = text.source.find(quote);
            // One that is no quotation has nothing to be doubted.
            std::string_view how = against::name_of(against::Quoted::verbatim);
            for (const auto& each : found) {
                const auto mark = verify::mark_tokens(text, each.begin, each.end, "");
                if (mark.begin < at + quote.size() && at < mark.end)
                    how = against::name_of(each.how);
            }
            if (how != expected) out += base::concat("\n", quote, ": ", how, ", not ", expected);
        }
        return out;
    }

public:
    void each_is_told_for_what_it_is()
    {
        std::istringstream lines{base::read_file("tests/accuracy/quotations.jsonl", 4'000'000)};
        std::string complaints;
        std::size_t rows = 0;
        for (std::string line; std::getline(lines, line); ++rows)
            complaints += complaints_of(json::parse(line)->get());
        CPPUNIT_ASSERT_EQUAL(std::string{}, complaints);
        CPPUNIT_ASSERT_EQUAL(std::size_t{70}, rows);
    }

    void signs_and_short_ones_are_no_quotations()
    {
        for (const std::string_view text :
             {std::string_view{"A 27\" screen and a 24\" one stand there."},
              std::string_view{"The \"free lunch\" was no lunch."},
              std::string_view{"She read \"The Old Man and the Sea\" twice."},
              std::string_view{"An open \"mark without an end"}}) {
            const reading::Document document{text};
            const std::vector<sources::Material> materials = {tests::given("Nothing of it.")};
            const against::Comparison with{document, materials};
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{text}, std::size_t{0}, with.quotations.size());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(QuotationsTest);

} // namespace
