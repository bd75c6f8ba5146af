// Words that were not announced are refused, by name.
#include "cli/arguments.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using cli::Arguments;

class ArgumentsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ArgumentsTest);
    CPPUNIT_TEST(wrong_words_are_refused_by_name);
    CPPUNIT_TEST(values_come_after_a_space_or_an_equals_sign);
    CPPUNIT_TEST(two_dashes_end_the_options);
    CPPUNIT_TEST(one_dash_is_a_word);
    CPPUNIT_TEST_SUITE_END();

    static constexpr cli::AcceptedOption k_options[] = {cli::k_config_option, {"--online"}};

    static std::string error_of(std::initializer_list<std::string_view> words)
    {
        const auto parsed = Arguments::parse({words.begin(), words.size()}, k_options, 1);
        return parsed ? std::string{} : parsed.error();
    }

public:
    void wrong_words_are_refused_by_name()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"unknown option --on"}, error_of({"--on"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"unknown option -x"}, error_of({"-x"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"--config needs a value"}, error_of({"--config"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"--online takes no value"}, error_of({"--online=1"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"--online is given twice"},
                             error_of({"--online", "--online"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"unexpected word b"}, error_of({"a", "b"}));
    }

    void values_come_after_a_space_or_an_equals_sign()
    {
        for (const auto& words : {std::vector<std::string_view>{"check", "--config", "--odd"},
                                  std::vector<std::string_view>{"--config=--odd", "check"}}) {
            const auto parsed = Arguments::parse(words, k_options, 1);
            CPPUNIT_ASSERT(parsed->value("--config") == "--odd");
            CPPUNIT_ASSERT_EQUAL(std::string{"check"}, parsed->words().front());
            CPPUNIT_ASSERT(!parsed->has("--online"));
        }
    }

    void two_dashes_end_the_options()
    {
        const std::string_view words[] = {"--online", "--", "--config"};
        const auto parsed = Arguments::parse(words, k_options, 1);
        CPPUNIT_ASSERT(parsed->has("--online"));
        CPPUNIT_ASSERT_EQUAL(std::string{"--config"}, parsed->words().front());
    }

    void one_dash_is_a_word()
    {
        const std::string_view words[] = {"-", "--online"};
        const auto parsed = Arguments::parse(words, k_options, 1);
        CPPUNIT_ASSERT_EQUAL(std::string{"-"}, parsed->words().front());
        CPPUNIT_ASSERT(parsed->has("--online"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ArgumentsTest);

} // namespace
