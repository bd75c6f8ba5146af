// Questions that are a name alone: which lines of which sources stand on the ballot.
#include "cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;
using synthesize::Order;

using Lines = std::vector<std::string>;

class NameTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(NameTest);
    CPPUNIT_TEST(what_an_older_source_says_stands_there_alone);
    CPPUNIT_TEST(what_turns_an_older_line_round_is_shown);
    CPPUNIT_TEST(another_of_the_name_gives_no_line);
    CPPUNIT_TEST(a_short_form_of_the_name_is_the_same_one);
    CPPUNIT_TEST(the_source_that_matters_gives_more_lines);
    CPPUNIT_TEST(what_is_no_sentence_is_not_shown);
    CPPUNIT_TEST(of_another_language_one_line_is_shown);
    CPPUNIT_TEST(the_first_sentence_of_a_text_that_opens_with_the_name_is_shown);
    CPPUNIT_TEST(texts_without_a_sentence_are_answered);
    CPPUNIT_TEST_SUITE_END();

    // The texts are of 2025, one a month, the oldest first.
    static Order order_of(const char* query, const Lines& texts)
    {
        Order out;
        out.query = query;
        for (const auto& text : texts) {
            auto& material = out.materials.emplace_back();
            const auto number = std::to_string(out.materials.size());
            material.id = "S" + number;
            material.published = "2025-0" + number + "-01";
            material.text = text;
        }
        return out;
    }

    struct Row {
        Lines lines;
        std::string reason;
    };

    // The rows of the ballot, the newest source's first.
    static std::vector<Row> rows_of(const json_t* artifact_view)
    {
        std::vector<Row> out;
        const json_t* ballot_view = json::array_member(artifact_view, "ballot");
        for (std::size_t i = 0; i < json_array_size(ballot_view); ++i) {
            const json_t* row_view = json_array_get(ballot_view, i);
            auto& row = out.emplace_back();
            row.reason = json::text_member(row_view, "reason").value_or("");
            const json_t* lines_view = json::array_member(row_view, "lines");
            for (std::size_t k = 0; k < json_array_size(lines_view); ++k)
                row.lines.emplace_back(*json::text_member(json_array_get(lines_view, k), "quote"));
        }
        return out;
    }

    static std::vector<Row> rows_of(const Order& order)
    {
        return rows_of(tests::checked_synthesis(order).get());
    }

    static std::string answer_of(const Order& order)
    {
        const auto artifact = tests::checked_synthesis(order);
        return std::string{
            *json::text_member(json::object_member(artifact.get(), "answer"), "text")};
    }

