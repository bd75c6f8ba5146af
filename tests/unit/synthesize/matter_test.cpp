// Of what a sentence speaks, and what it names as a cause.
#include "reading/lexicon/lexicon.hpp"
#include "synthesize/causes.hpp"
#include "synthesize/matter.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <string>

namespace {

reading::Passage all_of(const reading::Document& document)
{
    return {document, 0, static_cast<std::uint32_t>(document.tokens.size())};
}

std::string subject(std::string_view sentence)
{
    const reading::Document document{sentence};
    const auto found = synthesize::subject_of(all_of(document));
    return found ? std::string{document.word(*found)} : "none";
}

bool continues(std::string_view sentence)
{
    const reading::Document document{sentence};
    return synthesize::goes_on(all_of(document));
}

std::string cause(std::string_view sentence, std::string_view deed)
{
    const reading::Document document{sentence};
    const auto words = all_of(document);
    const auto found =
        synthesize::cause_in(words, [&](std::uint32_t token) { return words.word(token) == deed; });
    std::string out;
    for (auto i = found ? found->begin : 0; found && i < found->end; ++i)
        out.append(out.empty() ? "" : " ").append(document.word(i));
    return out.empty() ? "none" : out;
}

class MatterTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(MatterTest);
    CPPUNIT_TEST(finds_the_subject);
    CPPUNIT_TEST(what_goes_on_is_of_the_sentence_before);
    CPPUNIT_TEST(finds_the_cause);
    CPPUNIT_TEST(garbage_has_neither);
    CPPUNIT_TEST_SUITE_END();

    void finds_the_subject()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"path"},
                             subject("The path to the waterfall climbs 410 m."));
        CPPUNIT_ASSERT_EQUAL(std::string{"room"}, subject("The tea room opened in 2015."));
        CPPUNIT_ASSERT_EQUAL(std::string{"inmates"}, subject("In 2011 two inmates escaped again."));
        CPPUNIT_ASSERT_EQUAL(std::string{"fall"},
                             subject("With a drop of 274 metres, the fall is the second tallest."));
        CPPUNIT_ASSERT_EQUAL(std::string{"it"},
                             subject("After the war, it was sold to a library."));
    }

    void what_goes_on_is_of_the_sentence_before()
    {
        CPPUNIT_ASSERT(continues("Its doors opened in 1934."));
        CPPUNIT_ASSERT(continues("In 1952, they came to light."));
        CPPUNIT_ASSERT(!continues("The tea room opened in 2015."));
    }

    void finds_the_cause()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"a cigarette"},
                             cause("The fire was started by a cigarette, he said.", "started"));
        CPPUNIT_ASSERT_EQUAL(std::string{"a short circuit"},
                             cause("A short circuit in a lift started the fire.", "started"));
        CPPUNIT_ASSERT_EQUAL(std::string{"scurvy"}, cause("Holt died of scurvy in March.", "died"));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, cause("He started the engine.", "started"));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, cause("The fire was started.", "started"));
    }

    void garbage_has_neither()
    {
        for (const auto* text : {"", ".", "by by by of", "In 2011", "\xf0\x9f\x98\x80 ,,,"}) {
            CPPUNIT_ASSERT_EQUAL(std::string{"none"}, subject(text));
            CPPUNIT_ASSERT_EQUAL(std::string{"none"}, cause(text, "by"));
            CPPUNIT_ASSERT(!continues(text));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(MatterTest);

} // namespace
