// Sources as buyers send them. Refusals first: no buyer pays for what cannot be read.
#include "base/concat.hpp"
#include "request/sources.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;

class SourcesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SourcesTest);
    CPPUNIT_TEST(wrong_sources_are_told_with_their_place);
    CPPUNIT_TEST(too_much_is_refused);
    CPPUNIT_TEST(every_form_is_read);
    CPPUNIT_TEST(a_text_with_a_url_in_it_is_a_text);
    CPPUNIT_TEST_SUITE_END();

    static std::string read(const std::string& text)
    {
        const auto given = json::parse("[" + text + "]");
        CPPUNIT_ASSERT_MESSAGE(text, given.has_value());
        const auto sources = request::read_sources(json_array_get(given->get(), 0));
        std::string out;
        if (sources) {
            for (const auto& each : *sources)
                out += base::concat(each.is_fetched() ? "url " : "text ", each.title, '|', each.url,
                                    '|', each.text, '|', each.published, '|', each.author, ';');
            return out;
        }
        for (const auto& problem : sources.error()) {
            for (const auto& step : problem.place)
                std::visit([&](const auto& name) { out += base::concat(name, '.'); }, step);
            out += " " + problem.type + ";";
        }
        return out;
    }

public:
    void wrong_sources_are_told_with_their_place()
    {
        const std::pair<std::string, std::string> rows[] = {
            {R"("one text")", " list_type;"},
            {R"({})", " list_type;"},
            {R"([3, null, []])", "0. value_error;1. value_error;2. value_error;"},
            {R"(["", "  "])", "0. string_too_short;1. string_too_short;"},
            {R"([{}])", "0. value_error;"},
            {R"([{"title": "alone"}])", "0. value_error;"},
            {R"([{"url": ""}])", "0. value_error;"},
            {R"([{"url": " ", "text": null}])", "0. value_error;"},
            {R"([{"text": 3}])", "0.text. string_type;"},
            {R"([{"text": ""}])", "0.text. string_too_short;"},
            {R"([{"url": "ftp://a.example/x"}])", "0.url. url_parsing;"},
            {R"([{"url": "file:///etc/passwd"}])", "0.url. url_parsing;"},
            {R"([{"url": "a.example"}])", "0.url. url_parsing;"},
            {R"([{"url": ["https://a.example"]}])", "0.url. string_type;"},
            {R"([{"text": "x", "published": "yesterday"}])", "0.published. datetime_parsing;"},
            {R"([{"text": "x", "published": 20260301}])", "0.published. datetime_parsing;"},
            {R"([{"text": "x", "title": {}, "author": 1}])",
             "0.title. string_type;0.author. string_type;"},
        };
        for (const auto& [text, told] : rows) CPPUNIT_ASSERT_EQUAL_MESSAGE(text, told, read(text));
    }

    void too_much_is_refused()
    {
        std::string many;
        for (int i = 0; i < 21; ++i) many += ",\"x\"";
        CPPUNIT_ASSERT_EQUAL(std::string{" too_long;"}, read("[" + many.substr(1) + "]"));
        const auto quoted = [](std::size_t size) { return '"' + std::string(size, 'x') + '"'; };
        CPPUNIT_ASSERT_EQUAL(std::string{"0. string_too_long;"}, read("[" + quoted(200'001) + "]"));
        CPPUNIT_ASSERT(read("[" + quoted(200'000) + "]").starts_with("text "));
        std::string heavy;
        for (int i = 0; i < 11; ++i) heavy += "," + quoted(190'000);
        CPPUNIT_ASSERT_EQUAL(std::string{" too_long;"}, read("[" + heavy.substr(1) + "]"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"0.url. string_too_long;"},
            read(R"([{"url": "https://a.example/)" + std::string(2'000, 'x') + "\"}]"));
        CPPUNIT_ASSERT_EQUAL(std::string{"0.title. string_too_long;"},
                             read(R"([{"text": "x", "title": ")" + std::string(301, 'x') + "\"}]"));
    }

    void every_form_is_read()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{}, read("[]"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"text ||A text.||;url |HTTPS://a.example/x|||;"
                        "text T|http://a.example|Words.|2026-03-01|Ann;url |https://b.example|||;"
                        "text ||A form's empty field.||;"},
            read(R"(["A text.", " HTTPS://a.example/x\n",
                     {"title": " T ", "url": "http://a.example", "text": "Words.",
                      "published": "2026-03-01", "author": "Ann", "more": 1},
                     {"url": "https://b.example", "text": null, "title": null},
                     {"url": "", "text": "A form's empty field."}])"));
    }

    void a_text_with_a_url_in_it_is_a_text()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"text ||see https://a.example||;"},
                             read(R"(["see https://a.example"])"));
        CPPUNIT_ASSERT_EQUAL(std::string{"text ||https://a.example is down||;"},
                             read(R"(["https://a.example is down"])"));
        CPPUNIT_ASSERT_EQUAL(std::string{"text ||https://||;"}, read(R"(["https://"])"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SourcesTest);

} // namespace
