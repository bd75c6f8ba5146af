// The text frame: views keep the way back, numbers are exact, sentences and quotes are found.
#include "reading/document.hpp"

#include "base/canonical_json.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace reading;

std::string number(std::string_view lexeme, DecimalMark mark)
{
    const auto printed = read_number(lexeme, mark);
    return printed ? exact_text(to_rational(printed->value)) : "none";
}

class FrameTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(FrameTest);
    CPPUNIT_TEST(garbage_is_no_number);
    CPPUNIT_TEST(numbers_are_read_under_one_mark);
    CPPUNIT_TEST(exact_values_print_without_loss);
    CPPUNIT_TEST(a_view_leads_back_to_the_payload);
    CPPUNIT_TEST(sentences_end_where_a_reader_ends_them);
    CPPUNIT_TEST(a_stop_may_be_of_an_abbreviation);
    CPPUNIT_TEST(the_majority_decides_the_mark);
    CPPUNIT_TEST(a_currency_belongs_to_one_number);
    CPPUNIT_TEST_SUITE_END();

public:
    void garbage_is_no_number()
    {
        for (const char* text :
             {"", ".", ",", "1,23,4", "1.2.3", "1,,2", "01,000", "1,0000", "12,34", "x", "1 2"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(text, std::string{"none"},
                                         number(text, DecimalMark::point));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, number(std::string(31, '9'), DecimalMark::point));
        CPPUNIT_ASSERT_EQUAL(std::size_t{100'000}, number_length(std::string(100'000, '9'), 0));
    }

    void numbers_are_read_under_one_mark()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"1250"}, number("1,250", DecimalMark::point));
        CPPUNIT_ASSERT_EQUAL(std::string{"1.25"}, number("1,250", DecimalMark::comma));
        CPPUNIT_ASSERT_EQUAL(std::string{"1234567.89"}, number("1.234.567,89", DecimalMark::comma));
        CPPUNIT_ASSERT_EQUAL(std::string{"1234567"}, number("12,34,567", DecimalMark::point));
        CPPUNIT_ASSERT_EQUAL(std::string{"1250000"}, number("1'250'000", DecimalMark::point));
        CPPUNIT_ASSERT_EQUAL(std::string{"0.05"}, number(".05", DecimalMark::point));
    }

    void exact_values_print_without_loss()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"100/3"}, exact_text(Rational{100, 3}));
        CPPUNIT_ASSERT_EQUAL(std::string{"33.33"}, rounded_text(Rational{100, 3}, -2));
        CPPUNIT_ASSERT_EQUAL(std::string{"-3"}, rounded_text(Rational{-5, 2}, 0));
        CPPUNIT_ASSERT_EQUAL(std::string{"1300"}, rounded_text(Rational{1250}, 2));
        const auto json_of = [](const Rational& value) {
            return base::canonical_json_of_ours(exact_json(value).get());
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"0.1"}, json_of(Rational{1, 10}));
        CPPUNIT_ASSERT_EQUAL(std::string{"\"9007199254740993\""},
                             json_of(Rational{"9007199254740993"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"\"1/3\""}, json_of(Rational{1, 3}));
        CPPUNIT_ASSERT(!power(Rational{2}, 100'000));
        CPPUNIT_ASSERT(!power(Rational{0}, -1));
    }

    void a_view_leads_back_to_the_payload()
    {
        const std::string_view source =
            "\u201c\u2212\uff11\u00a0000\u201d \U0001f600 **e\u0301**\r\n\u200bend";
        const View view = reading_view(source);
        CPPUNIT_ASSERT_EQUAL(std::string{"\"-1 000\" \U0001f600 e\u0301\nend"}, view.text);
        CPPUNIT_ASSERT_EQUAL(view.text.size() + 1, view.origin.size());
        for (std::size_t i = 0; i < view.text.size(); ++i)
            for (std::size_t k = i; k <= view.text.size(); ++k) {
                const SourceRange range = source_range(view, source, i, k);
                CPPUNIT_ASSERT(range.begin <= range.end && range.end <= source.size());
                const auto continues = [&](std::uint32_t at) {
                    return at < source.size() &&
                           (static_cast<unsigned char>(source[at]) & 0xc0U) == 0x80U;
                };
                CPPUNIT_ASSERT(!continues(range.begin) && !continues(range.end));
            }
        const Positions positions{source};
        const auto last = positions.at(static_cast<std::uint32_t>(source.size()));
        CPPUNIT_ASSERT_EQUAL(std::uint32_t{2}, last.line);
        CPPUNIT_ASSERT_EQUAL(std::uint32_t{5}, last.column);
    }

    static void expect_sentences(const std::vector<std::string>& wanted)
    {
        std::string text;
        for (const auto& each : wanted) text += each + ' ';
        const Document document{text};
        std::string all;
        std::string found;
        for (const auto& each : wanted) all += each + " | ";
        for (const auto& each : document.sentences)
            found += document.view.text.substr(each.begin, each.end - each.begin) + " | ";
        CPPUNIT_ASSERT_EQUAL(all, found);
    }

    void sentences_end_where_a_reader_ends_them()
    {
        expect_sentences({"Dr. Smith paid approx. 5 euros on 4. M\u00e4rz.", "We gathered.",
                          "40 people came in 2019.", "See No. 5."});
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, Document{"- one\n- two"}.sentences.size());
    }

    void a_stop_may_be_of_an_abbreviation()
    {
        expect_sentences({"It was measured by the U.S. Geological Survey on Monday.",
                          "Mount St. Helens erupted again.",
                          "Sen. John McCain met Gov. Jan Brewer.",
                          "The deal by Acme Inc. Chief Executive Tim Cook failed.",
                          "George W. Bush and Lt. Col. Ann Smith met at 5 p.m. Tuesday."});
        expect_sentences({"He lives in the U.S.", "She works for Acme Corp.", "It makes tools.",
                          "It closed at 5 p.m.", "The shop opened again.", "We chose plan B.",
                          "Peter knew it."});
    }

    void the_majority_decides_the_mark()
    {
        CPPUNIT_ASSERT(Document{"Es sind 3,5 und 1.250,75 Meter, 1.250 in all."}.mark ==
                       DecimalMark::comma);
        CPPUNIT_ASSERT(!Document{"It is 3.5 and 1,250."}.mark_is_open);
        CPPUNIT_ASSERT(Document{"Umsatz 1,250"}.mark_is_open);
    }

    void a_currency_belongs_to_one_number()
    {
        const Document document{"The repair cost 1,300 EUR 2 hours later, or USD 5 EUR 6."};
        std::string found;
        for (const auto& quantity : document.quantities)
            found += std::string{quantity.currency} + ' ';
        CPPUNIT_ASSERT_EQUAL(std::string{"EUR  USD EUR "}, found);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FrameTest);

} // namespace
