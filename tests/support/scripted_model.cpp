#include "support/scripted_model.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "catalog/products.hpp"
#include "support/claim_reader.hpp"
#include "support/test_sentences.hpp"
#include "verify/equations/quotes.hpp"
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

json::Ref review(std::string_view text, std::string_view tier,
                 const std::vector<std::string>& sources, llm::Consultation* consultation)
{
    const auto request = json::object("payload", text);
    auto given = json::array();
    for (const auto& source : sources)
        json::append(given.get(), json::object("text", source));
    if (!sources.empty()) json::set(request.get(), "sources", std::move(given));
    return verify::outcome::run(
        product_of(tier), request.get(), nullptr, [](std::string_view, std::size_t, std::size_t) {},
        consultation);
}

// A line of a question: "M S4| words", "A| words".
struct Line {
    int number = 0; // of a sentence; 0: it has a letter
    std::string words;
};

std::optional<Line> line_of(const std::string& text)
{
    const auto bar = text.find("| ");
    if (bar == std::string::npos) return std::nullopt;
    const auto number = text.rfind(" S", bar);
    return Line{number == std::string::npos ? 0 : std::stoi(text.substr(number + 2)),
                text.substr(bar + 2)};
}

std::vector<Line> lines_in(const std::string& part)
{
    std::vector<Line> out;
    std::istringstream lines{part};
    for (std::string text; std::getline(lines, text);)
        if (auto line = line_of(text)) out.push_back(std::move(*line));
    return out;
}

std::vector<std::string> items_in(const std::string& material)
{
    std::vector<std::string> out;
    std::istringstream lines{material};
    for (std::string text; std::getline(lines, text);) {
        if (text.starts_with("Item ")) out.emplace_back();
        if (!out.empty()) out.back() += text + '\n';
    }
    return out;
}

const std::string& place_of(const Known& known)
{
    return known.within.empty() ? known.quote : known.within;
}

// A gap is known by the sentence that has shown what stands there.
void remember_sentence(const std::string& material, Known& known)
{
    if (material.starts_with("Item ") || !known.within.empty()) return;
    for (const auto& line : lines_in(material))
        if (known.within.empty() && !solve(line.words) &&
            line.words.find(known.quote) != std::string::npos)
            known.within = line.words;
}

std::string derived_text(const std::string& material, const std::vector<Known>& known,
                         std::size_t ours)
{
    constexpr std::size_t k_most_told = 21; // so that ours fit beside them
    auto all = json::array();
    const auto say = [&](int sentence, std::string_view quote, std::string_view formula) {
        json::append(all.get(), json::object("why", "it is so", "sentence", sentence, "quote",
                                             quote, "formula", formula));
    };
    for (const auto& line : lines_in(material)) {
        const auto solved = solve(line.words);
        if (solved && ours > 0) {
            --ours;
            say(line.number, solved->stated, solved->formula);
        }
        if (solved) continue;
        for (const auto& each : known)
            if (json_array_size(all.get()) < k_most_told &&
                line.words.find(place_of(each)) != std::string::npos)
                say(line.number, each.quote, each.formula);
    }
    return json::dump(json::object("derived", std::move(all)).get());
}

// With what one of the places is filled; nullopt: the gap is at another.
std::optional<json::Ref> filled_by(const Known& known, const std::vector<Line>& lines)
{
    for (const auto& line : lines) {
        std::string words = line.words;
        const auto gap = words.find(verify::equations::k_gap);
        if (gap == std::string::npos) continue;
        words.replace(gap, verify::equations::k_gap.size(), known.quote);
        const auto at = words.find(place_of(known));
        if (at == std::string::npos || gap < at) continue;
        if (!known.words.empty())
            return json::object("fill", "words", "formula", "", "words", known.words);
        return json::object("fill", "formula", "formula",
                            known.refilled.empty() ? known.formula : known.refilled, "words", "");
    }
    return std::nullopt;
}

std::string gaps_text(const std::vector<std::string>& items, const std::vector<Known>& known,
                      std::size_t ours)
{
    auto all = json::array();
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto lines = lines_in(items[i]);
        auto answer = json::object("fill", "open", "formula", "", "words", "");
        const auto solved = lines.size() == 1 ? solve(lines.front().words) : std::nullopt;
        if (solved && ours > 0) {
            --ours;
            answer = json::object("fill", "formula", "formula", solved->formula, "words", "");
        }
        for (const auto& each : known)
            if (auto filled = solved ? std::nullopt : filled_by(each, lines))
                answer = std::move(*filled);
        json::set_all(answer.get(), "item", i + 1, "why", "it is so");
        json::append(all.get(), std::move(answer));
    }
    return json::dump(json::object("answers", std::move(all)).get());
}

std::string defence_text(const std::vector<std::string>& items, const std::vector<Known>& known,
                         std::size_t ours)
{
    auto all = json::array();
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto lines = lines_in(items[i]);
        std::string_view answer = "no";
        const bool is_ours = lines.size() == 1 && solve(lines.front().words);
        if (is_ours && ours > 0) {
            --ours;
            answer = "yes";
        }
        for (const auto& each : known) {
            const bool is_meant =
                items[i].find(concat("The text says ", each.quote, ';')) != std::string::npos ||
                items[i].find(concat("The text says \"", each.quote, '"')) != std::string::npos;
            if (is_meant && !is_ours) answer = each.defence;
        }
        json::append(all.get(), json::object("item", i + 1, "why", "it is so", "answer", answer));
    }
    return json::dump(json::object("answers", std::move(all)).get());
}

} // namespace

std::string answer_text(const std::string& material, const std::vector<Known>& known,
                        const Skill& skill)
{
    if (material.starts_with("Statements")) return R"({"clashes":[]})";
    if (material.starts_with("Claim ")) return claims_answered(material, {});
    const auto items = items_in(material);
    if (!material.starts_with("Item ")) return derived_text(material, known, skill.derived);
    if (items.front().find("\nObjection: ") != std::string::npos)
        return defence_text(items, known, skill.defended);
    return gaps_text(items, known, skill.filled);
}

ScriptedModel reader_of(std::vector<Known> known, Skill skill)
{
    return ScriptedModel{[known = std::move(known), skill](const llm::Question& question) mutable {
        for (auto& each : known) remember_sentence(question.material, each);
        return answer_text(question.material, known, skill);
    }};
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

Asked review_by(llm::Model& model, std::string_view text, const Terms& terms)
{
    auto settings = test_settings();
    settings.level = terms.level;
    if (terms.found.of > 0) {
        settings.measured = terms.called;
        settings.power = llm::Power{terms.found, "made/1", "2026-11-29"};
    }
    llm::Consultation consultation{model, std::move(settings)};
    auto artifact = review(text, terms.tier, terms.sources, &consultation);
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

std::size_t opinions(const json_t* artifact_view)
{
    return json_array_size(json::array_member(artifact_view, "opinions"));
}

std::int64_t gate(const json_t* artifact_view, const char* counter)
{
    const json_t* llm_view = json::object_member(engine_of(artifact_view), "llm");
    return json::integer_member(json::object_member(llm_view, "gate"), counter).value_or(-1);
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

json::Ref review_without(std::string_view text, std::string_view tier,
                         const std::vector<std::string>& sources)
{
    return review(text, tier, sources, nullptr);
}

} // namespace tests
