#include "api/would_check.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace base;

class WouldCheckTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(WouldCheckTest);
    CPPUNIT_TEST(sentences_and_figures_are_counted);
    CPPUNIT_TEST(of_a_long_text_the_beginning_is);
    CPPUNIT_TEST(what_is_no_text_to_verify_has_no_count);
    CPPUNIT_TEST_SUITE_END();

    // As JSON; empty where nothing is told.
    static std::string counted(const char* product, const json_t* body_view)
    {
        const auto out = api::would_check(*catalog::find_product(product), body_view);
        return out ? json::dump(out.get()) : std::string{};
    }

    static std::string counted(const std::string& text)
    {
        return counted("verify_standard", json::object("payload", text).get());
    }

public:
    void sentences_and_figures_are_counted()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"sentences":2,"figures":3})"},
                             counted("Of 12 ships 3 are large. The harbour has 4 piers."));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"sentences":1,"figures":0})"}, counted("No."));
    }

    void of_a_long_text_the_beginning_is()
    {
        const std::string longer = std::string(16'383, 'a') + "\xc3\xa9 It has 5 piers.";
        CPPUNIT_ASSERT(counted(longer).ends_with(R"("figures":0,"first_bytes":16383})"));
    }

    void what_is_no_text_to_verify_has_no_count()
    {
        for (const char* body : {"{}", "7", "[]", R"({"payload":7})", R"({"payload":null})"})
            CPPUNIT_ASSERT_EQUAL(std::string{},
                                 counted("verify_basic", json::parse(body).value().get()));
        const auto asked = json::object("query", "Is 2 + 2 = 4?", "payload", "2 + 2 = 5.");
        CPPUNIT_ASSERT_EQUAL(std::string{}, counted("synthesis", asked.get()));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WouldCheckTest);

} // namespace
