// What of a text is prose, what a heading, a list, a table or code.
#include "reading/layout.hpp"

#include "read_rows.hpp"

#include <algorithm>

namespace {

using reading::BlockKind;
using reading::Format;

std::string_view mark_of_block(BlockKind kind)
{
    switch (kind) {
    case BlockKind::paragraph: return "p:";
    case BlockKind::heading: return "h:";
    case BlockKind::list_item: return "l:";
    case BlockKind::table_row: return "t:";
    case BlockKind::code: return "c:";
    }
    return "?";
}

// "h:Title | p:Text/goes on": the blocks, line ends as slashes; "1" before the mark of an item of
// an ordered list.
std::string blocks_as(std::string_view text, Format format)
{
    const reading::View view = reading::reading_view(text);
    std::string out;
    for (const auto& each : reading::split_blocks(view, format)) {
        if (!out.empty()) out += " | ";
        if (each.ordered) out += '1';
        out += mark_of_block(each.kind);
        out += view.text.substr(each.begin, each.end - each.begin);
    }
    std::replace(out.begin(), out.end(), '\n', '/');
    return out;
}

std::string blocks_of(std::string_view text)
{
    return blocks_as(text, Format::markdown);
}

std::string format_of(std::string_view text)
{
    return std::string{reading::name_of(reading::detect_format(reading::reading_view(text), text))};
}

class LayoutTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(LayoutTest);
    CPPUNIT_TEST(paragraphs_and_headings_are_told);
    CPPUNIT_TEST(what_is_not_laid_out_right_yet);
    CPPUNIT_TEST(lists_are_told);
    CPPUNIT_TEST(tables_are_told);
    CPPUNIT_TEST(code_is_told);
    CPPUNIT_TEST(other_formats_have_blocks_of_their_own);
    CPPUNIT_TEST(formats_are_told);
    CPPUNIT_TEST(blocks_know_their_indent_and_the_line_before);
    CPPUNIT_TEST_SUITE_END();

public:
    void paragraphs_and_headings_are_told()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"", ""},
            {"\n\n\n", ""},
            {"One line.", "p:One line."},
            {"One line\nand another.", "p:One line/and another."},
            {"One.\n\nTwo.", "p:One. | p:Two."},
            {"One.\r\n\r\nTwo.", "p:One. | p:Two."},
            {"####### Seven\nText.", "p:####### Seven/Text."},
            {"#tag is no title", "p:#tag is no title"},
            {"One.\n\n---\n\nTwo.", "p:One. | p:Two."},
            {"One.\n\n* * *\n\nTwo.", "p:One. | p:Two."},
            {"> A quoted line.", "p:A quoted line."},
            {"  Indented a bit.", "p:Indented a bit."},
            {"One.\n   \nTwo.", "p:One. | p:Two."},
            {"One.\n***\nTwo.", "p:One. | p:Two."},
            {"TITLE IN CAPITALS\n\nText.", "p:TITLE IN CAPITALS | p:Text."},
            {"Dear Anna,\n\nThe bridge is old.\n\nBert",
             "p:Dear Anna, | p:The bridge is old. | p:Bert"},
        };
        reading_test::expect_rows(k_rows, blocks_of);
    }

    void what_is_not_laid_out_right_yet()
    {
        constexpr reading_test::ReadRow k_not_yet[] = {
            {"# A title\nText.", "h: A title | p:Text."},
            {"###### Small\nText.", "h: Small | p:Text."},
            {"Text.\n# A title\nText.", "p:Text. | h: A title | p:Text."},
            {"A title\n=======\n\nText.", "p:A title | p:Text."},
            {"> One.\n> Two.", "p:One./> Two."},
        };
        reading_test::expect_rows(k_not_yet, blocks_of);
    }

    void lists_are_told()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"- one\n- two", "l:one | l:two"},
            {"* one\n* two", "l:one | l:two"},
            {"+ one\n+ two", "l:one | l:two"},
            {"\u2022 one\n\u2022 two", "l:one | l:two"},
            {"1. one\n2. two", "1l:one | 1l:two"},
            {"1) one\n2) two", "1l:one | 1l:two"},
            {"(1) one\n(2) two", "1l:one | 1l:two"},
            {"a) one\nb) two", "1l:one | 1l:two"},
            {"(ii) one\n(iii) two", "1l:one | 1l:two"},
            {"- one\n  goes on", "l:one/  goes on"},
            {"- one\n\n  More of it.", "l:one | p:More of it."},
            {"- one\n\nText.", "l:one | p:Text."},
            {"-no item", "p:-no item"},
            {"1.5 is a number.", "p:1.5 is a number."},
            {"2019. A year ends here.", "p:2019. A year ends here."},
            {"J. Smith came.", "p:J. Smith came."},
            {"I. Smith came.", "p:I. Smith came."},
            {"- one\n    - two", "l:one | l:two"},
        };
        reading_test::expect_rows(k_rows, blocks_of);
    }

    void tables_are_told()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"| a | b |\n|---|---|\n| 1 | 2 |", "t:| a | b | | t:| 1 | 2 |"},
            {"a | b | c\n--|--|--\n1 | 2 | 3", "t:a | b | c | t:1 | 2 | 3"},
            {"a\tb\tc\n1\t2\t3", "t:a\tb\tc | t:1\t2\t3"},
            {"Text.\n| a | b |", "p:Text. | t:| a | b |"},
            {"Either a | b will do.", "p:Either a | b will do."},
        };
        reading_test::expect_rows(k_rows, blocks_of);
    }

    void code_is_told()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"```\nx = 5\n```", "c:x = 5"},
            {"```python\nx = 5\n\ny = 6\n```\nText.", "c:x = 5 | c:y = 6 | p:Text."},
            {"~~~\nx = 5\n~~~\nText.", "c:x = 5 | p:Text."},
            {"````\n```\n````\nText.", "c:``` | p:Text."},
            {"```\nnever closed.", "c:never closed."},
            {"Text here.\n\nMore text here.\n\n    x = 5\n\nText.",
             "p:Text here. | p:More text here. | c:x = 5 | p:Text."},
        };
        reading_test::expect_rows(k_rows, blocks_of);
    }

    void other_formats_have_blocks_of_their_own()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"c:{ | c:\"a\": 1 | c:}"},
                             blocks_as("{\n\"a\": 1\n}", Format::json));
        CPPUNIT_ASSERT_EQUAL(std::string{"t:a,b | t:1,2"}, blocks_as("a,b\n1,2", Format::csv));
        CPPUNIT_ASSERT_EQUAL(std::string{"c:int x = 5;"}, blocks_as("int x = 5;", Format::code));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"c:int x = 5; | p:The bridge over the river is five years old."},
            blocks_as("int x = 5;\nThe bridge over the river is five years old.", Format::code));
    }

    void formats_are_told()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"The bridge is old. It is long.", "prose"},
            {"# A title\n\n- one\n- two\n\nSome **bold** text.", "markdown"},
            {"{\"a\": [1, 2, 3]}", "json"},
            {"name,age,town\nAnna,5,Rome\nBert,6,Paris\nCarl,7,Bonn\n", "csv"},
            {"#include <cstdio>\n\nint main()\n{\n    puts(\"hello\");\n    return 0;\n}\n",
             "code"},
            {"", "prose"},
        };
        reading_test::expect_rows(k_rows, format_of);
    }

    void blocks_know_their_indent_and_the_line_before()
    {
        const auto view = reading::reading_view("One.\n- two\n\t- three\n\nFour.");
        const auto blocks = reading::split_blocks(view, Format::markdown);
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, blocks.size());
        CPPUNIT_ASSERT_EQUAL(0U, blocks[1].indent);
        CPPUNIT_ASSERT_EQUAL(4U, blocks[2].indent);
        CPPUNIT_ASSERT(!blocks[1].blank_before && !blocks[2].blank_before);
        CPPUNIT_ASSERT(blocks[3].blank_before);
        for (std::size_t i = 1; i < blocks.size(); ++i)
            CPPUNIT_ASSERT(blocks[i - 1].end <= blocks[i].begin);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LayoutTest);

} // namespace
