// The ballot, its values and the answer: what stands nearest to a question, the newest first.
#include "base/fd.hpp"
#include "cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;
using synthesize::Material;
using synthesize::Order;

class BallotTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(BallotTest);
    CPPUNIT_TEST(the_newest_source_stands_first);
    CPPUNIT_TEST(the_newest_is_told_by_the_moment);
    CPPUNIT_TEST(the_only_source_is_the_newest);
    CPPUNIT_TEST(a_long_line_is_cut_by_its_bytes);
    CPPUNIT_TEST(a_line_of_several_sources_is_named_by_the_first);
    CPPUNIT_TEST(a_source_without_a_word_of_the_question_gives_no_line);
    CPPUNIT_TEST(values_stand_by_date);
    CPPUNIT_TEST(for_what_changes_the_newest_line_answers);
    CPPUNIT_TEST(words_that_stand_nowhere_are_named);
    CPPUNIT_TEST(a_word_written_in_another_way_is_not_absent);
    CPPUNIT_TEST(other_languages_are_ranked_without_shares);
    CPPUNIT_TEST(of_a_name_alone_the_central_lines_are_shown);
    CPPUNIT_TEST(no_line_ends_behind_an_initial_or_a_month);
    CPPUNIT_TEST(a_kind_is_told_by_whole_words);
    CPPUNIT_TEST(wrapped_lines_are_one);
    CPPUNIT_TEST(twelve_topics_have_the_lines_and_shares_of_the_formula);
    CPPUNIT_TEST_SUITE_END();

    static Order order_of(std::initializer_list<std::string_view> texts)
    {
        Order out;
        out.query = "how long is the Ober tunnel";
        for (const auto text : texts) {
            Material material;
            material.id = "S" + std::to_string(out.materials.size() + 1);
            material.text = text;
            out.materials.push_back(std::move(material));
        }
        return out;
    }

    static std::string member(const json_t* artifact_view, const char* name)
    {
        return json::dump(json::member(artifact_view, name));
    }

    // The quotes of the ballot, the first line of each source, in its order.
    static std::vector<std::string> first_lines(const json_t* artifact_view)
    {
        std::vector<std::string> out;
        const json_t* ballot_view = json::array_member(artifact_view, "ballot");
        for (std::size_t i = 0; i < json_array_size(ballot_view); ++i) {
            const json_t* lines_view = json::array_member(json_array_get(ballot_view, i), "lines");
            if (json_array_size(lines_view) > 0)
                out.emplace_back(*json::text_member(json_array_get(lines_view, 0), "quote"));
        }
        return out;
    }

