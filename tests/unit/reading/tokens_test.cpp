// Words, numbers, dates and what only looks like a number are told apart.
#include "reading/tokens.hpp"

#include "read_rows.hpp"
#include "reading/document.hpp"

namespace {

using reading::TokenKind;

std::string_view mark_of_kind(TokenKind kind)
{
    switch (kind) {
    case TokenKind::word: return "";
    case TokenKind::number: return "n:";
    case TokenKind::ordinal: return "o:";
    case TokenKind::date: return "d:";
    case TokenKind::clock: return "c:";
    case TokenKind::dotted: return ".:";
    case TokenKind::opaque: return "x:";
    case TokenKind::symbol: return "s:";
    }
    return "?";
}

// "The n:5 s:%": every token with its kind, words bare.
std::string tokens_of(std::string_view text)
{
    const reading::Document document{text};
    std::string out;
    for (std::size_t i = 0; i < document.tokens.size(); ++i) {
        if (i > 0) out += ' ';
        out += mark_of_kind(document.kind(i));
        out += document.raw(i);
    }
    return out;
}

// The words between quotation marks.
std::string quoted_words(std::string_view text)
{
    const reading::Document document{text};
    std::string out;
    for (std::size_t i = 0; i < document.tokens.size(); ++i)
        if (document.tokens[i].quoted && document.kind(i) == TokenKind::word) {
            if (!out.empty()) out += ' ';
            out += document.raw(i);
        }
    return out;
}

class TokensTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(TokensTest);
    CPPUNIT_TEST(words_are_read);
    CPPUNIT_TEST(numbers_are_read);
    CPPUNIT_TEST(dates_and_clock_times_are_read);
    CPPUNIT_TEST(what_only_looks_like_a_number_is_opaque);
    CPPUNIT_TEST(what_is_not_read_right_yet);
    CPPUNIT_TEST(quotations_are_marked);
    CPPUNIT_TEST(tokens_stand_in_order_within_their_sentences);
    CPPUNIT_TEST_SUITE_END();

public:
    void words_are_read()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"", ""},
            {"The bridge is old.", "The bridge is old s:."},
            {"It doesn't rain.", "It doesn't rain s:."},
            {"O\u2019Brien left", "O'Brien left"},
            {"the dogs' food", "the dogs s:' food"},
            {"M\u00fcnchen liegt im S\u00fcden", "M\u00fcnchen liegt im S\u00fcden"},
            {"\u041c\u043e\u0441\u043a\u0432\u0430 \u0431\u043e\u043b\u044c\u0448\u0430\u044f",
             "\u041c\u043e\u0441\u043a\u0432\u0430 \u0431\u043e\u043b\u044c\u0448\u0430\u044f"},
            {"cafe\u0301 open", "cafe\u0301 open"},
            {"well-known fact", "well s:- known fact"},
            {"and/or", "and s:/ or"},
            {"snake_case here", "snake_case here"},
            {"a, b; c: d!", "a s:, b s:; c s:: d s:!"},
            {"left \u2014 right", "left s:\u2014 right"},
            {"(yes)", "s:( yes s:)"},
        };
        reading_test::expect_rows(k_rows, tokens_of);
    }

    void numbers_are_read()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"5 cats", "n:5 cats"},
            {"about 3.14 here", "about n:3.14 here"},
            {"a value of .5 is small", "a value of n:.5 is small"},
            {"1,250 people", "n:1,250 people"},
            {"1'250 people", "n:1'250 people"},
            {"1 250 000 people", "n:1 250 000 people"},
            {"1\u00a0250 people", "n:1 250 people"},
            {"we saw 12 250 times", "we saw n:12 n:250 times"},
            {"12,34,567 rupees", "n:12,34,567 rupees"},
            {"1.250.000 Euro", "n:1.250.000 Euro"},
            {"-5 degrees", "s:- n:5 degrees"},
            {"\u22125 degrees", "s:- n:5 degrees"},
            {"5% of them", "n:5 s:% of them"},
            {"$5 each", "s:$ n:5 each"},
            {"5km away", "n:5 km away"},
            {"3x faster", "n:3 x faster"},
            {"$3bn in all", "s:$ n:3 bn in all"},
            {"3-5 days", "n:3 s:- n:5 days"},
            {"3\u20135 days", "n:3 s:\u2013 n:5 days"},
            {"2/3 of them", "n:2 s:/ n:3 of them"},
            {"the 3rd and 21st", "the o:3rd and o:21st"},
            {"the 1970s", "the n:1970 s"},
            {"It costs 5.", "It costs n:5 s:."},
            {"Of 1,000, most went.", "Of n:1,000 s:, most went s:."},
            {"1+2=3", "n:1 s:+ n:2 s:= n:3"},
            {"\u0661\u0662 books", "n:12 books"},
            {"\uff11\uff12 books", "n:12 books"},
        };
        reading_test::expect_rows(k_rows, tokens_of);
    }

    void dates_and_clock_times_are_read()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"on 2024-03-05 we met", "on d:2024-03-05 we met"},
            {"on 5/3/2024 we met", "on d:5/3/2024 we met"},
            {"am 05.03.2024 war es", "am d:05.03.2024 war es"},
            {"on 05-03-2024 we met", "on d:05-03-2024 we met"},
            {"on 2024-03-05.", "on d:2024-03-05 s:."},
            {"(2024-03-05)", "s:( d:2024-03-05 s:)"},
            {"at 9:15 sharp", "at c:9:15 sharp"},
            {"at 17:05:30 sharp", "at c:17:05:30 sharp"},
            {"at 9:15, sharp", "at c:9:15 s:, sharp"},
            {"from 9:15\u201310:45", "from c:9:15 s:\u2013 c:10:45"},
            {"at 9:15am", "at c:9:15 am"},
        };
        reading_test::expect_rows(k_rows, tokens_of);
    }

    void what_only_looks_like_a_number_is_opaque()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"version 1.2.3 is out", "version .:1.2.3 is out"},
            {"host 192.168.0.1 is up", "host .:192.168.0.1 is up"},
            {"v1.2 is out", "x:v1.2 is out"},
            {"SHA-256 is used", "x:SHA-256 is used"},
            {"COVID-19 spread", "x:COVID-19 spread"},
            {"a B-52 flew", "a x:B-52 flew"},
            {"x86_64 code", "x:x86_64 code"},
            {"call 555-1234 now", "call x:555-1234 now"},
            {"call 555-123-4567 now", "call x:555-123-4567 now"},
            {"call +49 30 1234567 now", "call s:+ x:49 30 1234567 now"},
            {"ISBN 978-3-16-148410-0 here", "ISBN x:978-3-16-148410-0 here"},
            {"open 24/7 here", "open x:24/7 here"},
            {"see https://a.example/5#b6 now", "see x:https://a.example/5#b6 now"},
            {"See www.a.example/5.", "See x:www.a.example/5 s:."},
            {"mail bob5@a.example now", "mail x:bob5@a.example now"},
            {"in /usr/lib/5/a now", "in x:/usr/lib/5/a now"},
            {"in C:\\dir\\5 now", "in x:C:\\dir\\5 now"},
            {"use `x = 5` here", "use x:`x = 5` here"},
            {"a <b>5</b> word", "a x:<b> n:5 x:</b> word"},
            {"issue #123 is open", "issue s:# x:123 is open"},
            {"hash 3fa9c1 is it", "hash x:3fa9c1 is it"},
            {"a ratio of 16:9 here", "a ratio of x:16:9 here"},
        };
        reading_test::expect_rows(k_rows, tokens_of);
    }

    void what_is_not_read_right_yet()
    {
        constexpr reading_test::ReadRow k_not_yet[] = {
            {"80x24 cells", "n:80 x:x24 cells"},
            {"see https://a.example/5?b=6 now", "see x:https://a.example/5 s:? b s:= n:6 now"},
        };
        reading_test::expect_rows(k_not_yet, tokens_of);
    }

    void quotations_are_marked()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"She said \"we will win\" today.", "we will win"},
            {"She said \u201cwe will win\u201d today.", "we will win"},
            {"Er sagte \u201ewir gewinnen\u201c heute.", "wir gewinnen"},
            {"Il dit \u00abnous gagnons\u00bb hier.", "nous gagnons"},
            {"It doesn't and won't rain.", ""},
            {"Nothing is quoted.", ""},
            {"A mark \" alone.", ""},
        };
        reading_test::expect_rows(k_rows, quoted_words);
    }

    void tokens_stand_in_order_within_their_sentences()
    {
        const reading::Document document{"The 5 cats, at 9:15, ate 1,250 g. They left.\n\n- One."};
        CPPUNIT_ASSERT_EQUAL(document.sentences.size(), document.of_sentence.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, document.sentences.size());
        for (std::size_t s = 0; s < document.sentences.size(); ++s) {
            std::uint32_t at = document.sentences[s].begin;
            const auto range = document.of_sentence[s];
            CPPUNIT_ASSERT(range.begin < range.end);
            for (std::uint32_t i = range.begin; i < range.end; ++i) {
                const reading::Token& token = document.tokens[i];
                CPPUNIT_ASSERT(at <= token.begin && token.begin < token.end);
                at = token.end;
            }
            CPPUNIT_ASSERT(at <= document.sentences[s].end);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TokensTest);

} // namespace
