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
    CPPUNIT_TEST(a_figure_says_what_it_is_of);
    CPPUNIT_TEST(an_event_stands_once_on_its_day);
    CPPUNIT_TEST(what_happened_or_is_denied_is_no_risk);
    CPPUNIT_TEST(actors_are_somebody_or_somewhere);
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

    // Of the brief about `texts`, each published on 14 May 2024, whether a section has some words.
    static void check(std::string_view query, std::initializer_list<std::string_view> texts,
                      std::string_view section, std::initializer_list<std::string_view> has,
                      std::initializer_list<std::string_view> has_not)
    {
        Order order;
        order.query = query;
        for (const auto text : texts)
            order.materials.push_back(material(order.materials.size() + 1, "2024-05-14", text));
        const auto artifact = tests::checked_brief(order);
        const auto items = items_of(artifact.get(), section);
        for (const auto words : has)
            CPPUNIT_ASSERT_MESSAGE(std::string{words} + " in " + items,
                                   items.find(words) != std::string::npos);
        for (const auto words : has_not)
            CPPUNIT_ASSERT_MESSAGE(std::string{words} + " in " + items,
                                   items.find(words) == std::string::npos);
    }

    void a_figure_says_what_it_is_of()
    {
        check(
            "What happened at the Brenk tunnel?",
            {"The Brenk tunnel flooded. Crews took numerous 911 calls about the tunnel. The "
             "40-year-old "
             "tunnel has 21 high-speed pumps. Between 60 and 75 drivers waited in the tunnel. The "
             "tunnel was built for the 2002 winter games. Tests in the tunnel failed (p = 0.05, n "
             "= "
             "317)."},
            "figures", {"40-year-old tunnel, 21 high-speed pumps: ", "60 and 75 drivers: "},
            {"911 calls: ", "2002", "317"});
        check("Was ist \u00fcber den Brenktunnel bekannt?",
              {"Der Brenktunnel wurde \u00fcberflutet. Im Brenktunnel warteten zwischen 60 und 75 "
               "m\u00fcde Fahrer auf die Helfer. Der Brenktunnel hat 21 alte Pumpen."},
              "figures", {"60 und 75 m\u00fcde Fahrer: ", "21 alte Pumpen: "}, {});
    }

    void an_event_stands_once_on_its_day()
    {
        check("What happened at the Brenk tunnel?",
              {"The Brenk tunnel flooded on 11 May 2024 after a storm. Regulation 2019/1784 sets "
               "rules "
               "for the Brenk tunnel. The Brenk tunnel is safe again, Ana Ruiz said on Monday.",
               "On 11 May 2024 a storm flooded the Brenk tunnel. Drivers leave the Brenk tunnel on "
               "11 "
               "May 2024."},
              "timeline", {"2024-05-11: "}, {"2024-05-13", "1784", "Drivers leave"});
        check("Ist der Brenktunnel sicher?",
              {"Auch heute noch gilt der Brenktunnel als sicher. Der Brenktunnel wurde gestern "
               "gepr\u00fcft."},
              "timeline", {"2024-05-13 (gestern"}, {"heute by"});
    }

    void what_happened_or_is_denied_is_no_risk()
    {
        check(
            "Is the Brenk tunnel safe?",
            {"The Brenk tunnel may be in danger of another flood. There is no danger to drivers in "
             "the Brenk tunnel. The storm caused a collapse in the Brenk tunnel. A wall of the "
             "Brenk "
             "tunnel collapsed. The risk ratio of the Brenk tunnel was 0.97. The Brenk tunnel is "
             "expected to open in June. The flood of the Brenk tunnel was due to a fault."},
            "risks", {"another flood"}, {"no danger", "collapse", "ratio"});
        check("Is the Brenk tunnel safe?",
              {"The Brenk tunnel is expected to open in June. The flood of the Brenk tunnel was "
               "due to "
               "a fault."},
              "outlook", {"open in June"}, {"due to"});
    }

    void actors_are_somebody_or_somewhere()
    {
        check("What happened at the Brenk tunnel?",
              {"Ana Ruiz closed the Brenk tunnel. In Lisbon's Alfama Quarter, Gov. Carl Osei said "
               "so. The Tunnel Safety "
               "Journal names the Brenk tunnel. The Tunnel Safety Journal is new. The relative "
               "flow (RF) "
               "of the "
               "Brenk tunnel fell. RF is low. Mexican drivers left the Brenk tunnel."},
              "actors", {"\"Ana Ruiz\"", "Gov. Carl Osei", "Ana Ruiz closed the Brenk tunnel"},
              {"\"text\":\"RF\"", "Safety Journal\"", "\"text\":\"Mexican\"",
               "\"text\":\"Lisbon's Alfama"});
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BriefTest);

} // namespace