public:
    void the_newest_source_stands_first()
    {
        auto order = order_of({"The Ober tunnel is 11 kilometres long.",
                               "The Ober tunnel is 12 kilometres long.",
                               "The Ober tunnel, 13 kilometres long, is closed."});
        order.materials[0].published = "2024-03-01";
        order.materials[1].published = "2025-03-01";
        const auto lines = first_lines(tests::checked_synthesis(order).get());
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, lines.size());
        CPPUNIT_ASSERT_EQUAL(order.materials[1].text, lines[0]);
        CPPUNIT_ASSERT_EQUAL(order.materials[0].text, lines[1]);
        CPPUNIT_ASSERT_EQUAL(order.materials[2].text, lines[2]); // without a date
    }

    void the_newest_is_told_by_the_moment()
    {
        auto order = order_of({"The Ober tunnel is 11 kilometres long.",
                               "The Ober tunnel is 12 kilometres long.",
                               "The Ober tunnel is 13 kilometres long."});
        order.materials[0].published = "2025-03-01T23:30:00-08:00"; // 07:30 of the second in UTC
        order.materials[1].published = "2025-03-02T06:00:00+09:00"; // 21:00 of the first
        order.materials[2].published = "2025-03-01T22:00:00Z";
        const auto artifact = tests::checked_synthesis(order);
        const auto lines = first_lines(artifact.get());
        CPPUNIT_ASSERT_EQUAL(order.materials[0].text, lines.at(0));
        CPPUNIT_ASSERT_EQUAL(order.materials[2].text, lines.at(1));
        CPPUNIT_ASSERT_EQUAL(order.materials[1].text, lines.at(2));
        const json_t* answer_view = json::object_member(artifact.get(), "answer");
        CPPUNIT_ASSERT(json::text_member(answer_view, "published") == order.materials[0].published);
        CPPUNIT_ASSERT(json_is_true(json::member(answer_view, "newest")));
    }

    void the_only_source_is_the_newest()
    {
        const auto newest = [](const Order& order) {
            const auto artifact = tests::checked_synthesis(order);
            return json_is_true(
                json::member(json::object_member(artifact.get(), "answer"), "newest"));
        };
        auto order = order_of({"The Ober tunnel is 11 kilometres long."});
        CPPUNIT_ASSERT(newest(order));
        order = order_of({"The Ober tunnel is 11 kilometres long.", "Parking is free in Lodd."});
        CPPUNIT_ASSERT(!newest(order)); // the other may be later
        order.materials[0].published = "2025-03-01";
        CPPUNIT_ASSERT(newest(order));
    }

    void a_long_line_is_cut_by_its_bytes()
    {
        for (const std::string_view letter : {"a", "\u00e4", "\u4e2d", "\U0001f686"})
            for (const bool has_blanks : {false, true}) {
                std::string text = "The Ober tunnel ";
                for (std::size_t i = 0; i < 2'000; ++i) {
                    text += letter;
                    if (has_blanks && i % 10 == 0) text += ' ';
                }
                const auto whole = "Ober tunnel " + std::string(1'488, 'b');
                for (const auto& each : {text, whole, whole + "b"}) {
                    const auto lines =
                        first_lines(tests::checked_synthesis(order_of({each})).get());
                    const auto fits = each.size() <= 1'500;
                    CPPUNIT_ASSERT_MESSAGE(lines.at(0), lines.at(0).size() <= 1'500);
                    CPPUNIT_ASSERT_EQUAL(fits, lines.at(0) == each);
                    CPPUNIT_ASSERT(lines.at(0).size() > 1'100 || each == whole + "b");
                }
            }
    }

    void a_line_of_several_sources_is_named_by_the_first()
    {
        auto order = order_of({"The Ober tunnel is 11 kilometres long. Parking is free.",
                               "the Ober tunnel is 11 kilometres long!",
                               "The Ober tunnel is 12 kilometres long."});
        order.materials[0].published = "2025-03-01";
        const auto artifact = tests::checked_synthesis(order);
        const auto ballot = member(artifact.get(), "ballot");
        CPPUNIT_ASSERT_MESSAGE(ballot, ballot.find("\"same_as\":\"L1\"") != std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(ballot, ballot.find("\"same_as\"") == ballot.rfind("\"same_as\""));
        const auto values = member(artifact.get(), "values");
        for (const auto* line : {"\"line\":\"L1\"", "\"line\":\"L2\"", "\"line\":\"L3\""})
            CPPUNIT_ASSERT_MESSAGE(values, values.find(line) != std::string::npos);
    }

    void a_source_without_a_word_of_the_question_gives_no_line()
    {
        const auto artifact = tests::checked_synthesis(order_of(
            {"Parking fees in Lodd rise by ten cents.", "The Ober tunnel is 12 kilometres long."}));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, first_lines(artifact.get()).size());
        const auto ballot = member(artifact.get(), "ballot");
        CPPUNIT_ASSERT(ballot.find("\"reason\":\"no_asked_word\"") != std::string::npos);
        const auto alone =
            tests::checked_synthesis(order_of({"Parking fees in Lodd rise by ten cents."}));
        CPPUNIT_ASSERT(json_is_null(json::member(alone.get(), "answer")));
        CPPUNIT_ASSERT(json::text_member(alone.get(), "verdict") == "NOT_SURE");
    }

    void values_stand_by_date()
    {
        auto order = order_of({"Building the Lodd weir takes 12 weeks.",
                               "The Lodd weir will take 19 weeks to build, the district says.",
                               "To build the weir at Lodd takes 19 weeks."});
        order.query = "How many weeks does it take to build the Lodd weir?";
        order.materials[0].published = "2021-01-01";
        order.materials[1].published = "2025-09-25";
        order.materials[2].published = "2023-01-01";
        const auto artifact = tests::checked_synthesis(order);
        const json_t* series_view = json_array_get(json::array_member(artifact.get(), "values"), 0);
        const json_t* rows_view = json::array_member(series_view, "values");
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, json_array_size(rows_view));
        const json_t* newest_view = json_array_get(rows_view, 0);
        CPPUNIT_ASSERT_EQUAL(std::string{"19 weeks"},
                             std::string{*json::text_member(newest_view, "text")});
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, *json::integer_member(newest_view, "groups"));
        CPPUNIT_ASSERT_EQUAL(std::string{"12 weeks"},
                             std::string{*json::text_member(json_array_get(rows_view, 1), "text")});
        CPPUNIT_ASSERT(json::text_member(artifact.get(), "verdict") != "CORROBORATED");
    }

    void for_what_changes_the_newest_line_answers()
    {
        auto order = order_of({"The Lorne ferry costs 6 euros.",
                               "The Lorne ferry costs 6 euros, "
                               "the harbour told us.",
                               "From May on a ticket for the Lorne ferry will cost 7.50 euros."});
        order.query = "How much does the Lorne ferry cost?";
        order.materials[0].published = "2024-03-01";
        order.materials[1].published = "2024-09-01";
        order.materials[2].published = "2026-03-11";
        const auto artifact = tests::checked_synthesis(order);
        const json_t* answer_view = json::object_member(artifact.get(), "answer");
        CPPUNIT_ASSERT(json::text_member(answer_view, "published") == "2026-03-11");
        CPPUNIT_ASSERT(json_is_true(json::member(answer_view, "newest")));
    }

    void words_that_stand_nowhere_are_named()
    {
        auto order = order_of({"The Ober tunnel was paid by two cities."});
        order.query = "What did the Ober tunnel cost the city?";
        const auto absent = member(tests::checked_synthesis(order).get(), "words_absent");
        CPPUNIT_ASSERT_MESSAGE(absent, absent.find("\"word\":\"cost\"") != std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(absent, absent.find("\"cost-\"") != std::string::npos);
        // "cities" is a form of it.
        CPPUNIT_ASSERT_MESSAGE(absent, absent.find("\"city\"") == std::string::npos);
    }

    void a_word_written_in_another_way_is_not_absent()
    {
        for (const auto& [asked, given] : {std::pair{"1000", "1,000"},
                                           {"1,000", "1000"},
                                           {"12,000,000", "12\u202f000\u202f000"},
                                           {"caf\u00e9", "cafe\u0301"},
                                           {"Cafe\u0301", "caf\u00e9s"}}) {
            const auto text = std::string{"The Ober tunnel has "} + given + " and lamps.";
            auto order = order_of({text});
            order.query = std::string{"Does the Ober tunnel have "} + asked + "?";
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                asked, std::string{"[]"},
                member(tests::checked_synthesis(order).get(), "words_absent"));
        }
        auto order = order_of({"The Ober tunnel has lamps 1, 200 and 31,0000."});
        for (const auto* asked : {"1200", "310000"}) {
            order.query = std::string{"Does the Ober tunnel have "} + asked + " lamps?";
            CPPUNIT_ASSERT(member(tests::checked_synthesis(order).get(), "words_absent") != "[]");
        }
    }

    void other_languages_are_ranked_without_shares()
    {
        struct Row {
            const char* query;
            std::vector<std::string_view> texts;
            std::string_view first; // of the newest source
        };
        const Row rows[] = {
            {"Wie lang ist der Gotthardtunnel?",
             {"Im Sommer kommen viele Besucher. Der Gotthardtunnel ist 57 Kilometer lang und wurde "
              "im Jahr 2016 er\u00f6ffnet. Die Z\u00fcge fahren dort sehr schnell.",
              "Das Wetter war sch\u00f6n, und die Gaststuben waren voll mit Menschen. Mit 57 "
              "Kilometern ist der Gotthardtunnel der l\u00e4ngste der Welt."},
             "Der Gotthardtunnel ist 57 Kilometer lang und wurde im Jahr 2016 er\u00f6ffnet."},
            {"Wann wird das Freibad in Lodd wieder ge\u00f6ffnet?",
             {"Der Rat der Gemeinde hat am Montag getagt. Das Freibad in Lodd wird am 3. Juni 2026 "
              "wieder ge\u00f6ffnet, sagte die Leiterin.",
              "Viele warten auf den Sommer. Das Freibad bleibt nach dem Umbau noch geschlossen."},
             "Das Freibad in Lodd wird am 3. Juni 2026 wieder ge\u00f6ffnet, sagte die Leiterin."},
            {"\u00bfCu\u00e1ntos habitantes tiene la ciudad de Lodd?",
             {"El mercado abre los lunes. La ciudad de Lodd tiene 18.200 habitantes, seg\u00fan el "
              "censo del a\u00f1o pasado.",
              "La ciudad es conocida por sus puentes de piedra y por el r\u00edo que la cruza."},
             "La ciudad de Lodd tiene 18.200 habitantes, seg\u00fan el censo del a\u00f1o pasado."},
            {"\u9694\u96e8\u5927\u6865\u6709\u591a\u957f\uff1f",
             {"\u5929\u6c14\u5f88\u597d\u3002\u9694\u96e8\u5927\u6865\u957f\u4e09\u516c"
              "\u91cc\u3002\u6e38\u4eba\u5f88\u591a\u3002"},
             "\u9694\u96e8\u5927\u6865\u957f\u4e09\u516c\u91cc\u3002"},
        };
        for (const auto& row : rows) {
            auto order = order_of({});
            order.query = row.query;
            for (const auto text : row.texts) {
                Material material;
                material.id = "S" + std::to_string(order.materials.size() + 1);
                material.text = text;
                material.published = order.materials.empty() ? "2026-05-01" : "2025-05-01";
                order.materials.push_back(std::move(material));
            }
            const auto artifact = tests::checked_synthesis(order);
            tests::checked_brief(order);
            const auto lines = first_lines(artifact.get());
            CPPUNIT_ASSERT_MESSAGE(row.query, !lines.empty());
            CPPUNIT_ASSERT_EQUAL(std::string{row.first}, lines.front());
            const auto all = json::dump(artifact.get());
            CPPUNIT_ASSERT_MESSAGE(all, all.find("\"share\":0") == std::string::npos);
            CPPUNIT_ASSERT_EQUAL(std::string{"[]"}, member(artifact.get(), "words_absent"));
        }
    }

    void of_a_name_alone_the_central_lines_are_shown()
    {
        auto order = order_of(
            {"Calny is a firm. The board of Calny rejected the offer of Penta for all its stock.",
             "Calny has a park. Penta raised its offer for the stock of Calny to 13 euros a share.",
             "Calny likes tea. The board of Calny took the offer of Penta for all its stock."});
        order.query = "What happened with Calny?";
        for (std::size_t i = 0; i < 3; ++i)
            order.materials[i].published = "2025-0" + std::to_string(i + 1) + "-01";
        const auto artifact = tests::checked_synthesis(order);
        const auto lines = first_lines(artifact.get());
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, lines.size());
        for (const auto& line : lines)
            CPPUNIT_ASSERT_MESSAGE(line, line.find("offer") != std::string::npos);
        const json_t* answer_view = json::object_member(artifact.get(), "answer");
        const std::string text{*json::text_member(answer_view, "text")};
        CPPUNIT_ASSERT_MESSAGE(text, text.starts_with("Latest: \u201cThe board of Calny took"));
        CPPUNIT_ASSERT(json_is_null(json::member(answer_view, "share")));
        order.query = "What is the capital of Calny?"; // more than a name
        const auto asked = json::dump(tests::checked_synthesis(order).get());
        CPPUNIT_ASSERT(asked.find("Latest: ") == std::string::npos);
    }

    void no_line_ends_behind_an_initial_or_a_month()
    {
        auto order = order_of({"The Ober tunnel was named by M. Hal Taylor on Sept. 4, 2011 after "
                               "the case of Ober v. United States. It is long."});
        order.query = "When was the Ober tunnel named?";
        const auto lines = first_lines(tests::checked_synthesis(order).get());
        CPPUNIT_ASSERT_EQUAL(std::string{"The Ober tunnel was named by M. Hal Taylor on Sept. 4, "
                                         "2011 after the case of Ober v. United States."},
                             lines.at(0));
    }

    void a_kind_is_told_by_whole_words()
    {
        struct Row {
            const char* query;
            const char* asks;
        };
        for (const auto& [query, asks] :
             {Row{"Why were flights cancelled?", "cause"}, Row{"Where were they?", "place"},
              Row{"What is the whole story?", "any"}, Row{"Who built it?", "name"}}) {
            auto order = order_of({"Flights were cancelled because of snow."});
            order.query = query;
            const auto artifact = tests::checked_synthesis(order);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(query, std::string{asks},
                                         std::string{*json::text_member(artifact.get(), "asks")});
        }
    }

    void wrapped_lines_are_one()
    {
        for (const std::string end : {"\n", "\r\n"}) {
            auto order = order_of({});
            Material material;
            material.id = "S1";
            material.text = "The new tunnel below the old harbour of Lodd was opened on Monday by" +
                            end + "President Anna Berg, and it is 318 metres" + end + "long.";
            order.materials.push_back(material);
            order.query = "Who opened the tunnel of Lodd?";
            const auto lines = first_lines(tests::checked_synthesis(order).get());
            CPPUNIT_ASSERT_EQUAL(material.text, lines.at(0));
        }
    }

    // Lines and shares that another program of the same formula gave for twelve invented topics
    // (CC0): of each source those from a share of .15 on.
    void twelve_topics_have_the_lines_and_shares_of_the_formula()
    {
        const auto topics = json::parse(
            base::read_file("tests/unit/synthesize/cases/ranked_topics.json", 1'000'000));
        CPPUNIT_ASSERT(topics);
        CPPUNIT_ASSERT_EQUAL(std::size_t{12}, json_array_size(topics->get()));
        for (std::size_t i = 0; i < json_array_size(topics->get()); ++i) {
            const json_t* topic_view = json_array_get(topics->get(), i);
            const Order order{std::string{*json::text_member(topic_view, "query")},
                              sources::materials_of(topic_view, nullptr)};
            const auto artifact = tests::checked_synthesis(order);
            auto told = json::array();
            const json_t* ballot_view = json::array_member(artifact.get(), "ballot");
            for (std::size_t k = 0; k < json_array_size(ballot_view); ++k) {
                const json_t* row_view = json_array_get(ballot_view, k);
                auto lines = json::array();
                const json_t* lines_view = json::array_member(row_view, "lines");
                for (std::size_t n = 0; n < json_array_size(lines_view); ++n) {
                    const json_t* line_view = json_array_get(lines_view, n);
                    json::append(lines.get(),
                                 json::object("share",
                                              json::share(json::member(line_view, "share")),
                                              "quote", *json::text_member(line_view, "quote")));
                }
                if (json_array_size(lines.get()) > 0)
                    json::append(told.get(),
                                 json::object("source", *json::text_member(row_view, "source"),
                                              "lines", std::move(lines)));
            }
            CPPUNIT_ASSERT_EQUAL(json::dump(json::array_member(topic_view, "ballot")),
                                 json::dump(told.get()));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BallotTest);

} // namespace
