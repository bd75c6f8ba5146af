// The manual and the completion say all that the tables of verbs and of options say.
#include "cli/manual_pages.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "cli/grammar.hpp"
#include "cli/option_help.hpp"
#include "startup/load_config.hpp"
#include "support/quiet_output.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

namespace {

using base::concat;
using cli::Exit;
using Names = std::vector<std::string_view>;

// As roff has it.
std::string escaped(std::string_view text)
{
    return std::regex_replace(std::string{text}, std::regex{"-"}, "\\-");
}

void demand(const std::string& text, const std::string& part)
{
    CPPUNIT_ASSERT_MESSAGE(concat("without ", part), text.find(part) != std::string::npos);
}

class ManualTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ManualTest);
    CPPUNIT_TEST(wrong_words_are_usage);
    CPPUNIT_TEST(a_usage_tells_what_may_follow);
    CPPUNIT_TEST(every_verb_and_option_is_in_its_page);
    CPPUNIT_TEST(what_is_told_of_an_option_is_of_one_that_there_is);
    CPPUNIT_TEST(help_tells_each_option_with_what_it_means);
    CPPUNIT_TEST(examples_are_words_that_the_verb_takes);
    CPPUNIT_TEST(every_option_that_a_verb_takes_is_in_its_usage);
    CPPUNIT_TEST(every_key_has_its_limits_and_its_default);
    CPPUNIT_TEST(files_lie_where_man_and_bash_look);
    CPPUNIT_TEST_SUITE_END();

    static Exit run(const Names& words)
    {
        const support::QuietOutput quiet;
        return cli::run(words);
    }

public:
    void wrong_words_are_usage()
    {
        CPPUNIT_ASSERT(run({"manual"}) == Exit::usage);
        CPPUNIT_ASSERT(run({"manual", "a", "b"}) == Exit::usage);
        CPPUNIT_ASSERT(run({"manual", "--to", "a"}) == Exit::usage);
    }

    void a_usage_tells_what_may_follow()
    {
        const auto after = cli::words_after();
        CPPUNIT_ASSERT(after.at("db") == (Names{"check", "migrate", "backup", "restore", "move"}));
        CPPUNIT_ASSERT(after.at("key new") == Names{"anchor"});
        CPPUNIT_ASSERT(after.at("llm bench") == Names{"account"});
        CPPUNIT_ASSERT(!after.contains("correlate"));
        CPPUNIT_ASSERT(!after.contains("verify"));
        CPPUNIT_ASSERT_EQUAL(cli::verbs().size() + 1, after.at("help").size());
        CPPUNIT_ASSERT(cli::option_names(cli::verb_named("reference")) ==
                       (Names{"--to", "--patient", "--basket", "--config"}));
    }

    void every_verb_and_option_is_in_its_page()
    {
        const auto page = cli::page_of_verbs();
        const auto completion = cli::bash_completion();
        for (const auto& verb : cli::verbs()) {
            demand(page, concat(".TP\n.B ", escaped(verb.usage), '\n', escaped(verb.summary)));
            demand(completion, concat(' ', verb.name));
            for (const auto option : cli::option_names(verb)) {
                demand(completion, std::string{option});
                demand(page, concat(".TP\n.B ", escaped(option), '\n',
                                    escaped(cli::meaning_of_option(verb, option))));
            }
        }
    }

    void what_is_told_of_an_option_is_of_one_that_there_is()
    {
        for (const auto& row : cli::option_help()) {
            const auto is_its = [&](const cli::Verb& verb) {
                return (row.verb.empty() || row.verb == verb.name) &&
                       std::ranges::count(cli::option_names(verb), row.option) > 0 &&
                       cli::meaning_of_option(verb, row.option) == row.meaning;
            };
            CPPUNIT_ASSERT_MESSAGE(concat(row.verb, ' ', row.option),
                                   std::ranges::any_of(cli::verbs(), is_its));
        }
    }

    void help_tells_each_option_with_what_it_means()
    {
        support::QuietOutput quiet;
        CPPUNIT_ASSERT(cli::run(Names{"credits", "--help"}) == Exit::ok);
        const auto text = quiet.out();
        const auto& verb = cli::verb_named("credits");
        for (const auto option : cli::option_names(verb))
            demand(text,
                   concat("  ", option, "\n      ", cli::meaning_of_option(verb, option), '\n'));
    }

    void examples_are_words_that_the_verb_takes()
    {
        const auto page = cli::page_of_verbs();
        for (const auto& verb : cli::verbs()) {
            CPPUNIT_ASSERT(!verb.examples.front().empty());
            for (const auto example : verb.examples) {
                if (example.empty()) continue;
                CPPUNIT_ASSERT((std::string{example} + ' ').starts_with(concat(verb.name, ' ')));
                demand(page, concat("\nassay ", escaped(example), '\n'));
                const auto known = cli::option_names(verb);
                cli::Verb typed = verb;
                typed.usage = example;
                for (const auto option : cli::option_names(typed))
                    CPPUNIT_ASSERT_MESSAGE(std::string{option},
                                           std::ranges::find(known, option) != known.end());
            }
        }
    }

    // Verbs name what they take where they read it: as a text of its own in their sources.
    void every_option_that_a_verb_takes_is_in_its_usage()
    {
        // The last two: an example in a comment, and chrt's.
        std::set<std::string, std::less<>> told{"--help", "--version", "--flag", "--batch"};
        for (const auto& verb : cli::verbs())
            for (const auto option : cli::option_names(verb)) told.emplace(option);
        const std::regex text{"\"(--[a-z-]+)\""};
        std::set<std::string> taken;
        for (const auto& file : std::filesystem::directory_iterator{"src/cli"}) {
            const auto source = base::read_file(file.path(), 1U << 20U);
            for (std::sregex_iterator at{source.begin(), source.end(), text}, end; at != end; ++at)
                taken.insert(at->str(1));
        }
        for (const auto& name : taken) CPPUNIT_ASSERT_MESSAGE(name, told.contains(name));
        CPPUNIT_ASSERT(taken.size() > 30);
    }

    void every_key_has_its_limits_and_its_default()
    {
        const auto page = cli::page_of_configuration();
        demand(page, "default is 25s.");
        demand(page, "between 0s and 25s.");
        demand(page, "\"production\", \"development\"");
        const config::OptionTable table{startup::knowledge().products};
        for (const auto& row : table.rows()) demand(page, concat(".TP\n.B ", row.key, '\n'));
        const auto count = [&](std::string_view word) {
            std::ptrdiff_t out = 0;
            for (auto at = page.find(word); at != std::string::npos; at = page.find(word, at + 1))
                ++out;
            return out;
        };
        CPPUNIT_ASSERT_EQUAL(std::ssize(table.rows()), count("\nIt must "));
    }

    void files_lie_where_man_and_bash_look()
    {
        const support::TempDir folder;
        CPPUNIT_ASSERT(run({"manual", folder.path()}) == Exit::ok);
        for (const auto* const file :
             {"man/man1/assay.1", "man/man5/assay.toml.5", "bash-completion/completions/assay"})
            CPPUNIT_ASSERT_MESSAGE(file, std::filesystem::file_size(folder.file(file)) > 1'000);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ManualTest);

} // namespace
