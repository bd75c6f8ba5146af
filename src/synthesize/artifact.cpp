#include "synthesize/artifact.hpp"

#include "base/concat.hpp"
#include "base/hex.hpp"
#include "base/sha256.hpp"
#include "reading/ascii.hpp"
#include "reading/engine.hpp"
#include "synthesize/conflict_json.hpp"
#include "synthesize/unanswered.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace synthesize {

namespace json = base::json;
using base::concat;

namespace {

// The members of a claim, the first of each source.
std::vector<std::size_t> one_of_each_source(const Study& study, const Claim& claim)
{
    std::vector<std::size_t> out;
    std::vector<bool> cited(study.sources.size(), false);
    for (const auto member : claim.members) {
        const std::size_t source = study.statements[member].source;
        if (cited[source] || out.size() >= k_most_citations) continue;
        cited[source] = true;
        out.push_back(member);
    }
    return out;
}

json::Ref ids_json(const Study& study, const std::vector<std::size_t>& sources)
{
    auto out = json::array();
    for (const auto source : as_ordered(study.sources))
        if (std::find(sources.begin(), sources.end(), source) != sources.end())
            json::append(out.get(), json::value(study.sources[source]->material.id));
    return out;
}

json::Ref summary_json(const Study& study)
{
    std::string whole;
    for (std::size_t i = 0; i < study.summarized; ++i)
        whole +=
            concat(whole.empty() ? "" : " ", sentence_of(study, study.claims[i].members.front()));
    auto sentences = json::array();
    for (std::size_t i = 0; i < study.summarized; ++i)
        json::append(sentences.get(),
                     json::object("rank", i + 1, "text",
                                  sentence_of(study, study.claims[i].members.front()), "claim_id",
                                  claim_id(i), "citations",
                                  citations_json(study, study.claims[i])));
    return json::object("text", whole, "sentences", std::move(sentences));
}

reading::SourceRange range_of(const Source& source, Run words)
{
    const auto& document = source.document;
    return reading::source_range(document.view, document.source, document.tokens[words.begin].begin,
                                 document.tokens[words.end - 1].end);
}

// The first answer; null when none was recognized.
json::Ref answer_json(const Study& study)
{
    for (const auto& answered : study.answers)
        if (answered.claim)
            return json::object("text",
                                sentence_of(study, study.claims[*answered.claim].members.front()),
                                "claim_id", claim_id(*answered.claim));
    return json::value(nullptr);
}

json::Ref questions_json(const Study& study)
{
    auto out = json::array();
    for (std::size_t i = 0; i < study.question.parts.size(); ++i) {
        const Part& part = study.question.parts[i];
        const auto* answered = i < study.answers.size() ? &study.answers[i] : nullptr;
        const bool has_claim = answered != nullptr && answered->claim;
        json::append(out.get(),
                     json::object("text", part.text, "asks", name_of(part.asks), "claim_id",
                                  has_claim ? claim_id(*answered->claim) : json::value(nullptr),
                                  "reason",
                                  has_claim ? json::value(nullptr)
                                            : json::value(not_sure_of(study, {&part, 1}))));
    }
    return out;
}

json::Ref quantities_json(const Statement& statement)
{
    auto out = json::array();
    for (const auto& figure : statement.figures)
        json::append(
            out.get(),
            json::object(
                "value", number_json(figure.value), "unit",
                figure.shown.empty() ? json::value(nullptr) : json::value(figure.shown), "interval",
                json::array(number_json(figure.printed.low), number_json(figure.printed.high))));
    return out;
}

// What opposes a claim, statement by statement.
std::vector<std::size_t> opposing(const Study& study, std::size_t claim)
{
    std::vector<std::size_t> out;
    const auto& sources = study.claims[claim].opposing;
    const auto add = [&](std::size_t own, std::size_t other) {
        if (study.claim_of[own] == claim &&
            std::ranges::binary_search(sources, study.statements[other].source))
            out.push_back(other);
    };
    for (const auto& conflict : study.conflicts.contradictions)
        for (const auto& [first, second] : conflict.disputed) {
            add(first, second);
            add(second, first);
        }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    if (out.size() > k_most_citations) out.resize(k_most_citations);
    return out;
}

json::Ref claim_json(const Study& study, std::size_t index)
{
    const Claim& claim = study.claims[index];
    const auto related = [&](std::size_t statement, std::string_view relation) {
        auto out = citation_json(study, statement);
        json::set(out.get(), "relation", json::value(relation));
        return out;
    };
    auto citations = json::array();
    for (const auto member : one_of_each_source(study, claim))
        json::append(citations.get(), related(member, "supports"));
    for (const auto statement : opposing(study, index))
        json::append(citations.get(), related(statement, "opposes"));
    return json::object("id", claim_id(index), "text", sentence_of(study, claim.members.front()),
                        "status", name_of(claim.status), "support",
                        json::object("sources", ids_json(study, claim.sources),
                                     "independent_sources", claim.independent),
                        "opposition",
                        json::object("sources", ids_json(study, claim.opposing),
                                     "independent_sources", claim.independent_opposing),
                        "confidence", short_number(claim.confidence), "quantities",
                        quantities_json(study.statements[claim.members.front()]), "citations",
                        std::move(citations));
}

json::Ref claims_json(const Study& study)
{
    auto out = json::array();
    for (std::size_t i = 0; i < std::min(study.claims.size(), k_most_listed_claims); ++i)
        json::append(out.get(), claim_json(study, i));
    return out;
}

// Of what is listed, the part that each source contributed.
std::vector<double> contributions(const Study& study)
{
    std::vector<double> out(study.sources.size(), 0.0);
    double whole = 0;
    for (std::size_t i = 0; i < std::min(study.claims.size(), k_most_listed_claims); ++i) {
        const Claim& claim = study.claims[i];
        for (const auto source : claim.sources)
            out[source] += claim.rank / static_cast<double>(claim.sources.size());
        whole += claim.rank;
    }
    for (double& part : out) part = whole > 0 ? part / whole : 0;
    return out;
}

json::Ref text_or_null(const std::string& text)
{
    return text.empty() ? json::value(nullptr) : json::value(text);
}

std::string_view level_of(double score)
{
    constexpr double k_medium = 0.45;
    constexpr double k_high = 0.7;
    return score >= k_high ? "high" : score >= k_medium ? "medium" : "low";
}

json::Ref confidence_json(const Confidence& confidence)
{
    auto factors = json::array();
    for (const auto& factor : confidence.factors)
        json::append(factors.get(),
                     json::object("name", factor.name, "value", short_number(factor.value)));
    auto caveats = json::array();
    for (const auto& caveat : confidence.caveats) json::append(caveats.get(), json::value(caveat));
    return json::object("score", short_number(confidence.score), "level",
                        level_of(confidence.score), "factors", std::move(factors), "caveats",
                        std::move(caveats));
}

json::Ref gaps_json(const std::vector<Gap>& gaps)
{
    auto out = json::array();
    for (const auto& gap : gaps)
        json::append(out.get(), json::object("topic", gap.topic, "reason", gap.reason));
    return out;
}

} // namespace

