// Which words of a page are sentences that can be quoted by themselves, and where they begin.
#include "reading/utterances.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <string>

namespace {

using reading::Unfit;

std::vector<std::string> quotable(const std::string& text, std::string_view language = "en")
{
    const reading::Document document{text};
    std::vector<std::string> out;
    for (const auto& each : reading::read_utterances(document, language)) {
        CPPUNIT_ASSERT(each.begin < each.end && each.end <= document.tokens.size());
        CPPUNIT_ASSERT(each.worth > 0 && each.worth <= 1.5);
        if (each.unfit != Unfit::none) continue;
        const auto begin = document.tokens[each.begin].begin;
        out.push_back(document.view.text.substr(begin, document.tokens[each.end - 1].end - begin));
        std::replace(out.back().begin(), out.back().end(), '\n', ' ');
    }
    return out;
}

void expect(const std::string& text, const std::vector<std::string>& wanted)
{
    std::string shown;
    for (const auto& each : quotable(text)) shown += each + " | ";
    std::string all;
    for (const auto& each : wanted) all += each + " | ";
    CPPUNIT_ASSERT_EQUAL(all, shown);
}

double worth_of(const std::string& text)
{
    const reading::Document document{text};
    return reading::read_utterances(document, "en").at(0).worth;
}

class UtterancesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(UtterancesTest);
    CPPUNIT_TEST(garbage_has_none);
    CPPUNIT_TEST(what_is_no_sentence_is_not_quoted);
    CPPUNIT_TEST(edges_are_taken_off);
    CPPUNIT_TEST(lines_that_were_only_wrapped_are_one);
    CPPUNIT_TEST(a_question_in_a_quotation_ends_nothing);
    CPPUNIT_TEST(parts_of_an_abstract_are_told_apart);
    CPPUNIT_TEST(where_no_text_has_stops_a_verb_is_enough);
    CPPUNIT_TEST(what_leans_on_others_is_worth_less);
    CPPUNIT_TEST(other_languages_need_no_verb);
    CPPUNIT_TEST_SUITE_END();

public:
    void garbage_has_none()
    {
        for (const std::string& text :
             {std::string{}, std::string{"\n\n\n"}, std::string{". . . . ."},
              std::string(20'000, '#'), std::string{"\xe2\x80\x94\xe2\x80\x94 \xe2\x80\x94"},
              std::string{"{\"a\": [1, 2, 3]}"}, std::string{"| a | b |\n|---|---|\n| 1 | 2 |"}})
            expect(text, {});
    }

    void what_is_no_sentence_is_not_quoted()
    {
        for (const char* text :
             {"Council approves plan to rebuild the bridge", "Is the bridge safe?",
              "By Anna Keller, Staff Writer", "Home\nNews\nSport\nContact us",
              "Copyright 2024 Example News. All rights reserved.",
              "Click here to read the full story.",
              "Officials say the bridge will reopen after the ...",
              "See the [report](https://council.example/report) of the council.",
              "A long day of talks in the capital.", "1932: 318 m, 12.4%, 44-17, 9.3, 88.1 (2)."})
            expect(std::string{text} + "\n\nThe bridge is old. It is long.",
                   {"The bridge is old.", "It is long."});
    }

    void edges_are_taken_off()
    {
        expect("3][4] The campaign raised nine million euros.",
               {"The campaign raised nine million euros."});
        expect("OSLO, March 3 (Reuters) - The council approved the plan.",
               {"The council approved the plan."});
        expect("LONDON (AP) \xe2\x80\x94 Two people were hurt.", {"Two people were hurt."});
        expect("- The bridge opened in 1932.", {"The bridge opened in 1932."});
        expect("**Update**: The bridge is closed.", {"The bridge is closed."});
        expect("Q. How long is it? A. The bridge is 318 metres long.",
               {"The bridge is 318 metres long."});
        // A dash inside a sentence is none of an agency's.
        expect("The plan - approved in May - costs 4 million euros.",
               {"The plan - approved in May - costs 4 million euros."});
    }

    void lines_that_were_only_wrapped_are_one()
    {
        expect("The council approved the plan for the bridge on Monday, and\nthe mayor said that "
               "the work would begin in May of next\nyear.",
               {"The council approved the plan for the bridge on Monday, and the mayor said that "
                "the work would begin in May of next year."});
        expect("Council approves plan\nThe council approved the plan for the bridge on Monday.",
               {"The council approved the plan for the bridge on Monday."});
    }

    void a_question_in_a_quotation_ends_nothing()
    {
        expect("\"Is it safe?\" asked one of the residents.",
               {"\"Is it safe?\" asked one of the residents."});
    }

    void parts_of_an_abstract_are_told_apart()
    {
        expect("METHODS: We enrolled 240 patients. They were seen twice.\n\n"
               "CONCLUSIONS: The drug reduced attacks by 30%.",
               {"The drug reduced attacks by 30%."});
        CPPUNIT_ASSERT_EQUAL(1.5, worth_of("CONCLUSIONS: The drug reduced attacks by 30%."));
        expect("Methods\n\nTwo libraries were searched up to May. Data were pooled.\n\nResults\n\n"
               "The drug did not shorten the illness.",
               {"The drug did not shorten the illness."});
    }

    void where_no_text_has_stops_a_verb_is_enough()
    {
        expect(
            "battery lasts about ten hours with normal use\nscreen is bright and easy to read",
            {"battery lasts about ten hours with normal use", "screen is bright and easy to read"});
    }

    void what_leans_on_others_is_worth_less()
    {
        const double whole = worth_of("The bridge was closed for two years.");
        CPPUNIT_ASSERT_EQUAL(1.0, whole);
        CPPUNIT_ASSERT(worth_of("It was closed for two years.") < 0.6);
        CPPUNIT_ASSERT(worth_of("But the bridge was closed for two years.") < 0.8);
        CPPUNIT_ASSERT_EQUAL(1.0, worth_of("There is a bridge across the river."));
        CPPUNIT_ASSERT(worth_of("Keep your old ticket until you have left the bridge.") < 0.5);
    }

    void other_languages_need_no_verb()
    {
        CPPUNIT_ASSERT_EQUAL(std::size_t{2},
                             quotable("Die Br\xc3\xbc"
                                      "cke ist 318 Meter lang. Sie wurde 1932 er\xc3\xb6"
                                      "ffnet.",
                                      "de")
                                 .size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(UtterancesTest);

} // namespace
