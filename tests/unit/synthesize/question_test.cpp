// What a query asks for, and which number, day or name a statement gives for it.
#include "synthesize/question.hpp"
#include "synthesize/study.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <string>

namespace {

using namespace synthesize;

std::string asked(std::string_view query, std::string_view language = "en")
{
    Vocabulary vocabulary;
    std::string out;
    for (const auto& part : read_question(query, language, vocabulary).parts)
        out.append(out.empty() ? "" : " ").append(name_of(part.asks));
    return out;
}

// The aspects of the numbers of the first statement.
std::string aspects(const std::string& sentence)
{
    Order order;
    order.query = "everything";
    Material material;
    material.id = "S1";
    material.text = sentence;
    order.materials.push_back(material);
    const Study whole = study(order);
    std::string out;
    for (const auto& figure : whole.statements.at(0).figures)
        out.append(out.empty() ? "" : " ")
            .append(figure.aspect == Aspect::none ? "none" : name_of(figure.aspect))
            .append(figure.is_part ? "(part)" : "");
    return out;
}

class QuestionTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(QuestionTest);
    CPPUNIT_TEST(garbage_asks_for_a_topic);
    CPPUNIT_TEST(a_list_of_words_is_cut);
    CPPUNIT_TEST(the_kind_of_thing_is_read);
    CPPUNIT_TEST(the_tense_is_read);
    CPPUNIT_TEST(a_query_may_hold_several_questions);
    CPPUNIT_TEST(a_number_is_of_the_aspect_beside_it);
    CPPUNIT_TEST_SUITE_END();

public:
    void garbage_asks_for_a_topic()
    {
        for (const std::string& query :
             {std::string{}, std::string{"???"}, std::string{" , and ; "}, std::string(2'000, 'x'),
              std::string{"\xff\xfe"}, std::string{"how"}, std::string(500, '?')}) {
            Vocabulary vocabulary;
            const auto question = read_question(query, "en", vocabulary);
            CPPUNIT_ASSERT(!question.parts.empty() && question.parts.size() <= k_most_parts);
            for (const auto& part : question.parts)
                CPPUNIT_ASSERT_EQUAL(part.terms.size(), part.words.size());
        }
        CPPUNIT_ASSERT_EQUAL(std::string{"topic"}, asked("Halm dam cost, safety and warranty"));
        CPPUNIT_ASSERT_EQUAL(std::string{"topic"}, asked("Quelle est la longueur du pont ?", "fr"));
    }

    // Hundreds of words would be looked for in each of thousands of statements.
    void a_list_of_words_is_cut()
    {
        std::string query = "Does it";
        for (char first = 'a'; first <= 'z'; ++first)
            for (char second = 'a'; second <= 'z'; ++second)
                query.append(" q").append(1, first).append(1, second);
        Vocabulary vocabulary;
        const auto question = read_question(query, "en", vocabulary);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, question.parts.size());
        CPPUNIT_ASSERT_EQUAL(k_most_terms, question.parts[0].terms.size());
        CPPUNIT_ASSERT_EQUAL(k_most_terms, question.parts[0].words.size());
        CPPUNIT_ASSERT(question.parts[0].names.size() <= k_most_terms);
    }

    void the_kind_of_thing_is_read()
    {
        const std::pair<const char*, const char*> k_rows[] = {
            {"How many people died in the Baruk quake?", "count"},
            {"How much does the Kelda heat pump cost?", "money"},
            {"How long is the Sava bridge?", "duration"},
            {"How tall is the Kestrel tower?", "measure"},
            {"When was the Halden treaty signed?", "date"},
            {"In which city was Emil Tarjan born?", "place"},
            {"Who founded Kestrel Instruments?", "person"},
            {"Why did the Tarn dam fail?", "reason"},
            {"What caused the blackout in Torvik?", "reason"},
            {"What started the fire in the mill?", "reason"},
            {"What did the painter Emil Tarjan die of?", "reason"},
            {"Which town was hit hardest?", "which"},
            {"How does x402 prevent replay?", "manner"},
            {"What is the capital of Zembria?", "attribute"},
            {"Is the Zim radio waterproof?", "yes_no"},
            {"What happened at the Lissau refinery?", "event"},
            {"What did the inspectors find?", "deed"},
            {"What is known about the Ober tunnel?", "topic"}};
        for (const auto& [query, kind] : k_rows)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(query, std::string{kind}, asked(query));
        CPPUNIT_ASSERT_EQUAL(std::string{"date"},
                             asked("Wann wird die Kirche in Obersalm renoviert?", "de"));
        CPPUNIT_ASSERT_EQUAL(std::string{"count"}, asked("Wie viele Wölfe gibt es?", "de"));
    }

    void the_tense_is_read()
    {
        const std::pair<const char*, const char*> k_rows[] = {
            {"Who heads the Halden fund?", "present"},  {"Who designed the bridge?", "past"},
            {"When did the tower open?", "past"},       {"When will the tower open?", "future"},
            {"Where is the psalter kept?", "present"},  {"How many wells were drilled?", "past"},
            {"Halden fund, history and staff", "none"}, {"What was found?", "past"}};
        for (const auto& [query, tense] : k_rows) {
            Vocabulary vocabulary;
            const auto part = read_question(query, "en", vocabulary).parts.front();
            const std::string found = part.is_present  ? "present"
                                      : part.is_past   ? "past"
                                      : part.is_future ? "future"
                                                       : "none";
            CPPUNIT_ASSERT_EQUAL_MESSAGE(query, std::string{tense}, found);
        }
        Vocabulary vocabulary;
        const auto question = read_question("How many were drilled last year?", "en", vocabulary);
        CPPUNIT_ASSERT(question.parts.front().years_back == 1);
    }

    void a_query_may_hold_several_questions()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"duration date"},
                             asked("How long is the Sava bridge, and when did it open?"));
        Vocabulary vocabulary;
        const auto question =
            read_question("Who built the Arden bridge and what did it cost?", "en", vocabulary);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, question.parts.size());
        CPPUNIT_ASSERT(question.parts[1].inherits_names);
        CPPUNIT_ASSERT(question.parts[1].names == question.parts[0].names);
        CPPUNIT_ASSERT(question.parts[1].is_present == false);
    }

    void a_number_is_of_the_aspect_beside_it()
    {
        const std::pair<const char*, const char*> k_rows[] = {
            {"The quake killed 32 people and injured 410 others.", "deaths injured(part)"},
            {"The death toll of the quake in Baruk has risen to 97.", "deaths"},
            {"Of the 5,000 dead, 300 of them were children.", "deaths none(part)"},
            {"The bridge is 318 metres long and cost 42 million euros.", "length price"},
            {"The firm employs 1,200 people.", "staff"},
            {"The dam has 40 sensors.", "none"},
            {"The toll rose to 357, up from 32.", "deaths none(part)"}};
        for (const auto& [sentence, wanted] : k_rows)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(sentence, std::string{wanted}, aspects(sentence));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(QuestionTest);

} // namespace