json::Ref claim_id(std::size_t claim)
{
    return claim < k_most_listed_claims ? json::value(concat('K', claim + 1))
                                        : json::value(nullptr);
}

json::Ref citation_json(const Study& study, std::size_t statement)
{
    const Statement& said = study.statements[statement];
    return citation_json(study, statement, {said.first, said.last});
}

json::Ref citation_json(const Study& study, std::size_t statement, Run words)
{
    const Source& source = study.source_of(statement);
    const auto range = range_of(source, words);
    return json::object(
        "source", source.material.id, "start", source.document.positions.at(range.begin).codepoint,
        "end", source.document.positions.at(range.end).codepoint, "quote",
        std::string_view{source.document.source}.substr(range.begin, range.end - range.begin));
}

json::Ref citations_json(const Study& study, const Claim& claim)
{
    auto out = json::array();
    for (const auto member : one_of_each_source(study, claim))
        json::append(out.get(), citation_json(study, member));
    return out;
}

std::string sentence_of(const Study& study, std::size_t statement)
{
    const Statement& said = study.statements[statement];
    return words_of(study, statement, {said.first, said.last});
}

std::string words_of(const Study& study, std::size_t statement, Run words)
{
    const Source& source = study.source_of(statement);
    const auto range = range_of(source, words);
    std::string out;
    for (const char c :
         std::string_view{source.document.source}.substr(range.begin, range.end - range.begin)) {
        if (!reading::is_blank(c))
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    }
    return out;
}

