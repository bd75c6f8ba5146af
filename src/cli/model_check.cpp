#include "cli/model_check.hpp"

#include "base/concat.hpp"
#include "config/suggest.hpp"
#include "llm/consultation.hpp"
#include "llm/courier/process.hpp"
#include "llm/shapes.hpp"

namespace cli {

namespace json = base::json;
using base::concat;

namespace {

constexpr std::string_view k_word = "The word is ";
constexpr std::string_view k_asks_for_word =
    "The text begins with the sentence that says what the word is. Answer with one JSON object and "
    "nothing else: {\"word\": \"...\"}, with that word.";
// A model that obeys this, on a server that enforces no schema, gives a poem.
constexpr std::string_view k_asks_for_poem =
    "Write a poem of two lines about the sea, as plain text. Do not write JSON.";

json::Ref text_schema()
{
    constexpr int k_longest = 60;
    return llm::object_shape(json::object("word", llm::text_shape(k_longest)), json::array("word"));
}

json::Ref colour_schema()
{
    auto colours = json::object("type", "string", "enum", json::array("red", "green", "blue"));
    return llm::object_shape(json::object("colour", std::move(colours)), json::array("colour"));
}

llm::Question word_question(std::string_view word, std::string_view behind)
{
    return {"check.word/1", std::string{k_asks_for_word}, concat(k_word, word, ".\n", behind),
            text_schema()};
}

// As long as a question may be that fits by its upper bound.
llm::Question longest_question(std::string_view word, const llm::Settings& settings)
{
    constexpr std::string_view k_line = "The sea lies calm and nothing else is told here.\n";
    std::string behind;
    while (llm::fits(word_question(word, concat(behind, k_line)), settings)) behind += k_line;
    return word_question(word, behind);
}

std::string meaning_of(llm::Silence silence)
{
    switch (silence) {
    case llm::Silence::away: return "it does not answer";
    case llm::Silence::refused:
        return "it takes no requests: look at llm.auth_credential, and at the path of llm.url";
    case llm::Silence::over_budget:
        return "llm.job_calls, job_tokens, job_cost or job_time is too "
               "small for three short questions";
    case llm::Silence::too_long: return "llm.context_tokens is too small for a short question";
    case llm::Silence::cut_off:
        return "its answer is cut off: raise llm.max_output_tokens, above all for a model that "
               "reasons aloud";
    case llm::Silence::filtered:
        return "it keeps the answer back, or refuses the request (400, "
               "413, 422)";
    case llm::Silence::truncated: return "it has read less than was sent";
    case llm::Silence::wrong_model: return "another model answers than llm.expect_model";
    case llm::Silence::unreadable: return "its answer is not the JSON object that was asked for";
    }
    __builtin_unreachable();
}

class Checker {
public:
    Checker(const config::Llm& llm, const std::string& token, net::HttpClient& http,
            OnlineReport& report)
        : m_options{llm::courier::options_of(llm, token, llm.job_time)}, m_courier{http, m_options},
          m_consultation{m_courier, m_options.settings}, m_who{origin_for_people(llm.url)},
          m_report{report}
    {
    }

    void run()
    {
        if (!answers()) return;
        keeps_schemas();
        reads_long_questions();
    }

private:
    // Whether there is anything to ask on.
    bool answers()
    {
        const auto answer = m_consultation.ask(word_question("harbour", ""));
        if (!answer) {
            const Look look{m_who, meaning_of(answer.error())};
            if (answer.error() == llm::Silence::away)
                m_report.silent(look);
            else
                m_report.wrong(look);
            return false;
        }
        const auto& name = m_consultation.reported_model();
        m_report.good({m_who, concat(m_options.settings.model, " answers as ",
                                     name.empty() ? "no model by name" : config::printable(name))});
        return true;
    }

    void keeps_schemas()
    {
        const auto answer = m_consultation.ask(
            {"check.schema/1", std::string{k_asks_for_poem}, "The sea.\n", colour_schema()});
        const bool is_kept = answer && json_object_size(answer->get()) == 1 &&
                             json::text_member(answer->get(), "colour");
        if (is_kept)
            m_report.good({m_who, "it keeps a schema against an order to do otherwise"});
        else if (!answer && answer.error() == llm::Silence::away)
            m_report.silent({m_who, meaning_of(answer.error())});
        else
            m_report.note({m_who, "it enforces no schema; answers that miss their form are "
                                  "dropped, which small models will often do"});
    }

    void reads_long_questions()
    {
        constexpr std::string_view k_hidden = "lighthouse";
        const auto question = longest_question(k_hidden, m_options.settings);
        const auto bytes = question.instructions.size() + question.material.size();
        const auto answer = m_consultation.ask(question);
        if (answer && json::text_member(answer->get(), "word") == k_hidden) {
            m_report.good(
                {m_who, concat("it reads a question of ", bytes, " bytes from its first word on")});
            return;
        }
        const auto why = answer ? std::string{"it does not know the first words of one"}
                                : meaning_of(answer.error());
        const Look look{m_who,
                        concat("of a question of ", bytes, " bytes, which fits ",
                               m_options.settings.context_tokens, " tokens: ", why),
                        "is llm.context_tokens what a single request gets?"};
        if (!answer && answer.error() == llm::Silence::away)
            m_report.silent(look);
        else
            m_report.wrong(look);
    }

    llm::courier::Options m_options;
    llm::courier::Courier m_courier;
    llm::Consultation m_consultation;
    std::string m_who;
    OnlineReport& m_report;
};

} // namespace

void check_model(const config::Llm& llm, const std::string& token, net::HttpClient& http,
                 OnlineReport& report)
{
    Checker{llm, token, http, report}.run();
}

} // namespace cli
