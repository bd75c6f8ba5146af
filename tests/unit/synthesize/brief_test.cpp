// The eleven sections of a brief, and what belongs into each.
#include "cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;
using synthesize::Material;
using synthesize::Order;

class BriefTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(BriefTest);
    CPPUNIT_TEST(an_empty_section_stays_and_says_why);
    CPPUNIT_TEST(each_section_holds_what_belongs_into_it);
    CPPUNIT_TEST_SUITE_END();

    static Material material(std::size_t number, std::string_view published, std::string_view text)
    {
        Material out;
        out.id = "S" + std::to_string(number);
        out.title = "Paper " + std::to_string(number);
        out.published = published;
        out.text = text;
        return out;
    }

    // The items of a section as text.
    static std::string items_of(const json_t* artifact_view, std::string_view id)
    {
        const json_t* sections_view = json::array_member(artifact_view, "sections");
        for (std::size_t i = 0; i < json_array_size(sections_view); ++i) {
            const json_t* section_view = json_array_get(sections_view, i);
            if (json::text_member(section_view, "id") == id)
                return json::dump(json::array_member(section_view, "items"));
        }
        return {};
    }

public:
    void an_empty_section_stays_and_says_why()
    {
        const auto artifact = tests::checked_brief({"anything", {}});
        const json_t* sections_view = json::array_member(artifact.get(), "sections");
        constexpr std::string_view k_ids[] = {
            "bottom_line", "key_findings", "figures",          "timeline",
            "actors",      "agreements",   "disagreements",    "risks",
            "outlook",     "gaps",         "source_assessment"};
        CPPUNIT_ASSERT_EQUAL(std::size(k_ids), json_array_size(sections_view));
        for (std::size_t i = 0; i < std::size(k_ids); ++i) {
            const json_t* section_view = json_array_get(sections_view, i);
            CPPUNIT_ASSERT(json::text_member(section_view, "id") == k_ids[i]);
            const bool is_empty = json_array_size(json::array_member(section_view, "items")) == 0;
            CPPUNIT_ASSERT_EQUAL(is_empty, json::text_member(section_view, "note").has_value());
        }
    }

    void each_section_holds_what_belongs_into_it()
    {
        Order order;
        order.query = "Halm dam cost, safety and warranty";
        order.materials = {
            material(1, "2026-01-10",
                     "The Halm dam cost 54 million euros. The Halm dam was finished on 3 May 1962. "
                     "Engineers found cracks in the Halm dam. The Halm dam has 40 sensors."),
            material(2, "2026-02-10",
                     "The Halm dam cost 71 million euros, according to Maria Lenz. In May 1962 the "
                     "Halm dam was finished. The Halm dam will be repaired next year. The Halm dam "
                     "has 65 sensors.")};
        const auto artifact = tests::checked_brief(order);
        const auto expect = [&](std::string_view section, std::string_view words) {
            const auto items = items_of(artifact.get(), section);
            CPPUNIT_ASSERT_MESSAGE(std::string{section} + ": " + items,
                                   items.find(words) != std::string::npos);
        };
        expect("figures", "40 sensors (2026-01-10), then 65 sensors (2026-02-10)");
        expect("figures", "54 million euros: The Halm dam cost 54 million euros");
        expect("timeline", "1962-05-03: ");
        expect("actors", "Maria Lenz");
        expect("agreements", "finished");
        expect("disagreements", "71 million euros");
        expect("risks", "cracks");
        expect("outlook", "repaired next year");
        expect("gaps", "warranty");
        expect("source_assessment", "S2 (Paper 2): a text given with the request, of 2026-02-10, "
                                    "independent of the others");
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BriefTest);

} // namespace
