// Pages of strangers to text: what a person reads, in whatever encoding, and any garbage ends.
#include "sources/page_text.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <random>

namespace {

using sources::html_text;
using sources::page_text;

class PageTextTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(PageTextTest);
    CPPUNIT_TEST(nothing_to_read_is_nothing);
    CPPUNIT_TEST(any_nesting_and_garbage_ends);
    CPPUNIT_TEST(what_is_not_shown_is_not_read);
    CPPUNIT_TEST(paragraphs_lists_and_tables_keep_their_lines);
    CPPUNIT_TEST(an_article_is_read_without_the_page_around_it);
    CPPUNIT_TEST(title_and_date_are_told);
    CPPUNIT_TEST(encodings_are_found_as_browsers_find_them);
    CPPUNIT_TEST(what_is_too_long_is_cut_at_a_character);
    CPPUNIT_TEST_SUITE_END();

    // The same numbers in every run.
    static std::mt19937 seeded(std::uint32_t seed) { return std::mt19937{seed}; }

    static std::string body(std::string_view html) { return html_text(html).text; }

    static std::string plain(std::string_view bytes, std::string_view charset = "",
                             std::string_view media_type = "text/plain")
    {
        const auto out = page_text(bytes, media_type, charset);
        return out ? out->text : "nothing";
    }

public:
    void nothing_to_read_is_nothing()
    {
        for (const char* html : {"", " \n", "<!doctype html>", "<script>x</script>", "<p> </p>",
                                 "<nav>Home</nav>", "<!-- a comment -->"})
            CPPUNIT_ASSERT_MESSAGE(html, !page_text(html, "text/html", ""));
        CPPUNIT_ASSERT_EQUAL(std::string{"nothing"}, plain(" \r\n\t"));
    }

    void any_nesting_and_garbage_ends()
    {
        std::string deep;
        for (int i = 0; i < 20'000; ++i) deep += "<div>";
        CPPUNIT_ASSERT_EQUAL(std::string{"x"}, body(deep + "x"));
        auto random = seeded(20'261'123);
        constexpr std::string_view k_pieces[] = {
            "<",       ">",           "</",     "<p>",      "<table>",    "<td",
            "=\"",     "'",           "&#x41;", "&amp",     "<b><i></b>", "<!--",
            "-->",     "<![CDATA[",   "]]>",    "<svg>",    "<math>",     "<template>",
            "\xff",    "\xe2\x80",    "x ",     "<a href=", "<select>",   "<frameset>",
            "</html>", "<plaintext>", "<title>"};
        for (int i = 0; i < 1'000; ++i) {
            std::string html;
            for (int k = 0; k < 60; ++k) html += k_pieces[random() % std::size(k_pieces)];
            CPPUNIT_ASSERT(body(html).size() <= html.size() * 3);
        }
    }

    void what_is_not_shown_is_not_read()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string{"Shown. Also shown."},
            body("<p>Shown.<span hidden>One</span><span aria-hidden=true>Two</span>"
                 "<span style='color: red; DISPLAY : none'>Three</span>"
                 "<span style='visibility:hidden'>Four</span><script>Five()</script>"
                 "<style>p{}</style><template>Six</template><noscript>Seven</noscript>"
                 "<button>Eight</button><!-- Nine --> Also shown.</p>"));
    }

    void paragraphs_lists_and_tables_keep_their_lines()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"One\ntwo.\n\nThree four."},
                             body("<p>One<br>two.</p>\n<p>Three\n   <b>four</b>.</p>"));
        CPPUNIT_ASSERT_EQUAL(std::string{"- a\n- b"}, body("<ul><li>a</li><li>b</li></ul>"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"Year | Count\n2024 | 12"},
            body("<table><tr><th>Year</th><th>Count</th></tr><tr><td>2024<td>12</table>"));
        CPPUNIT_ASSERT_EQUAL(std::string{"a < b & c"}, body("a &lt; b &amp; c"));
    }

    void an_article_is_read_without_the_page_around_it()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string{"Headline\n\nThe news."},
            body("<header>Site</header><nav>Menu</nav><article><header><h1>Headline</h1></header>"
                 "<p>The news.</p></article><aside>Read also</aside><footer>(c)</footer>"));
        CPPUNIT_ASSERT_EQUAL(std::string{"The matter."},
                             body("<div>Cookies?</div><main>The matter.</main><p>More</p>"));
        CPPUNIT_ASSERT_EQUAL(std::string{"All of it."},
                             body("<header>Site</header><p>All of it.</p><footer>(c)</footer>"));
    }

    void title_and_date_are_told()
    {
        const auto read =
            html_text("<title> A\n title </title><meta property=article:published_time "
                      "content='2026-03-01T08:00:00Z'><title>Other</title><p>x");
        CPPUNIT_ASSERT_EQUAL(std::string{"A title"}, read.title);
        CPPUNIT_ASSERT_EQUAL(std::string{"2026-03-01T08:00:00Z"}, read.published);
        CPPUNIT_ASSERT_EQUAL(std::string{"2025-12-31"},
                             html_text("<time datetime=2025-12-31>31/12</time>").published);
        CPPUNIT_ASSERT_EQUAL(std::size_t{300},
                             html_text("<title>" + std::string(900, 'x')).title.size());
    }

    void encodings_are_found_as_browsers_find_them()
    {
        const std::string grass = "Gr\xc3\xbc\xc3\x9f";
        CPPUNIT_ASSERT_EQUAL(grass, plain("\xef\xbb\xbf" + grass, "iso-8859-1"));
        CPPUNIT_ASSERT_EQUAL(grass, plain("Gr\xfc\xdf", "iso-8859-1"));
        CPPUNIT_ASSERT_EQUAL(grass, plain("Gr\xfc\xdf", "no-such-encoding"));
        CPPUNIT_ASSERT_EQUAL(grass, plain(grass));
        CPPUNIT_ASSERT_EQUAL(std::string{"10 \xe2\x82\xac"}, plain("10 \x80", "latin1"));
        CPPUNIT_ASSERT_EQUAL(grass, plain(std::string{"\xff\xfeG\0r\0\xfc\0\xdf\0", 10}));
        CPPUNIT_ASSERT_EQUAL(std::string{"\xe6\x97\xa5\xe6\x9c\xac"},
                             plain("<meta charset=Shift_JIS><p>\x93\xfa\x96\x7b", "", "text/html"));
        CPPUNIT_ASSERT_EQUAL(std::string{"a\xef\xbf\xbd"}, plain("a\xff", "utf-8"));
        CPPUNIT_ASSERT_EQUAL(std::string{"ab"}, plain(std::string{"a\0b", 3}, "utf-8"));
    }

    void what_is_too_long_is_cut_at_a_character()
    {
        std::string many = "x";
        for (int i = 0; i < 150'000; ++i) many += "\xc3\xbc";
        const auto read = page_text(many, "text/plain", "utf-8");
        CPPUNIT_ASSERT(read && read->is_cut);
        CPPUNIT_ASSERT_EQUAL(std::size_t{199'999}, read->text.size());
        CPPUNIT_ASSERT(!page_text("short", "text/plain", "")->is_cut);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PageTextTest);

} // namespace
