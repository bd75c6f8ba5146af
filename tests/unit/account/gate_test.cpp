// Whether a sentence is an edit of its quotes: what an editor does passes, and nothing that changes
// what the quotes say.
#include "account/gate/gate.hpp"
#include "base/concat.hpp"
#include "base/fd.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <sstream>

namespace {

using account::gate::Quoted;
using base::concat;

constexpr std::string_view k_source = "Harl Herald";

// "passes", or the check that refuses it.
std::string told(std::string_view sentence, const std::vector<std::string>& quotes)
{
    std::vector<Quoted> quoted;
    for (const auto& each : quotes) quoted.push_back({each, std::string{k_source}, "2026-03-28"});
    const auto refusal = account::gate::refuse(sentence, quoted);
    return refusal ? std::string{account::gate::name_of(refusal->check)} : "passes";
}

std::vector<std::string> parts_of(std::string_view text, std::string_view by)
{
    std::vector<std::string> out;
    for (std::size_t at = 0;;) {
        const auto end = text.find(by, at);
        out.emplace_back(text.substr(at, end - at));
        if (end == std::string_view::npos) return out;
        at = end + by.size();
    }
}

struct Edit {
    std::vector<std::string> quotes;
    std::string sentence;
};

std::vector<Edit> edits()
{
    std::istringstream lines{base::read_file("tests/unit/account/editors.list", 1'000'000)};
    std::vector<Edit> out;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('#')) continue;
        const auto sides = parts_of(line, " => ");
        out.push_back({parts_of(sides.front(), " | "), sides.back()});
    }
    return out;
}

struct Row {
    std::string_view told;
    std::vector<std::string> quotes;
    std::string_view sentence;
};

void expect(const std::vector<Row>& rows)
{
    for (const auto& row : rows)
        CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{row.sentence}, std::string{row.told},
                                     told(row.sentence, row.quotes));
}

const std::string k_tram = "The tram line, which will run from the harbour to the hospital, is to "
                           "open in 2029.";
const std::string k_cost = "Its cost is put at 640 million euros.";
const std::string k_bridge = "The Harl bridge reopened to cars on 26 March 2026.";
const std::string k_lorries = "Lorries over 12 tonnes remain banned until the end of the year.";

class GateTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(GateTest);
    CPPUNIT_TEST(a_sentence_has_quotes_and_is_one);
    CPPUNIT_TEST(a_word_that_no_quote_has_is_refused);
    CPPUNIT_TEST(words_keep_their_order);
    CPPUNIT_TEST(a_clause_comes_from_one_quote);
    CPPUNIT_TEST(what_limits_the_rest_stays);
    CPPUNIT_TEST(what_others_say_is_not_said_without_them);
    CPPUNIT_TEST(parts_that_hang_may_go);
    CPPUNIT_TEST(quotes_are_joined);
    CPPUNIT_TEST(one_part_is_moved);
    CPPUNIT_TEST(the_source_is_named_in_front);
    CPPUNIT_TEST(other_languages_are_cut_at_signs_alone);
    CPPUNIT_TEST(an_editor_passes);
    CPPUNIT_TEST(what_a_falsifier_does_is_refused);
    CPPUNIT_TEST_SUITE_END();

