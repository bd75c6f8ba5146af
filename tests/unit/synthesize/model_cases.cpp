#include "model_cases.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "cases.hpp"
#include "support/artifact_schema.hpp"
#include "synthesize/brief/brief.hpp"
#include "synthesize/synthesis.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <sstream>

namespace tests {

namespace json = base::json;
using base::concat;
using synthesize::Material;
using synthesize::Order;

Order pool_order(std::initializer_list<std::string_view> texts)
{
    Order out;
    out.query = "When does the swimming pool of Linden open again?";
    for (const auto text : texts) {
        Material material;
        material.id = concat('S', out.materials.size() + 1);
        material.url = concat("https://paper", out.materials.size() + 1, ".example/pool");
        material.text = text;
        out.materials.push_back(std::move(material));
    }
    return out;
}

const Order k_pool = pool_order(
    {"The swimming pool of Linden is shut for repairs. Bathers may come back once the leaves have "
     "fallen, the mayor said. The roof of the pool was leaking in three places.",
     "Water had dripped through the ceiling of the swimming hall in Linden for months. Nobody will "
     "swim in Linden before the next spring. The builders found asbestos.",
     "The pool in Linden never leaked at all, its builder said."});

ShownLines::ShownLines(const std::string& material)
{
    std::istringstream all{material};
    for (std::string line; std::getline(all, line);) {
        const auto bar = line.find(")| ");
        const auto letter = line.find(" S");
        if (bar != std::string::npos)
            lines[std::stoi(line.substr(letter + 2))] = line.substr(bar + 3);
    }
}

int ShownLines::with(std::string_view words) const
{
    for (const auto& [number, text] : lines)
        if (text.find(words) != std::string::npos) return number;
    return 0;
}

std::string related_text(const ShownLines& shown, const std::vector<Related>& all,
                         bool is_right_about_ours)
{
    auto relations = json::array();
    const auto add = [&](const std::string& kind, const std::vector<int>& numbers,
                         const std::vector<std::string>& words) {
        auto sentences = json::array();
        for (const int number : numbers) json::append(sentences.get(), json::value(number));
        auto quotes = json::array();
        for (const auto& each : words) json::append(quotes.get(), json::value(each));
        json::append(relations.get(),
                     json::object("why", "so", "kind", kind, "sentences", std::move(sentences),
                                  "quotes", std::move(quotes)));
    };
    for (const auto& each : all) {
        std::vector<int> numbers;
        for (const auto& words : each.words) numbers.push_back(shown.with(words));
        add(each.kind, numbers, each.words);
    }
    std::vector<int> halls;
    std::vector<int> mills;
    for (const auto& [number, text] : shown.lines) {
        if (text.starts_with("On 1 May the hall had exactly ")) halls.push_back(number);
        if (text.find("the old mill") != std::string::npos || text.starts_with("The old mill"))
            mills.push_back(number);
    }
    add(is_right_about_ours ? "opposed" : "same", halls, {"hall", "hall"});
    add("same", mills, {"mill", "mill"});
    return json::dump(json::object("relations", std::move(relations)).get());
}

std::string confirming_text(const std::string& material)
{
    auto answers = json::array();
    std::istringstream lines{material};
    int item = 0;
    bool is_ours_yes = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("Item ")) {
            item = std::stoi(line.substr(5));
            is_ours_yes = false;
        }
        if (line.starts_with("A| The hall has ")) is_ours_yes = true;
        if (!line.starts_with("Question: ")) continue;
        const bool is_no = line.find("Can A and B both be true") != std::string::npos;
        json::append(answers.get(), json::object("item", item, "why", "so", "answer",
                                                 is_no && !is_ours_yes ? "no" : "yes"));
    }
    return json::dump(json::object("answers", std::move(answers)).get());
}

Asked merged_by(llm::Model& model, const Order& order, bool as_brief)
{
    llm::Consultation consultation{model, test_settings()};
    auto artifact = as_brief ? synthesize::brief::write_brief(order, &consultation)
                             : synthesize::synthesize(order, &consultation);
    const auto text = json::dump(artifact.get());
    CPPUNIT_ASSERT_EQUAL(std::string{}, support::schema_errors(text, "synthesis_artifact.json"));
    expect_no_denial(artifact.get());
    return {std::move(artifact), llm::transcript_json(consultation)};
}

std::string of_the_rules(const json_t* artifact_view)
{
    const auto copy = json::parse(json::dump(artifact_view));
    for (const char* member : {"engine", "opinions", "summary_by_model"})
        json_object_del(copy->get(), member);
    return base::canonical_json_of_ours(copy->get());
}

std::string rules_alone(const Order& order)
{
    return of_the_rules(synthesize::synthesize(order).get());
}

std::string opinions_of(const json_t* artifact_view)
{
    std::string out;
    const json_t* all_view = json::array_member(artifact_view, "opinions");
    for (std::size_t i = 0; i < json_array_size(all_view); ++i) {
        const json_t* each_view = json_array_get(all_view, i);
        out += text_of(each_view, "kind") + ':';
        const json_t* cited_view = json::array_member(each_view, "citations");
        for (std::size_t j = 0; j < json_array_size(cited_view); ++j)
            out += ' ' + text_of(json_array_get(cited_view, j), "quote");
        out += '\n';
    }
    return out;
}

std::int64_t gate_count(const json_t* artifact_view, const char* name)
{
    const json_t* llm_view = json::object_member(engine_of(artifact_view), "llm");
    return json::integer_member(json::object_member(llm_view, "gate"), name).value_or(-1);
}

std::string related_well(const llm::Question& question, const std::vector<Related>& related)
{
    if (question.task == "synthesis.judge/1") return confirming_text(question.material);
    return related_text(ShownLines{question.material}, related);
}

} // namespace tests