public:
    void what_an_older_source_says_stands_there_alone()
    {
        const auto order = order_of(
            "What happened with Calny?",
            {"The Calny mine digs 200 tons of ore last year, most of it for the smelter at Lodd. "
             "Workers at Calny voted to strike over wages.",
             "The Calny mine digs 200 tons of ore last year, most of it for the smelter at Lodd. "
             "The strike at Calny began and output was shut down.",
             "The strike at Calny ended after talks on wages. "
             "The Calny mine digs 200 tons of ore in 2024, most of it for the smelter at Lodd."});
        const auto rows = rows_of(order);
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, rows.size());
        CPPUNIT_ASSERT(rows[0].lines == Lines{"The strike at Calny ended after talks on wages."});
        CPPUNIT_ASSERT(rows[1].lines ==
                       Lines{"The strike at Calny began and output was shut down."});
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, rows[2].lines.size());
        CPPUNIT_ASSERT_EQUAL(
            std::string{"Latest: \u201cThe strike at Calny ended after talks on wages.\u201d"},
            answer_of(order));
    }

    void what_turns_an_older_line_round_is_shown()
    {
        struct Pair {
            const char* older;
            const char* newer;
        };
        for (const auto& [older, newer] :
             {Pair{"The works of Calny at Lodd are in use today.",
                   "The works of Calny at Lodd are not in use today."},
              Pair{"Calny sold 200 of the old boats to the port of Lodd.",
                   "Calny sold 300 of the old boats to the port of Lodd."},
              Pair{"The works of Calny at Lodd were opened in 1996 by the mayor.",
                   "The works of Calny at Lodd were opened in 1997 by the mayor."}}) {
            const auto rows = rows_of(order_of("What happened with Calny?", {older, newer}));
            CPPUNIT_ASSERT(rows[0].lines == Lines{newer});
            CPPUNIT_ASSERT(rows[1].lines == Lines{older});
        }
    }

    void another_of_the_name_gives_no_line()
    {
        const auto order = order_of(
            "What is known about Anna Torvic?",
            {"Anna Torvic was found dead in her car in Lodd. The police of Lodd charged a man.",
             "A jury convicted the man of killing Anna Torvic in Lodd. Torvic was 20 years old.",
             "The ferry company named Paul Torvic its new captain. Torvic likes the sea very "
             "much."});
        const auto rows = rows_of(order);
        CPPUNIT_ASSERT_EQUAL(std::string{"less_central"}, rows[0].reason);
        CPPUNIT_ASSERT(rows[0].lines.empty());
        CPPUNIT_ASSERT(!rows[1].lines.empty() && !rows[2].lines.empty());
        CPPUNIT_ASSERT_EQUAL(std::string{"Latest: \u201cA jury convicted the man of killing Anna "
                                         "Torvic in Lodd.\u201d"},
                             answer_of(order));
    }

    void a_short_form_of_the_name_is_the_same_one()
    {
        const auto rows = rows_of(order_of(
            "What happened with Edward Torvic?",
            {"Eddie Torvic was charged with the theft of 12 paintings from the museum of Lodd.",
             "Edward Torvic was convicted of the theft of 12 paintings from the museum of Lodd."}));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, rows[0].lines.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, rows[1].lines.size());
    }

    void the_source_that_matters_gives_more_lines()
    {
        const std::string aside = "The weather in the hills was fine for most of the week. "
                                  "Trains ran late because of leaves on the rails. "
                                  "The shops were open until late in the evening. "
                                  "A guest from Calny sang in the hall of the village.";
        const auto rows = rows_of(
            order_of("What happened with Calny?",
                     {"Penta offered 12 euros for each share of Calny. "
                      "The board of Calny met on the offer of Penta. "
                      "Shares of Calny rose on the offer. "
                      "The board of Calny told holders to reject the offer of Penta. "
                      "Penta raised its offer for shares of Calny to 14 euros. "
                      "The board of Calny took the raised offer of Penta for its shares. "
                      "Holders of Calny get the money for their shares from Penta in May.",
                      aside, aside + " Nothing else was heard from the village at that time."}));
        CPPUNIT_ASSERT_EQUAL(std::size_t{5}, rows[2].lines.size());
        CPPUNIT_ASSERT(rows[0].lines.size() + rows[1].lines.size() <= 1);
    }

    void what_is_no_sentence_is_not_shown()
    {
        const auto rows =
            rows_of(order_of("What is known about Calny?",
                             {"Calny Penta Lodd Ober Kestrel Sava Harbour Board Members.\n\n"
                              "CALNY AND PENTA TO MERGE IN MAY SAYS THE BOARD\n\n"
                              "of the firm Calny which is in the city of Lodd.\n\n"
                              "Calny shares 12 14 15 profit 23 cts vs 14 cts\n\n"
                              "The firm Calny makes boats in the city of Lodd.\n\n"
                              "eBay sells boats of Calny in the city of Lodd."}));
        CPPUNIT_ASSERT(rows[0].lines == (Lines{"The firm Calny makes boats in the city of Lodd.",
                                               "eBay sells boats of Calny in the city of Lodd."}));
    }

    void of_another_language_one_line_is_shown()
    {
        const auto rows = rows_of(order_of(
            "What happened with Calny?",
            {"The firm Calny was sold to Penta for all of its shares. The board of Calny took the "
             "offer of Penta on Monday. The workers of the firm were told of it by the board.",
             "The sale of Calny to Penta was finished in May. The firm and its workers stay where "
             "they are, said the board of Penta.",
             "La empresa Calny fue vendida a Penta por todas sus acciones. La junta de Calny "
             "acept\u00f3 la oferta de Penta el lunes. Los trabajadores de Calny no fueron "
             "informados de la venta por la junta de la empresa. El precio de las acciones de "
             "Calny "
             "en la bolsa hab\u00eda subido mucho durante los \u00faltimos meses, seg\u00fan "
             "dijeron "
             "los due\u00f1os de la empresa cuando hablaron con los periodistas. "
             "El alcalde de la ciudad dijo que la venta no era buena para los vecinos, y que los "
             "trabajadores ten\u00edan miedo de perder sus puestos en los pr\u00f3ximos "
             "a\u00f1os."}));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, rows[0].lines.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, rows[1].lines.size());
    }

    void the_first_sentence_of_a_text_that_opens_with_the_name_is_shown()
    {
        const std::string first = "A boat builder was sent to prison today for the theft.";
        const auto rows = rows_of(order_of(
            "What happened with Anna Torvic?",
            {"Anna Torvic, 46, of Lodd was charged with the theft of gold from a bank.",
             first + " Anna Torvic, 47, was found guilty of the theft of gold from a bank in May. "
                     "The bank will stay open now. The gold was of the bank."}));
        CPPUNIT_ASSERT(!rows[0].lines.empty());
        CPPUNIT_ASSERT_EQUAL(first, rows[0].lines.front());
    }

    void texts_without_a_sentence_are_answered()
    {
        for (const std::string text : {"Calny", "\"", "calny \u00bf\u00a1 calny", "CALNY\n\nCALNY",
                                       "?", "\U0001f686 Calny \U0001f686", "\u201d Calny \u201d"}) {
            const auto order = order_of("What is known about Calny?", {text, text + " Calny"});
            const auto rows = rows_of(order);
            CPPUNIT_ASSERT_EQUAL(std::size_t{2}, rows.size());
            CPPUNIT_ASSERT_MESSAGE(text, !rows[0].lines.empty());
            tests::checked_brief(order);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(NameTest);

} // namespace
