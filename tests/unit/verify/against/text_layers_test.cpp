// Quotations of what a page's layout, a scan or markup made of a text.
#include "sourced.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class TextLayersTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(TextLayersTest);
    CPPUNIT_TEST(a_line_end_may_part_a_word);
    CPPUNIT_TEST(reference_marks_are_no_words);
    CPPUNIT_TEST(other_forms_of_letters_and_digits_are_the_same);
    CPPUNIT_TEST(a_page_may_part_a_sentence);
    CPPUNIT_TEST(a_word_is_never_passed_as_a_mark);
    CPPUNIT_TEST(what_is_quoted_word_for_word_is_not_doubted_again);
    CPPUNIT_TEST(what_differs_is_shown_as_it_stands);
    CPPUNIT_TEST_SUITE_END();

    using Quoted = verify::against::Quoted;

public:
    void a_line_end_may_part_a_word()
    {
        constexpr tests::QuoteRow k_rows[] = {
            {"the appellant was wrongfully dismissed from her post",
             "It held that the appel-\nlant was wrong-\n  fully dismissed from her post."},
            {"a low-cost device for rural clinics",
             "They built a low-\ncost device for rural clinics."},
            {"a low-cost device for rural clinics",
             "They built a lowcost device for rural clinics."},
            {"a low cost device for rural clinics",
             "They built a low-cost device for rural clinics."},
            {"the un\u00adknown author of the play", "We thank the unknown author of the play."},
            {"the unknown author of the play", "We thank the un\u00ad\nknown author of the play."},
            {"the unknown author of the play",
             "We thank the un\u2010\r\nknown author of the play."},
            {"two- and three-year terms were agreed", "Two-\nand three-\nyear terms were agreed."},
            {"a loan of 1,250,000 crowns was signed",
             "So a loan of 1,250,\n000 crowns was signed."},
            {"a debt of 1250 crowns was paid", "In all a debt of 12\n50 crowns was paid."},
            {"the boy was found unharmed", "At noon the boy was found un- harmed."},
            {"it weighs 3.75 tonnes when empty",
             "We found that it weighs 3.\n75 tonnes when empty."},
            {"a loan of 1,250,000 crowns was signed", "So a loan of 1,250,\n001 crowns was signed.",
             Quoted::changed},
            {"they are nowhere to be found", "Alas, they are now here to be found.",
             Quoted::changed},
            {"the years 2019 and 2020 were dry", "Both the years 2019-\n2021 and 2020 were dry.",
             Quoted::left_out},
            {"the defendant was acquitted of all charges",
             "In the end the defen-\ndant was con-\nvicted of all charges.", Quoted::changed},
        };
        CPPUNIT_ASSERT_EQUAL(std::string{}, tests::complaints_of(k_rows));
    }

    void reference_marks_are_no_words()
    {
        constexpr tests::QuoteRow k_rows[] = {
            {"rates fell after the reform and stayed low",
             "Interest rates fell after the reform[3, 4] and stayed low."},
            {"rates fell after the reform and stayed low",
             "Interest rates fell after the reform [7\u20139] and stayed low."},
            {"rates fell after the reform and stayed low",
             "Interest rates fell after the reform^12^ and stayed low."},
            {"rates fell after the reform and stayed low",
             "Interest rates fell after the reform<sup>2</sup> and stayed low."},
            {"rates fell after the reform and stayed low",
             "Interest rates fell after the reform<sup><a href=\"#n2\">a</a></sup> and stayed "
             "low."},
            {"rates fell after the reform and stayed low",
             "Interest rates fell after the reform\u00b9\u00b2 and stayed low."},
            {"rates fell after the reform and stayed low",
             "Interest rates fell after the reform4,5 and stayed low."},
            {"rates fell after the reform and stayed low",
             "Interest rates fell after the reform4-6 and stayed low."},
            {"rates fell after the reform, and stayed low",
             "Interest rates fell after the reform,4 and stayed low."},
            {"rates fell. Nobody knew why.", "Interest rates fell.4 Nobody knew why."},
            {"rates fell after the reform and stayed low",
             "Interest rates fell\u2021 after the reform[^note] and stayed low\u2020."},
            {"rates fell after the reform and stayed low",
             "Interest rates fell after the reform[citation needed] and stayed low."},
            {"rates fell after the reform and stayed low",
             "Interest <b>rates</b> fell after <i>the</i> [reform](https://example.org/a_b) and "
             "stayed&nbsp;low."},
            {"rates fell in 2019. They stayed low.",
             "Interest rates fell in 2019.4 They stayed low."},
            {"rates fell by 5% in 2019 and stayed low",
             "Interest rates fell by 5%\u00b9 in 2019\u00b2 and stayed low."},
        };
        CPPUNIT_ASSERT_EQUAL(std::string{}, tests::complaints_of(k_rows));
    }

    void other_forms_of_letters_and_digits_are_the_same()
    {
        constexpr tests::QuoteRow k_rows[] = {
            {"the office staff found a fine flat",
             "Then the o\ufb03ce sta\ufb00 found a \ufb01ne \ufb02at."},
            {"the o\ufb03ce staff found a fine flat", "Then the office staff found a fine flat."},
            {"each plot has 40 m2 of land", "Here each plot has 40 m\u00b2 of land."},
            {"each plot has 40 m\u00b2 of land", "Here each plot has 40 m2 of land."},
            {"each plot has 40 m\u00b2 of land", "Here each plot has 40 m<sup>2</sup> of land."},
            {"the plant emits CO2 and H2O alone",
             "In fact the plant emits CO\u2082 and H\u2082O alone."},
            {"\u00c4rzte d\u00fcrfen das nicht tun", "Denn \u00e4rzte du\u0308rfen das nicht tun."},
            {"the 1st of ten thousand units",
             "It was the 1<sup>st</sup> of\u00a0ten\u2009thousand units."},
            {"it doesn't matter, he said \u2014 at all",
             "And it doesn\u2019t matter , he said -- at all !"},
            {"each plot has 40 m of land", "Here each plot has 40 m\u00b2 of land.",
             Quoted::left_out},
            {"the plant emits CO and water alone",
             "In fact the plant emits CO\u2082 and water alone.", Quoted::left_out},
        };
        CPPUNIT_ASSERT_EQUAL(std::string{}, tests::complaints_of(k_rows));
    }

    void a_page_may_part_a_sentence()
    {
        constexpr tests::QuoteRow k_rows[] = {
            {"the carrier shall insure the cargo against loss",
             "Under this title the carrier shall\n\n14\n\ninsure the cargo against loss."},
            {"the carrier shall insure the cargo against loss",
             "Under this title the carrier shall\n- 14 -\ninsure the cargo against loss."},
            {"the carrier shall insure the cargo against loss",
             "Under this title the carrier shall\nPage 14 of 20\n\fNorth Sea Lines\ninsure the "
             "cargo "
             "against loss."},
            {"the carrier shall insure the cargo against loss",
             "Under this title the carrier shall in-\n\nNorth Sea Lines | Terms of Carriage\n\n"
             "15\n\nsure the cargo against loss."},
            {"the carrier shall insure the cargo against loss",
             "Under this title the carrier shall\n\n3 See Hart, Carriage by Sea, p. 12.\n\n"
             "NORTH SEA LINES\n\ninsure the cargo against loss."},
            {"the carrier shall insure the cargo against loss",
             "Under this title the carrier [p. 14] shall\n\nxiv\n\ninsure the cargo against loss."},
            {"the carrier shall insure the cargo against loss",
             "As to the law of\ncarriage by sea,\nunder this title\nthe carrier shall\n"
             "NORTH SEA LINES\ninsure the cargo against loss."},
            {"a letter from Hamburg Dock Company of May",
             "We have a letter from Hamburg\n\nSeite 3 von 8\n\nDock Company of May."},
            {"the carrier shall insure the cargo against loss",
             "1. INSURANCE. The carrier shall insure\n\nthe cargo against loss."},
            {"the carrier shall insure the cargo against theft",
             "Under this title the carrier shall\n\n14\n\ninsure the cargo against loss.",
             Quoted::changed},
            {"the carrier pays for theft of the cargo",
             "The carrier pays for\n\n(a) Fire and\n\n(b) theft of the cargo.", Quoted::left_out},
            {"the carrier shall insure the cargo against loss",
             "Under this title the carrier shall\n\nnot\n\ninsure the cargo against loss.",
             Quoted::left_out},
        };
        CPPUNIT_ASSERT_EQUAL(std::string{}, tests::complaints_of(k_rows));
    }

    void a_word_is_never_passed_as_a_mark()
    {
        constexpr tests::QuoteRow k_rows[] = {
            {"the lessee shall sublet the flat", "And the lessee shall [not] sublet the flat.",
             Quoted::left_out},
            {"the lessee shall sublet the flat", "And the lessee shall not[4] sublet the \ufb02at.",
             Quoted::left_out},
            {"the fine is ducats, payable at once", "Here the fine is 20 ducats , payable at once.",
             Quoted::left_out},
            {"the fine is 30 ducats, payable at once",
             "Here the fine2 is 20 ducats , pay-\nable at once.", Quoted::changed},
            {"tablets with 30 mg of iron daily", "Take tablets with 30 \u00b5g of iron daily.",
             Quoted::changed},
            {"the vitamin B was given twice", "To all the vitamin B12 was given twice.",
             Quoted::left_out},
        };
        CPPUNIT_ASSERT_EQUAL(std::string{}, tests::complaints_of(k_rows));
    }

    void what_is_quoted_word_for_word_is_not_doubted_again()
    {
        const std::vector<sources::Material> materials = {
            tests::given("Our revenue rose to $1,250,\n000 in 2020.4 Costs were \ufb02at.")};
        const auto of = [&](std::string_view text) {
            return tests::told(tests::review_with(text, materials).get());
        };
        CPPUNIT_ASSERT_EQUAL(std::string{},
                             of("They say that \"revenue rose to $1,250,000 in 2020\"."));
        CPPUNIT_ASSERT(!of("They say that \"revenue rose to $1,260,000 in 2020\".").empty());
    }

    void what_differs_is_shown_as_it_stands()
    {
        const auto out = tests::review_with(
            "The paper says that \"patients with difficult veins were included in the study\".",
            {tests::given("Patients2 with di\ufb03cult veins were ex-\ncluded from the study.")});
        CPPUNIT_ASSERT_EQUAL(
            std::string{"source.quote patients with difficult veins were included in the study / "
                        "ex-\ncluded from\n"},
            tests::told(out.get()));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TextLayersTest);

} // namespace