json::Ref short_number(double number)
{
    return json::value(std::round(number * 1000) / 1000);
}

json::Ref sourcing_json(const Study& study, std::string_view output, std::size_t claim)
{
    return json::object("output", output, "claim_id", claim_id(claim), "sources",
                        ids_json(study, study.claims[claim].sources), "independent_sources",
                        study.claims[claim].independent);
}

json::Ref source_json(const Material& material, SourceStatus status, std::string_view text,
                      std::size_t chars)
{
    const bool used = status == SourceStatus::used;
    return json::object("id", material.id, "title", text_or_null(material.title), "url",
                        text_or_null(material.url), "published", text_or_null(material.published),
                        "author", text_or_null(material.author), "status", name_of(status),
                        "reason", text_or_null(material.reason), "chars", chars, "sha256",
                        used ? json::value(base::to_hex_0x(base::sha256(base::bytes_of(text))))
                             : json::value(nullptr),
                        "independent_group", nullptr, "near_duplicate_of", nullptr, "contribution",
                        0, "flags", json::array());
}

json::Ref sources_json(const Study& study)
{
    const auto parts = contributions(study);
    auto out = json::array();
    std::map<std::size_t, std::size_t> number; // of each group, from 1 on as they are listed
    for (const auto i : as_ordered(study.sources)) {
        const auto group = number.try_emplace(study.independence.group[i], number.size() + 1);
        const Source& source = *study.sources[i];
        const std::size_t copied = study.independence.copy_of[i];
        auto flags = json::array();
        for (const auto flag : source.flags) json::append(flags.get(), json::value(flag));
        auto told = source_json(source.material, source.status, source.document.source,
                                source.document.positions.codepoints());
        if (source.status == SourceStatus::used)
            json::set(told.get(), "independent_group",
                      json::value(concat('G', group.first->second)));
        if (copied != Independence::k_none)
            json::set(told.get(), "near_duplicate_of",
                      json::value(study.sources[copied]->material.id));
        if (!study.independence.copies[i].empty())
            json::set(told.get(), "copies", ids_json(study, study.independence.copies[i]));
        json::set_all(told.get(), "contribution", short_number(parts[i]), "flags",
                      std::move(flags));
        json::append(out.get(), std::move(told));
    }
    return out;
}

json::Ref findings_json(const Study& study)
{
    auto sourcing = json::array();
    for (std::size_t i = 0; i < study.summarized; ++i)
        json::append(sourcing.get(), sourcing_json(study, concat("summary.sentences.", i), i));
    return json::object("verdict", name_of(study.verdict), "offset_unit", "codepoint", "answer",
                        answer_json(study), "questions", questions_json(study), "summary",
                        summary_json(study), "claims", claims_json(study), "contradictions",
                        contradictions_json(study), "updates", updates_json(study), "confidence",
                        confidence_json(study.confidence), "gaps", gaps_json(study.gaps),
                        "sourcing_map", std::move(sourcing));
}

json::Ref artifact_json(const Study& study, std::string_view name)
{
    auto out = json::object("artifact", name, "query", study.order.query, "engine",
                            reading::engine_with_words_json());
    const auto findings = findings_json(study);
    json::for_each_member(findings.get(), [&](std::string_view member, const json_t* value_view) {
        json::set(out.get(), member, json::share(value_view));
    });
    json::set(out.get(), "sources", sources_json(study));
    return out;
}

} // namespace synthesize
