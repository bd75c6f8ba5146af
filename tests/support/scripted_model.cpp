#include "support/scripted_model.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "catalog/products.hpp"
#include "verify/outcome/verify.hpp"

#include <sstream>

namespace tests {

namespace json = base::json;
using base::concat;

namespace {

const catalog::Product& product_of(std::string_view tier)
{
    return *catalog::find_product(concat("verify_", tier));
}

json::Ref review(std::string_view text, std::string_view tier, llm::Consultation* consultation)
{
    const auto request = json::object("payload", text);
    return verify::outcome::run(
        product_of(tier), request.get(), nullptr, [](std::string_view, std::size_t, std::size_t) {},
        consultation);
}

} // namespace

ShownSheet::ShownSheet(const std::string& material)
{
    std::istringstream lines{material};
    for (std::string line; std::getline(lines, line);) {
        const auto bar = line.find("| ");
        const auto letter = line.find(" S");
        if (bar != std::string::npos && letter != std::string::npos && letter < bar) {
            const int number = std::stoi(line.substr(letter + 2));
            sentences[number] = line.substr(bar + 2);
        } else if (line.starts_with('Q')) {
            const auto equals = line.find(" = ");
            const auto in = line.rfind(" in S");
            numbers[std::stoi(line.substr(1))] = {line.substr(equals + 3, in - equals - 3),
                                                  std::stoi(line.substr(in + 5))};
        }
    }
    // "There were 120 lamps in the first room and ..., a total of ...": whose sum is wrong?
    for (const auto& [number, text] : sentences) {
        if (text.find("in the first room and") == std::string::npos) continue;
        std::vector<int> values;
        for (const auto& [index, written] : numbers)
            if (written.second == number) values.push_back(std::stoi(written.first));
        (values.at(0) + values.at(1) == values.at(2) ? right : wrong) = number;
    }
}

int ShownSheet::sentence_with(std::string_view words) const
{
    for (const auto& [number, text] : sentences)
        if (text.find(words) != std::string::npos) return number;
    return 0;
}

int ShownSheet::number(std::string_view written, std::string_view words) const
{
    const int wanted = words.empty() ? 0 : sentence_with(words);
    for (const auto& [number, each] : numbers)
        if (each.first.find(written) != std::string::npos &&
            (wanted == 0 || each.second == wanted) && each.second != wrong && each.second != right)
            return number;
    return 0;
}

std::string findings_text(const std::vector<Pointed>& all)
{
    auto findings = json::array();
    for (const auto& each : all) {
        auto sentences = json::array();
        for (const int number : each.sentences) json::append(sentences.get(), json::value(number));
        auto quotes = json::array();
        for (const auto& quote : each.quotes) json::append(quotes.get(), json::value(quote));
        auto operands = json::array();
        for (const int number : each.operands) json::append(operands.get(), json::value(number));
        json::append(findings.get(), json::object("why", "it is so", "kind", each.kind, "sentences",
                                                  std::move(sentences), "quotes", std::move(quotes),
                                                  "operation", each.operation, "operands",
                                                  std::move(operands), "result", each.result));
    }
    return json::dump(json::object("findings", std::move(findings)).get());
}

std::string honest_text(const ShownSheet& sheet, std::vector<Pointed> all)
{
    all.push_back({.kind = "calculation",
                   .sentences = {sheet.wrong},
                   .quotes = {sheet.sentences.at(sheet.wrong)},
                   .operation = "sum",
                   .operands = {1, 2},
                   .result = 3});
    return findings_text(all);
}

std::string answers_text(const std::string& material, std::string_view said)
{
    auto answers = json::array();
    std::istringstream lines{material};
    int item = 0;
    std::string_view answer = said;
    const auto close = [&] {
        if (item > 0)
            json::append(answers.get(), json::object("item", item, "why", "so", "answer", answer));
        answer = said;
    };
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("Item ")) {
            close();
            item = std::stoi(line.substr(5));
        }
        if (line.starts_with("A| On 1 May the hall had exactly")) answer = "no";
        if (line.starts_with("A| The hall has ")) answer = "yes";
    }
    close();
    return json::dump(json::object("answers", std::move(answers)).get());
}

std::string completion(std::string_view content, std::string_view finish)
{
    return json::dump(json::object("object", "chat.completion", "model", "scripted-1",
                                   "system_fingerprint", "fp_7", "choices",
                                   json::array(json::object(
                                       "index", 0, "finish_reason", finish, "message",
                                       json::object("role", "assistant", "content", content))))
                          .get());
}

llm::Settings test_settings()
{
    llm::Settings out;
    out.model = "scripted";
    out.nonce = "00112233445566778899aabbccddeeff";
    return out;
}

Asked review_by(llm::Model& model, std::string_view text, std::string_view tier)
{
    llm::Consultation consultation{model, test_settings()};
    auto artifact = review(text, tier, &consultation);
    return {std::move(artifact), llm::transcript_json(consultation)};
}

std::string text_of(const json_t* view, const char* key)
{
    return std::string{json::text_member(view, key).value_or("")};
}

const json_t* engine_of(const json_t* artifact_view)
{
    return json::object_member(artifact_view, "engine");
}

std::size_t pointed_findings(const json_t* artifact_view)
{
    std::size_t out = 0;
    const json_t* all_view = json::array_member(artifact_view, "findings");
    for (std::size_t i = 0; i < json_array_size(all_view); ++i)
        if (json::text_member(json_array_get(all_view, i), "pointed_by")) ++out;
    return out;
}

std::string own_findings(const json_t* artifact_view)
{
    std::string out;
    const json_t* all_view = json::array_member(artifact_view, "findings");
    for (std::size_t i = 0; i < json_array_size(all_view); ++i) {
        const json_t* each_view = json_array_get(all_view, i);
        if (!json::text_member(each_view, "pointed_by"))
            out += base::canonical_json_of_ours(each_view) + '\n';
    }
    return out;
}

json::Ref review_without(std::string_view text, std::string_view tier)
{
    return review(text, tier, nullptr);
}

} // namespace tests
