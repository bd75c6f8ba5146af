// Where a sentence ends, and what only looks like its end.
#include "reading/sentences.hpp"

#include "read_rows.hpp"
#include "reading/document.hpp"

#include <algorithm>

namespace {

// "One. | Two.": the sentences, line ends as blanks.
std::string sentences_of(std::string_view text)
{
    const reading::Document document{text};
    std::string out;
    for (const auto& each : document.sentences) {
        if (!out.empty()) out += " | ";
        out += document.view.text.substr(each.begin, each.end - each.begin);
    }
    std::replace(out.begin(), out.end(), '\n', ' ');
    return out;
}

class SentencesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SentencesTest);
    CPPUNIT_TEST(stops_end_a_sentence);
    CPPUNIT_TEST(abbreviations_end_none);
    CPPUNIT_TEST(numbers_and_dates_hold_together);
    CPPUNIT_TEST(quotations_and_brackets_close_before_the_end);
    CPPUNIT_TEST(blocks_end_sentences);
    CPPUNIT_TEST(other_languages_are_cut);
    CPPUNIT_TEST(what_is_not_cut_right_yet);
    CPPUNIT_TEST(no_sentence_is_longer_than_the_bound);
    CPPUNIT_TEST_SUITE_END();

public:
    void stops_end_a_sentence()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"", ""},
            {"One. Two.", "One. | Two."},
            {"Is it? It is! Good.", "Is it? | It is! | Good."},
            {"No stop at the end", "No stop at the end"},
            {"A line\nthat goes on. Next.", "A line that goes on. | Next."},
            {"It rose to 5%. 12 fell.", "It rose to 5%. | 12 fell."},
            {"We came. 40 went.", "We came. | 40 went."},
            {"That was in 2019. 40 came.", "That was in 2019. | 40 came."},
            {"Wait... what? Yes.", "Wait... what? | Yes."},
            {"It was hit by the shutdown.The airlines lost.",
             "It was hit by the shutdown. | The airlines lost."},
            {"One; two: three.", "One; two: three."},
            {"Really?! Yes.", "Really?! | Yes."},
        };
        reading_test::expect_rows(k_rows, sentences_of);
    }

    void abbreviations_end_none()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"Dr. Smith came. He left.", "Dr. Smith came. | He left."},
            {"Mr. and Mrs. Jones came.", "Mr. and Mrs. Jones came."},
            {"J. R. Smith came.", "J. R. Smith came."},
            {"George W. Bush spoke.", "George W. Bush spoke."},
            {"The U.S. Army came.", "The U.S. Army came."},
            {"Acme Inc. sold it.", "Acme Inc. sold it."},
            {"See Fig. 2 for more.", "See Fig. 2 for more."},
            {"It is No. 5 of ten.", "It is No. 5 of ten."},
            {"It costs approx. 30 euros.", "It costs approx. 30 euros."},
            {"Fruit, e.g. apples, is good.", "Fruit, e.g. apples, is good."},
            {"One thing, i.e. Rome, is old.", "One thing, i.e. Rome, is old."},
            {"Apples, pears, etc. are fruit.", "Apples, pears, etc. are fruit."},
            {"Cats vs. dogs is old.", "Cats vs. dogs is old."},
            {"On Jan. 5 it snowed.", "On Jan. 5 it snowed."},
            {"Smith et al. found it.", "Smith et al. found it."},
            {"It opens at 9 a.m. on Monday.", "It opens at 9 a.m. on Monday."},
            {"It opens at 9 a.m. The doors are red.", "It opens at 9 a.m. | The doors are red."},
            {"Prof. Keller and Gen. Lee met.", "Prof. Keller and Gen. Lee met."},
            {"He lives in St. Louis now.", "He lives in St. Louis now."},
            {"She has a Ph.D. in physics.", "She has a Ph.D. in physics."},
        };
        reading_test::expect_rows(k_rows, sentences_of);
    }

    void numbers_and_dates_hold_together()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"It is 3.14 long. Good.", "It is 3.14 long. | Good."},
            {"It costs $5.50. Good.", "It costs $5.50. | Good."},
            {"Use version 1.2.3. It works.", "Use version 1.2.3. | It works."},
            {"See a.example for more. Good.", "See a.example for more. | Good."},
            {"It took .5 seconds. Good.", "It took .5 seconds. | Good."},
            {"Rent ........ 950", "Rent ........ 950"},
            {"He was 5. She was 6.", "He was 5. | She was 6."},
        };
        reading_test::expect_rows(k_rows, sentences_of);
    }

    void quotations_and_brackets_close_before_the_end()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"She said \"Stop.\" He did.", "She said \"Stop.\" | He did."},
            {"(It is old.) It stands.", "(It is old.) | It stands."},
            {"It is old (see p. 5). Good.", "It is old (see p. 5). | Good."},
            {"\"One. Two.\" Three.", "\"One. | Two.\" | Three."},
            {"He said \u201cgo.\u201d She went.", "He said \"go.\" | She went."},
        };
        reading_test::expect_rows(k_rows, sentences_of);
    }

    void blocks_end_sentences()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"A title\n\nA text.", "A title | A text."},
            {"# A title\nA text.", "A title | A text."},
            {"- one\n- two", "one | two"},
            {"1. One\n2. Two", "One | Two"},
            {"- One. More.\n- Two.", "One. | More. | Two."},
            {"| a | b |\n|---|---|\n| 1. X | 2 |", "| a | b | | | 1. X | 2 |"},
            {"Text.\n\n```\nx = 5. y\n```\n\nMore.", "Text. | More."},
        };
        reading_test::expect_rows(k_rows, sentences_of);
    }

    void other_languages_are_cut()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"Am 4. M\u00e4rz 2024 schneite es. Gut.", "Am 4. M\u00e4rz 2024 schneite es. | Gut."},
            {"Das ist z.B. ein Haus. Gut.", "Das ist z.B. ein Haus. | Gut."},
            {"M. Dupont est venu. Il part.", "M. Dupont est venu. | Il part."},
            {"\u00bfQu\u00e9 es? Es un perro.", "\u00bfQu\u00e9 es? | Es un perro."},
            {"El Sr. L\u00f3pez vino. Se fue.", "El Sr. L\u00f3pez vino. | Se fue."},
            {"\u4ed6\u6765\u4e86\u3002\u5979\u8d70\u4e86\u3002",
             "\u4ed6\u6765\u4e86\u3002 | \u5979\u8d70\u4e86\u3002"},
            {"\u041e\u043d \u043f\u0440\u0438\u0448\u0451\u043b. \u041e\u043d\u0430 "
             "\u0443\u0448\u043b\u0430.",
             "\u041e\u043d \u043f\u0440\u0438\u0448\u0451\u043b. | \u041e\u043d\u0430 "
             "\u0443\u0448\u043b\u0430."},
        };
        reading_test::expect_rows(k_rows, sentences_of);
    }

    void what_is_not_cut_right_yet()
    {
        constexpr reading_test::ReadRow k_not_yet[] = {
            {"We met. 40 came.", "We met. 40 came."},
            {"\"Is it?\" she asked. Yes.", "\"Is it?\" | she asked. | Yes."},
            {"> One.\n> Two.", "One. | > Two."},
            {"Das ist z. B. ein Haus. Gut.", "Das ist z. | B. ein Haus. | Gut."},
            {"See https://a.example/?b=6 now.", "See https://a.example/? | b=6 now."},
        };
        reading_test::expect_rows(k_not_yet, sentences_of);
    }

    void no_sentence_is_longer_than_the_bound()
    {
        std::string words;
        while (words.size() < 5'000) words += "word ";
        for (const std::string& text : {words, std::string(5'000, 'a')}) {
            const reading::Document document{text};
            std::size_t letters = 0;
            for (const auto& each : document.sentences) {
                CPPUNIT_ASSERT(each.end - each.begin <= reading::k_max_sentence_bytes);
                letters += each.end - each.begin;
            }
            CPPUNIT_ASSERT(document.sentences.size() >= 3 && letters > 4'900);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SentencesTest);

} // namespace
