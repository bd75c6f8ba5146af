// syntax.* and cite.*: what a text names and refers to.
#include "../cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <string>

namespace {

using tests::Case;

class VerifierFormatsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(VerifierFormatsTest);
    CPPUNIT_TEST(faults_are_found_in_their_line);
    CPPUNIT_TEST(sound_and_foreign_formats_are_left_alone);
    CPPUNIT_TEST(references_that_lead_nowhere_are_found);
    CPPUNIT_TEST(hostile_texts_end);
    CPPUNIT_TEST_SUITE_END();

public:
    void faults_are_found_in_their_line()
    {
        constexpr Case k_rows[] = {
            {"```json\n{\n  \"a\": 1,\n  \"b\": tru\n}\n```", "syntax.json", "\"b\": tru"},
            {"{\"a\": 1, \"a\": 2}", "syntax.json", "{\"a\": 1, \"a\": 2}"},
            {"```xml\n<a>\n  <b></c>\n</a>\n```", "syntax.xml", "<b></c>"},
            {"```csv\na,b\n1,2\n3\n4,5\n```", "syntax.csv", "3"},
            {"See http://host.example:70000/ now.", "syntax.url", "http://host.example:70000/"},
        };
        tests::expect_all(k_rows, tests::k_verifier_alone);
    }

    void sound_and_foreign_formats_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {"```json\n{\"a\": [1, 2, {\"b\": null}]}\n```"},
            {"```json\n{\"a\": 1}\n\n{\"a\": 2}\n```"},
            {"```json\n{\"a\": 1 // why\n}\n```"},
            {"```json\n{\"big\": 123456789012345678901234567890}\n```"},
            {"```xml\n<a/>\n<b/>\n```"},
            {"```xml\n<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>\n```"},
            {"```c\n}\n```"},
            {"```python\nprint('(')  # (\n```"},
            {"```js\nconst a = /[(/]/.test(b) ? `(` : \")\";\n```"},
            {"```unknown\n(((\n```"},
            {"``` json not closed {"},
        };
        tests::expect_all(k_rows, tests::k_verifier_alone);
    }

    void references_that_lead_nowhere_are_found()
    {
        constexpr Case k_rows[] = {
            {"# A\n\nSee [b](#b-part).", "cite.anchor", "#b-part"},
            {"# A\n\nSee [a](#a)."},
            {"It is so [1], in the interval [0, 7].\n\n## References\n\n[1] A.\n\nNo more."},
            {"Figure 1. One.\n\nFigure 2 of the annual report shows more."},
        };
        tests::expect_all(k_rows, tests::k_verifier_alone);
    }

    void hostile_texts_end()
    {
        constexpr std::size_t k_large = 200'000;
        for (const std::string_view part :
             {"```json\n{", "```xml\n<a>", "<?xml?><a>", "{\"a\":", "[^a]", "[1]\n", "](#",
              "Table 1\n", "(A, 1999)\n", "http://", "```c\n(`'\"", "# a\n"}) {
            std::string text = "# References\n\n1. A, 1999.\n2. B, 1999.\n";
            if (part.starts_with('{') || part.starts_with('<')) text.clear();
            while (text.size() + part.size() < k_large) text += part;
            CPPUNIT_ASSERT(tests::artifact_of(text, tests::k_verifier_alone) != nullptr);
        }
        std::string deep = "```xml\n";
        while (deep.size() < k_large / 2) deep += "<a>";
        deep += "\n```\n```json\n" + std::string(k_large / 4, '[') + "\n```";
        CPPUNIT_ASSERT(tests::artifact_of(deep, tests::k_verifier_alone) != nullptr);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(VerifierFormatsTest);

} // namespace