public:
    void a_sentence_has_quotes_and_is_one()
    {
        expect({{"quote", {}, "The tram line is to open in 2029."},
                {"quote", {k_tram}, ""},
                {"quote", {k_tram}, "..."},
                {"quote", {k_tram, k_tram, k_tram, k_tram, k_tram}, "The tram line is to open."},
                {"quote", {k_tram}, "Is the tram line to open in 2029?"},
                {"quote", {"See http://x.example/a now."}, "See http://x.example/a now."},
                {"quote", {k_tram}, "The **tram line** is to open in 2029."},
                {"quote", {k_tram}, "The tram line is\nto open in 2029."},
                {"quote", {k_tram}, "The tram line is to \u202eopen in 2029."}});
        std::string endless;
        for (int i = 0; i < 100; ++i) endless += "tram ";
        CPPUNIT_ASSERT_EQUAL(std::string{"quote"}, told(endless, {endless}));
    }

    void a_word_that_no_quote_has_is_refused()
    {
        expect({{"number", {k_tram}, "The tram line is to open in 2028."},
                {"name", {k_tram}, "The tram line in Harl is to open in 2029."},
                {"words", {k_tram}, "The tram line is likely to open in 2029."},
                {"words", {k_lorries}, "Lorries under 12 tonnes remain banned."},
                {"words", {k_bridge}, "The Harl bridge did not reopen to cars on 26 March 2026."},
                {"words", {k_bridge}, "The Harl bridge reopened to all cars on 26 March 2026."}});
    }

    void words_keep_their_order()
    {
        expect(
            {{"order",
              {"Boralis sold its share to Ostmark in May."},
              "Ostmark sold its share to Boralis in May."},
             {"order",
              {"Of 240 vaccinated lambs 18 fell ill; of 240 others 61 did."},
              "Of 240 vaccinated lambs 61 fell ill; of 240 others 18 did."},
             {"order", {"The fare rose from 6 to 7 euros."}, "The fare rose from 7 to 6 euros."}});
    }

    void a_clause_comes_from_one_quote()
    {
        expect({{"scattered",
                 {"The mayor opened the hall.", "The union left the talks."},
                 "The mayor left the talks."},
                {"scattered",
                 {"Rents rose by 11 percent in the old town.", "Wages rose by 2 percent."},
                 "Rents rose by 2 percent in the old town."}});
    }

    void what_limits_the_rest_stays()
    {
        expect({{"cut",
                 {"The bridge may reopen in March if the repair succeeds."},
                 "The bridge may reopen in March."},
                {"cut", {"The bridge may reopen in March."}, "The bridge reopen in March."},
                {"cut", {"Entry is free, except on Sundays."}, "Entry is free."},
                {"cut", {k_lorries}, "Lorries over 12 tonnes remain banned."},
                {"cut", {"No lamb died in the first month."}, "No lamb died."},
                {"cut", {"All flats in the old town are let."}, "All flats are let."},
                {"cut", {"Some farmers reported losses."}, "Farmers reported losses."},
                {"cut", {"The firm was, reportedly, sold."}, "The firm was sold."},
                {"cut", {"Up to 90 people were hurt."}, "90 people were hurt."},
                {"cut", {"The mayor did not resign."}, "The mayor resign."}});
    }

    void what_others_say_is_not_said_without_them()
    {
        expect({{"cut",
                 {"The union says that the smelter will be closed."},
                 "The smelter will be closed."},
                {"cut", {"The firm plans to close the plant and cut jobs."}, "The firm cut jobs."},
                {"cut", {"Residents said that rents rose, and wages fell."}, "Wages fell."},
                {"cut",
                 {"The smelter will be closed, the union fears."},
                 "The smelter will be closed."}});
    }

    void parts_that_hang_may_go()
    {
        expect(
            {{"passes", {k_tram}, k_tram},
             {"passes", {k_tram}, "The tram line is to open in 2029."},
             {"passes",
              {"Ada Lund, the treasurer, resigned on Monday after a long debate."},
              "Ada Lund resigned on Monday."},
             {"passes", {"The firm (founded in 1910) has 90 people."}, "The firm has 90 people."},
             {"passes",
              {"Workers found the leak and repaired it within two days."},
              "Workers repaired it within two days."},
             {"passes", {"Prices rose, and the ferry stopped."}, "The ferry stopped."}});
    }

    void quotes_are_joined()
    {
        expect({{"passes",
                 {k_tram, k_cost},
                 "The tram line is to open in 2029; its cost is put at "
                 "640 million euros."},
                {"passes",
                 {k_bridge, k_lorries},
                 "The Harl bridge reopened to cars on 26 March 2026, but lorries over 12 tonnes "
                 "remain banned until the end of the year."},
                {"passes",
                 {"The bridge was closed in March.", k_bridge},
                 "The bridge was closed in March; it reopened to cars on 26 March 2026."}});
    }

    void one_part_is_moved()
    {
        expect({{"passes", {k_bridge}, "On 26 March 2026 the Harl bridge reopened to cars."},
                {"passes",
                 {"Since 2019, the number of storks has doubled to 86."},
                 "The number of storks has doubled to 86 since 2019."}});
    }

    void the_source_is_named_in_front()
    {
        expect({{"passes", {k_bridge}, concat("According to the ", k_source, ", ", k_bridge)},
                {"passes",
                 {k_bridge},
                 concat("The ", k_source,
                        " reported that the Harl bridge "
                        "reopened to cars.")},
                {"passes", {k_bridge}, concat("As of March 2026, ", k_bridge)},
                {"words", {k_bridge}, concat("According to the Sandby Courier, ", k_bridge)},
                {"words", {k_bridge}, concat("As of March 2025, ", k_bridge)}});
    }

    void other_languages_are_cut_at_signs_alone()
    {
        const std::string german = "Die Br\u00fccke, die 1910 gebaut wurde, ist seit Mai gesperrt.";
        expect({{"passes", {german}, german},
                {"passes", {german}, "Die Br\u00fccke ist seit Mai gesperrt."},
                {"cut", {german}, "Die Br\u00fccke ist gesperrt."},
                {"words", {german}, "Die Br\u00fccke ist nicht seit Mai gesperrt."}});
    }

    void an_editor_passes()
    {
        std::size_t passed = 0;
        const auto all = edits();
        CPPUNIT_ASSERT_EQUAL(std::size_t{60}, all.size());
        for (const auto& each : all)
            if (told(each.sentence, each.quotes) == "passes") ++passed;
        CPPUNIT_ASSERT(passed >= 51);
    }

    // Each quote with a word put in, a figure changed, two words exchanged, or a word of the next.
    void what_a_falsifier_does_is_refused()
    {
        const auto all = edits();
        std::size_t tried = 0;
        const auto refuse = [&](const std::string& sentence, const std::string& quote) {
            if (sentence == quote) return;
            ++tried;
            CPPUNIT_ASSERT_MESSAGE(concat(sentence, " / ", quote),
                                   told(sentence, {quote}) != "passes");
        };
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto& quote = all[i].quotes.front();
            const auto words = parts_of(quote, " ");
            const auto with = [&](std::size_t at, const std::string& word) {
                std::string out;
                for (std::size_t k = 0; k < words.size(); ++k)
                    out += concat(k == 0 ? "" : " ", k == at ? word : words[k]);
                return out;
            };
            const auto other = parts_of(all[(i + 7) % all.size()].quotes.front(), " ");
            for (std::size_t k = 1; k + 1 < words.size(); ++k) {
                for (const auto* put : {"not", "only", "never", "all"})
                    if (quote.find(concat(' ', put, ' ')) == std::string::npos)
                        refuse(with(k, concat(words[k], ' ', put)), quote);
                if (const auto digit = words[k].find_first_of("0123456789");
                    digit != std::string::npos) {
                    std::string changed = words[k];
                    changed[digit] = changed[digit] == '9' ? '3' : '9';
                    refuse(with(k, changed), quote);
                }
                std::string foreign = other[k % other.size()];
                foreign.resize(foreign.find_last_not_of(",;.()") + 1);
                if (quote.find(foreign) == std::string::npos) refuse(with(k, foreign), quote);
            }
        }
        CPPUNIT_ASSERT(tried > 3'000);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(GateTest);

} // namespace
