// The eight sections of a brief, and what belongs into each.
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
    CPPUNIT_TEST(an_event_stands_once_on_its_day);
    CPPUNIT_TEST(what_is_announced_is_watched_by_date);
    CPPUNIT_TEST(no_sentence_stands_in_two_sections);
    CPPUNIT_TEST(what_needs_a_model_says_so);
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
        constexpr std::string_view k_ids[] = {"decision", "timeline", "positions", "changed",
                                              "disputes", "watch",    "unknown",   "sources"};
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
        order.query = "How much did the Halm dam cost, and has it a warranty?";
        order.materials = {
            material(1, "2026-01-10",
                     "The Halm dam cost 54 million euros. The Halm dam was finished on 3 May 1962. "
                     "The Halm dam has 40 sensors."),
            material(2, "2026-02-10",
                     "The Halm dam cost 71 million euros, according to Maria Lenz. The Halm dam "
                     "will be repaired next year. The Halm dam has 65 sensors.")};
        const auto artifact = tests::checked_brief(order);
        const auto expect = [&](std::string_view section, std::string_view words) {
            const auto items = items_of(artifact.get(), section);
            CPPUNIT_ASSERT_MESSAGE(std::string{section} + ": " + items,
                                   items.find(words) != std::string::npos);
        };
        expect("decision", "71 million euros");
        expect("decision", "The sources differ on it");
        expect("timeline", "1962-05-03: ");
        expect("disputes", "54 million euros\u201d (2026-01-10, S1)");
        expect("disputes", "against it \u201c71 million euros\u201d (2026-02-10, S2)");
        expect("watch", "repaired next year. (S2, 2026-02-10)");
        expect("unknown", "The word \u201cwarranty\u201d stands in no source.");
        expect("sources", "S2 (Paper 2): a text given with the request, of 2026-02-10, "
                          "independent of the others");
        order.query = "How many sensors does the Halm dam have?";
        const auto later = tests::checked_brief(order);
        const auto changed = items_of(later.get(), "changed");
        CPPUNIT_ASSERT_MESSAGE(changed,
                               changed.find("40\u201d (2026-01-10, S1), then \u201c65\u201d "
                                            "(2026-02-10, S2)") != std::string::npos);
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

    void an_event_stands_once_on_its_day()
    {
        check("What happened at the Brenk tunnel?",
              {"The Brenk tunnel flooded on 11 May 2024 after a storm. Regulation 2019/1784 sets "
               "rules "
               "for the Brenk tunnel. The Brenk tunnel is safe again, Ana Ruiz said on Monday.",
               "On 11 May 2024 a storm flooded the Brenk tunnel. Drivers leave the Brenk tunnel on "
               "11 "
               "May 2024."},
              "timeline", {"2024-05-11: "}, {"2024-05-13", "1784"});
        check("Ist der Brenktunnel sicher?",
              {"Auch heute noch gilt der Brenktunnel als sicher. Der Brenktunnel wurde gestern "
               "gepr\u00fcft."},
              "timeline", {"2024-05-13 (gestern"}, {"heute by"});
    }

    void what_is_announced_is_watched_by_date()
    {
        check("Is the Brenk tunnel safe?",
              {"Is it safe? The Brenk tunnel is safe. The Brenk tunnel is expected to open in June "
               "2025. The flood of the Brenk tunnel "
               "was due to a fault.",
               "The Brenk tunnel will close again on 3 March 2025, and nobody knows for how long."},
              "watch", {"open in June", "\"date\":\"2025-06\"", "\"date\":\"2025-03-03\""},
              {"due to"});
    }

    void no_sentence_stands_in_two_sections()
    {
        Order order;
        order.query = "When will the Brenk tunnel open?";
        order.materials = {material(1, "2024-05-14",
                                    "The Brenk tunnel will open on 3 June 2025. The Brenk tunnel "
                                    "was closed on 2 May 2024.")};
        const auto artifact = tests::checked_brief(order);
        const auto sections = json::dump(json::array_member(artifact.get(), "sections"));
        for (const std::string sentence :
             {"will open on 3 June 2025.\",", "closed on 2 May 2024.\","}) {
            std::size_t count = 0;
            for (auto at = sections.find(sentence); at != std::string::npos;
                 at = sections.find(sentence, at + 1))
                ++count;
            CPPUNIT_ASSERT_MESSAGE(sections, count <= 1);
        }
    }

    void what_needs_a_model_says_so()
    {
        const auto artifact =
            tests::checked_brief({"Brenk", {material(1, "", "The Brenk tunnel is open.")}});
        const json_t* positions_view =
            json_array_get(json::array_member(artifact.get(), "sections"), 2);
        CPPUNIT_ASSERT(
            json::text_member(positions_view, "note")->starts_with("No model was asked"));
        CPPUNIT_ASSERT(json_is_null(json::member(artifact.get(), "account")));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BriefTest);

} // namespace
